import pytest

from agent.documents.read import open_document
from agent.errors import UsageError

ROOT = "\\documentclass{book}\n\\begin{document}\n%s\n\\end{document}\n"


def lay(folder, **files):
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.tex"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder / f"{next(iter(files)).replace('__', '/')}.tex"


def test_a_document_is_read_with_its_files(tmp_path):
    root = lay(tmp_path, t=ROOT % "\\include{ch/one}\\input ch/two", ch__one="One", ch__two="Two")
    document = open_document(root)
    assert [file.name for file in document.tree.files] == ["t.tex", "ch/one.tex", "ch/two.tex"]
    assert "One" in document.tree.text
    assert document.unread == ()
    assert not document.partial
    assert document.place("ch/one.tex") == tmp_path / "ch" / "one.tex"


def test_what_was_not_read_is_named_with_the_reason(tmp_path):
    body = "\\input{gone}\\input{../far}\\input{wide}\\input{/etc/passwd}\\input{" + "n" * 400 + "}"
    root = lay(tmp_path / "d", t=ROOT % body, wide="a".encode("utf-16"))
    lay(tmp_path, far="far")
    document = open_document(root)
    reasons = dict(document.unread)
    assert reasons["gone"] == "it is not there"
    assert "outside" in reasons["../far"]
    assert "outside" in reasons["/etc/passwd"]
    assert "UTF-16" in reasons["wide"]
    assert reasons["n" * 400] == "it is not there"
    assert document.tree.text == root.read_text()


def test_a_chapter_alone_is_partial(tmp_path):
    document = open_document(lay(tmp_path, one="\\chapter{One}\nText.\n"))
    assert document.partial


def test_a_document_that_is_one_input_is_read_through(tmp_path):
    root = lay(tmp_path, t="\\input{whole}", whole=ROOT % "\\section{A}")
    document = open_document(root)
    assert [file.name for file in document.tree.files] == ["t.tex", "whole.tex"]


def test_a_file_that_reads_itself_ends(tmp_path):
    root = lay(tmp_path, t=ROOT % "\\input{t}\\input{one}", one="\\input{one}\\input{t}")
    assert open_document(root).tree.text.count("\\documentclass") == 1


def test_files_are_looked_up_where_the_root_stands_and_not_where_its_link_leads(tmp_path):
    real = lay(tmp_path / "real", t=ROOT % "\\input{one}", one="of the real folder")
    here = tmp_path / "here"
    lay(here, one="of this folder")
    (here / "t.tex").symlink_to(real)
    document = open_document(here / "t.tex")
    assert "of this folder" in document.tree.text
    assert document.place("t.tex") == real
    assert document.place("one.tex") == here / "one.tex"


def test_a_link_that_leaves_the_folder_is_not_followed(tmp_path):
    secret = lay(tmp_path / "other", secret="secret")
    root = lay(tmp_path / "d", t=ROOT % "\\input{one}")
    (tmp_path / "d" / "one.tex").symlink_to(secret)
    document = open_document(root)
    assert "secret" not in document.tree.text
    assert "outside" in dict(document.unread)["one"]


def test_a_chapter_is_read_as_its_document_says(tmp_path):
    head = "\\documentclass{book}\n\\usepackage[latin2]{inputenc}\n\\begin{document}\n"
    root = lay(
        tmp_path,
        t=head + "\\input{one}\n\\end{document}\n",
        one="Łódź, żółty\n".encode("iso8859-2"),
    )
    document = open_document(root)
    assert "Łódź, żółty" in document.tree.text
    assert document.encoded(document.tree.text.replace("żółty", "biały")) == {
        "one.tex": "Łódź, biały\n".encode("iso8859-2")
    }
    assert document.lacking("λ") == "λ"


@pytest.mark.parametrize("tail", ["", "\n", "\r\n", "\n\n"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r"])
def test_every_byte_outside_an_edit_stays(tmp_path, tail, bom, break_):
    one = bom + f"\\section{{A}}{break_}Größe und Maß.{break_}\\section{{B}}{break_}end".encode()
    one += tail.encode()
    root = lay(tmp_path, t=bom + (ROOT % "\\input{one}").encode(), one=one)
    document = open_document(root)
    assert document.encoded(document.tree.text) == {}
    changed = document.encoded(document.tree.text.replace("Größe", "Länge"))
    assert changed == {"one.tex": one.replace("Größe".encode(), "Länge".encode())}


def test_an_edit_in_broken_bytes_leaves_the_broken_bytes(tmp_path):
    data = b"\\section{A}\nword \xff\x81 \xe4\xb8 word \xc3\xa4\n"
    document = open_document(lay(tmp_path, t=data))
    new = document.tree.text.replace("word", "text", 1)
    assert document.encoded(new) == {"t.tex": data.replace(b"word", b"text", 1)}


def test_a_missing_root_is_said(tmp_path):
    with pytest.raises(UsageError, match="no file"):
        open_document(tmp_path / "t.tex")


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_the_tree_counts_them(tmp_path, break_):
    one = break_.join(("", "one", "", "two", "three")) + break_
    document = open_document(lay(tmp_path, t=ROOT % "x\n\\input{one}\ny", one=one))
    for offset in range(len(document.tree.text) + 1):
        if document.tree.text[offset - 1 : offset + 1] != "\r\n":
            assert document.line_of(offset) == document.tree.place(offset)
