import time
from posixpath import normpath

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from latex.sections import outline
from latex.tree import CrossFileEdit, Tree, read_tree


def tree(root: str, **children: str) -> Tree:
    """A root called `main.tex` with children whose names have `__` for `/` and no ending."""
    files = {name.replace("__", "/") + ".tex": text for name, text in children.items()}
    return read_tree("main.tex", (files | {"main.tex": root}).get)


def test_one_file_is_itself():
    found = tree("\\section{A}\r\ntext")
    assert found.text == "\\section{A}\r\ntext"
    assert [file.name for file in found.files] == ["main.tex"]
    assert found.missing == ()


def test_root_that_is_not_there_is_an_error():
    with pytest.raises(FileNotFoundError):
        read_tree("main.tex", lambda name: None)


@pytest.mark.parametrize(
    "root",
    [
        "% \\input{a}",
        "\\verb|\\input{a}|",
        "\\begin{verbatim}\n\\input{a}\n\\end{verbatim}",
        "\\iffalse\\input{a}\\fi",
        "\\newcommand{\\x}{\\input{a}}",
        "\\begin{document}\\end{document}\\input{a}",
        "\\endinput\n\\input{a}",
        "\\input{\\name}",
        "\\verbatiminput{a} \\lstinputlisting{a} \\inputs{a}",
        "\\input",
    ],
)
def test_nothing_is_read(root):
    found = tree(root, a="A")
    assert found.text == root
    assert found.missing == ()


@pytest.mark.parametrize(
    ("root", "children", "text"),
    [
        ("x \\input{a} y", {"a": "A"}, "x A\n y"),
        ("x\n\\input{a}\ny", {"a": "A"}, "x\nA\ny"),
        ("\\input{a.tex}\n", {"a": "A\n"}, "A\n\n"),
        ("\\input a\n", {"a": "A"}, "A\n"),
        ('\\input{"a"}', {"a": "A"}, "A"),
        ("\\include{b/a}", {"b__a": "\\input{b/c}", "b__c": "C"}, "C"),
        ("\\input{./a}", {"a": "A"}, "A"),
        ("\\input{a}\\input{a}", {"a": "A\n"}, "A\nA\n"),
        ("\\import{b/}{a}", {"b__a": "\\input{c}", "b__c": "C"}, "C"),
        ("\\import{b}{a}", {"b__a": "\\subimport{c/}{d}", "b__c__d": "D"}, "D"),
        ("\\subfile{b/a}", {"b__a": "\\input{c}", "b__c": "C"}, "C"),
        ("\\input{a}\n", {"a": "A\n\\endinput\nnot"}, "A\n\n"),
        ("\\input{a}\n", {"a": "A % \\endinput\nB"}, "A % \\endinput\nB\n"),
        (
            "\\subfile{a}\n",
            {"a": "\\documentclass[main]{subfiles}\n\\begin{document}A\\end{document}\n"},
            "A\n",
        ),
        ("\\input{a}b", {"a": "A % open"}, "A % open\nb"),
        ("\\input{a}", {"a": "\ufeffA"}, "A"),
        ("\\input{a}", {"a": ""}, ""),
        (
            "\\input{p}\n\\begin{document}\\begin{code}\\input{a}\\end{code}\\end{document}",
            {"p": "\\lstnewenvironment{code}{}{}", "a": "A"},
            "\\lstnewenvironment{code}{}{}\n"
            "\\begin{document}\\begin{code}\\input{a}\\end{code}\\end{document}",
        ),
    ],
)
def test_file_takes_the_place_of_the_command_that_reads_it(root, children, text):
    assert tree(root, **children).text == text


def test_file_with_ending_goes_before_one_without():
    files = {"main.tex": "\\input{a}", "a": "without", "a.tex": "with", "b.sty.tex": "b"}
    assert read_tree("main.tex", files.get).text == "with"
    assert read_tree("main.tex", {"main.tex": "\\input{a}", "a": "without"}.get).text == "without"


def test_missing_file_leaves_its_command():
    found = tree("\\input{a}\n\\input{tables/b}\n\\input{tables/b}", a="A")
    assert found.text == "A\n\\input{tables/b}\n\\input{tables/b}"
    assert found.missing == ("tables/b",)


def test_circle_ends_with_the_command_that_would_close_it():
    found = tree("\\input{a}", a="A\\input{b}", b="B\\input{a}")
    assert found.text == "AB\\input{a}"
    assert tree("x\\input{main}").text == "x\\input{main}"


def test_files_that_multiply_are_bounded():
    children = {f"f{n}": f"\\input{{f{n + 1}}}\n\\input{{f{n + 1}}}\n" for n in range(18)}
    found = tree("\\input{f0}", **children)
    assert len(found.text) < 1_000_000


def test_sections_of_all_files_are_one_outline_with_their_places():
    found = tree(
        "\\begin{document}\n\\input{one}\n\\section{Last}\n\\end{document}",
        one="\\section{A}\n\\input{two}",
        two="\n\\subsection{B}\n",
    )
    sections = outline(found.text)
    assert [(s.title, *found.place(s.start)) for s in sections] == [
        ("A", "one.tex", 1),
        ("B", "two.tex", 2),
        ("Last", "main.tex", 3),
    ]
    assert found.locate(sections[1].start) == ("two.tex", 1)
    assert found.place(len(found.text)) == ("main.tex", 4)


def test_lines_count_with_any_line_break():
    found = tree("a\r\nb\rc\nd")
    assert [found.place(found.text.index(letter))[1] for letter in "abcd"] == [1, 2, 3, 4]


BOOK = {
    "root": "\\begin{document}\n\\input{one}\n\nBetween.\n\\include{two}\\end{document}\n",
    "one": "\\section{One}\nText of one.\n\\input{inner}\nEnd of one.\n",
    "inner": "Inner text.\n",
    "two": "\ufeff\\section{Two}\r\nText of two.\r\n\\endinput\nnotes\n",
}


def book() -> Tree:
    return tree(BOOK["root"], one=BOOK["one"], inner=BOOK["inner"], two=BOOK["two"])


def test_text_that_is_unchanged_changes_no_file():
    found = book()
    assert found.write_back(found.text) == {}


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("Text of one", "Words of one", "one.tex"),
        ("Inner text", "Inner words", "inner.tex"),
        ("Text of two", "Words of two", "two.tex"),
        ("Between.", "Between them.", "main.tex"),
        ("End of one.\n", "End of one.\nMore.\n", "one.tex"),
        ("Inner text.\n", "", "inner.tex"),
    ],
)
def test_edit_lands_in_the_file_that_holds_the_place(old, new, name):
    found = book()
    key = "root" if name == "main.tex" else name.removesuffix(".tex")
    changed = found.write_back(found.text.replace(old, new))
    assert changed == {name: BOOK[key].replace(old, new)}


def test_edits_in_several_files_are_written_back_at_once():
    found = book()
    new = found.text.replace("Text of", "Words of").replace("Inner", "Deeper")
    assert sorted(found.write_back(new)) == ["inner.tex", "one.tex", "two.tex"]


def test_words_around_a_command_in_one_line_may_both_change():
    found = tree("one \\input{a} two\n", a="A\n")
    assert found.write_back("uno A\n due\n") == {"main.tex": "uno \\input{a} due\n"}


def test_edit_over_a_border_is_refused_in_one_sentence():
    found = tree("\\section{A}\nfirst\n\\input{a}\nlast\n", a="\\section{B}\nin a\n")
    start, end = found.text.index("first"), found.text.index("in a")
    with pytest.raises(CrossFileEdit, match=r"border between 'main\.tex' and 'a\.tex'\.$"):
        found.write_back(found.text[:start] + found.text[end:])


def test_file_that_is_used_twice_is_edited_the_same_at_both_places_or_not_at_all():
    found = tree("\\input{a}\n--\n\\input{a}\n", a="one\n")
    assert found.write_back(found.text.replace("one", "two")) == {"a.tex": "two\n"}
    with pytest.raises(CrossFileEdit, match="used more than once"):
        found.write_back(found.text.replace("one", "two", 1))


def test_edit_that_changes_which_files_are_read_is_refused():
    found = tree("x\n\\input{a}\n", a="A\n")
    with pytest.raises(CrossFileEdit, match="which files"):
        found.write_back(found.text.replace("x\n", "\\iffalse\n"))


PIECES = st.lists(
    st.sampled_from(
        [
            "\\input{a}",
            "\\input{b}",
            "\\include{c}",
            "\\input{none}",
            "\\import{d/}{e}",
            "\\subfile{a}",
            "\\input a ",
            "\\documentclass{x}",
            "\\begin{document}",
            "\\end{document}",
            "\\endinput",
            "\\section{A}",
            "\\begin{verbatim}",
            "\\end{verbatim}",
            "%",
            "{",
            "}",
            "\n",
            "\r\n",
            "\r",
            "text",
            " ",
            "\ufeff",
        ]
    ),
    max_size=12,
).map("".join)
FILES = st.fixed_dictionaries({"main.tex": PIECES | st.text(max_size=10)}).flatmap(
    lambda root: st.dictionaries(
        st.sampled_from(["a.tex", "b.tex", "c.tex", "d/e.tex"]), PIECES, max_size=4
    ).map(lambda children: children | root)
)


@given(FILES)
def test_any_files_have_a_tree_whose_pieces_are_what_stands_in_them(files):
    found = read_tree("main.tex", files.get)
    texts = {file.name: file.text for file in found.files}
    assert texts.items() <= files.items()
    position = 0
    for piece in found.pieces:
        assert found.text[position : piece.start] in ("", "\n", "\n\n", "\n\n\n")
        length = piece.end - piece.start
        assert found.text[piece.start : piece.end] == texts[piece.file][piece.offset :][:length]
        position = piece.end
    assert found.write_back(found.text) == {}
    assert all(normpath(name) == name for name in texts)


@given(FILES, st.data())
def test_edit_inside_a_piece_is_read_again_as_it_was_made(files, data):
    found = read_tree("main.tex", files.get)
    piece = data.draw(st.sampled_from(found.pieces))
    start = data.draw(st.integers(piece.start, piece.end))
    end = data.draw(st.integers(start, piece.end))
    new = data.draw(st.sampled_from(["", "new", "new\n", "\n", "e \\emph{x}\n\nf"]))
    text = found.text[:start] + new + found.text[end:]
    try:
        changed = found.write_back(text)
    except CrossFileEdit:
        # A file that is used twice, or an edit that moves a border.
        assume(len(found.pieces) > 1)
        return
    assert set(changed) <= {p.file for p in found.pieces}
    # Files that the edit makes the document read for the first time are not its concern.
    known = {file.name: file.text for file in found.files}
    assert read_tree("main.tex", (known | changed).get).text == text


@pytest.mark.slow
@pytest.mark.parametrize(
    "files",
    [
        {"t": "\\input{t}" * 11_000},
        {"t": "\\input t " * 11_000},
        {"t": "{\\input{t}" * 9_000},
        {"t": "\\input{t}\\verb|x " * 6_000},
        {"t": "\\input{u}" * 9_000, "u": "\\input{t} word\n"},
        {"t": "\\input{u}\n" * 9_000, "u": "w\\endinput " * 2_000},
        {"t": "\\input{u}\n" * 9_000, "u": "\\begin{a}" * 100},
        {"t": "\\input{0}", **{f"{n}": f"\\input{{{n + 1}}}" * 2 for n in range(30)}},
        {"t": "".join(f"\\input{{missing{n}}}\n" for n in range(6_000))},
    ],
    ids=["itself", "bare", "braces", "verb", "mutual", "endinput", "open", "doubling", "missing"],
)  # fmt: skip
def test_what_reads_itself_or_very_much_is_read_in_time(files):
    begun = time.process_time()
    tree = read_tree("t.tex", lambda name: files.get(name.removesuffix(".tex")))
    assert len(tree.pieces) <= 2_000
    assert time.process_time() - begun < 5
