from compile.remedies.live import live
from tests.compile.remedies.structure import ROOT, project


def lived(text):
    return live(project(text), ROOT)


def test_line_with_nothing_but_a_comment_is_not_blank():
    assert lived("a\n  % b\n\nc % d\n%") == "a\n  %  \n\nc    \n%"


def test_offsets_stay():
    for text in ("", "%", "a % b\n% c\n\\%\n", "\\begin{verbatim}\n% a\n\\end{verbatim}\n%"):
        assert len(lived(text)) == len(text)
    assert lived("a\n\n% b").count("%") == 1
