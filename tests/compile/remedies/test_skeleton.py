"""The frame of a document."""

import pytest

from compile.remedies.skeleton import (
    begin_document,
    end_document,
    give_class,
    keep_text_behind_end,
    move_class_first,
    move_text_into_document,
    set_aside_talk,
)
from tests.compile.remedies.cured_text import compiled, cured, errors, guarded, repaired
from tests.compile.remedies.trying import whole

PRECAUTIONS = (give_class, keep_text_behind_end, set_aside_talk)


@pytest.mark.parametrize("precaution", PRECAUTIONS)
@pytest.mark.parametrize(
    "source",
    [
        whole("Text."),
        f"% A comment.\n\n{whole('Text.')}",
        "\\PassOptionsToPackage{dvipsnames}{xcolor}\n" + whole("Text."),
        "\\RequirePackage{fix-cm}\n" + whole("Text."),
        whole("Text.") + "% Local Variables:\n% End:\n",
        whole("Text.") + "Let me know if you want more figures in it.\n",
        whole("Text.") + "\nold: 3.2 4.1 5.0\n",
        "\\input{preamble}\n\\section{A}\n",
        "Plain TeX.\n\\bye\n",
        "\n",
    ],
)
def test_a_whole_document_stays(precaution, source):
    assert guarded(precaution, source) == source


def test_the_document_begins_before_its_first_text():
    head = "\\documentclass{article}\n\\usepackage[a,\nb]{c}\n\\def\\x{\ny}\n"
    source = f"{head}\nText.\n\\end{{document}}\n"
    expected = source.replace("Text.", "\\begin{document}\nText.")
    assert cured(begin_document, source, "missing-begin-document", "Text.") == expected


def test_a_document_that_begins_is_not_begun_again():
    source = whole("Text.")
    assert cured(begin_document, source, "missing-begin-document", "Text.") == source


def test_a_document_without_either_end_gets_both():
    source = "\\documentclass{article}\nText.\n"
    expected = "\\documentclass{article}\n\\begin{document}\nText.\n\\end{document}\n"
    assert cured(begin_document, source, "missing-begin-document", "Text.") == expected


def test_a_document_is_ended():
    source = "\\documentclass{article}\n\\begin{document}\nText."
    assert cured(end_document, source, "emergency-stop") == f"{source}\n\\end{{document}}\n"
    assert cured(end_document, whole("Text."), "emergency-stop") == whole("Text.")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "\\section{A}\nText.",
            "\\documentclass{article}\n\\begin{document}\n\\section{A}\nText.\n\\end{document}\n",
        ),
        (
            "\\chapter{A}\n",
            "\\documentclass{report}\n\\begin{document}\n\\chapter{A}\n\\end{document}\n",
        ),
        (
            "\\usepackage{amsmath}\nText.",
            "\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\nText.\n\\end{document}\n",
        ),
        (
            "\\usepackage{amsmath}\n\\begin{document}\nText.\n\\end{document}\n",
            "\\documentclass{article}\n\\usepackage{amsmath}\n"
            "\\begin{document}\nText.\n\\end{document}\n",
        ),
    ],
)
def test_text_without_a_class_gets_one(source, expected):
    assert guarded(give_class, source) == expected


def test_chinese_text_without_a_class_gets_a_class_for_it():
    assert guarded(give_class, "单摆实验报告。", "xelatex").startswith("\\documentclass{ctexart}")


def test_talk_above_the_class_becomes_a_comment():
    source = f"Here it is:\n\n```latex\n{whole('Text.')}"
    assert guarded(set_aside_talk, source) == f"% Here it is:\n\n% ```latex\n{whole('Text.')}"


def test_packages_above_the_class_move_below_it():
    source = "\\usepackage{booktabs}\n\\documentclass{article}\n\\begin{document}\n"
    expected = "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n"
    assert cured(move_class_first, source, "wrong-order", "book") == expected
    assert cured(move_class_first, expected, "wrong-order", "book") == expected


def test_text_in_the_preamble_moves_into_the_document():
    head = "\\documentclass{article}\n\\usepackage{a}\n"
    source = f"{head}Early text.\n\\title{{T}}\n\\begin{{document}}\nText.\n"
    expected = f"{head}\\title{{T}}\n\\begin{{document}}\nEarly text.\n\nText.\n"
    assert cured(move_text_into_document, source, "missing-begin-document", "Early") == expected


@pytest.mark.parametrize(
    "rest",
    [
        "\\section{Discussion}\nIt came late.",
        "\\bibliography{refs}",
        "This last sentence came too late.",
    ],
)
def test_text_behind_the_end_belongs_to_the_document(rest):
    source = whole("Text.") + rest
    expected = whole("Text.").replace("\\end{document}", "") + f"{rest}\n\\end{{document}}"
    assert guarded(keep_text_behind_end, source) == expected


def test_a_second_end_takes_the_place_of_the_first():
    source = whole("Text.") + "\\section{Late}\nMore.\n\\end{document}\n"
    assert guarded(keep_text_behind_end, source).count("\\end{document}") == 1


@pytest.mark.parametrize("hostile", ["{" * 100_000, "\\begin{a}" * 11_000, "$" * 100_000])
def test_hostile_input_ends(hostile):
    for precaution in PRECAUTIONS:
        guarded(precaution, hostile)
        guarded(precaution, whole("") + hostile)
    cured(begin_document, f"\\documentclass{{a}}\n{hostile}", "missing-begin-document")


@pytest.mark.tex
@pytest.mark.parametrize(
    "source",
    [
        "\\documentclass{article}\n\\usepackage{amsmath}\nText.\n\\end{document}\n",
        "\\documentclass{article}\n\\begin{document}\nText.\n",
        "\\section{A}\nText.\n",
        "\\usepackage{booktabs}\n\\documentclass{article}\n\\begin{document}\nText.\n\\end{document}\n",
        "```latex\n\\documentclass{article}\n\\begin{document}\nText.\n\\end{document}\n```\n",
        "\\documentclass{article}\nToo early.\n\\begin{document}\nText.\n\\end{document}\n",
    ],
)
def test_the_document_compiles_afterwards(tmp_path, source):
    assert errors(compiled(tmp_path, source)) == []
    assert "Text." in repaired(tmp_path)
