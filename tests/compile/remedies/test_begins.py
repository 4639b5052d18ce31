import pytest

from compile.remedies.begins import begins_for
from compile.remedies.nesting import nesting


def opened(code):
    """The code with the likeliest begin of its one unopened environment."""
    (fault,) = nesting("main.tex", code).faults
    at, text = begins_for(fault, code)[0]
    return code[:at] + text + code[at:]


@pytest.mark.parametrize(
    ("code", "begin"),
    [
        ("We know that\n  a = b\n\\end{equation}", "that\n  \\begin{equation}\n  a = b\n"),
        ("Text.\n\n  a &= b \\\\\n  c &= d\n\\end{align}", "\n  \\begin{align}\n  a &= b"),
        ("\\toprule\na & b & c \\\\\n\\end{tabular}", "\\begin{tabular}{lll}\n\\toprule"),
        ("Text.\n{l|rr}\n a & b & c \\\\\n\\end{tabular}", "Text.\n\\begin{tabular}{l|rr}\n"),
        ("\\section{A}\n\\item B\n\\item C\n\\end{itemize}", "{A}\n\\begin{itemize}\n\\item B"),
        ("Text.\n\n[ht]\n\\centering\n\\caption{A}\n\\end{figure}", "\n\\begin{figure}[ht]\n"),
        ("Text.\n\n\\caption{A}\n\\end{table}", "\n\\begin{table}[htbp]\n\\caption"),
        ("Text.\n\\bibitem{a} A.\n\\end{thebibliography}", "\\begin{thebibliography}{99}\n"),
        ("Text.\n\nWords of another.\n\\end{quote}", "\n\\begin{quote}\nWords"),
        ("\\title{A}\n\\newcommand{\\x}{1}\n\\section{B}\n\\end{document}",
         "{1}\n\\begin{document}\n\\section"),
        ("\\usepackage{a}\n\nThe first words.\n\\end{document}", "\n\\begin{document}\nThe first"),
    ],
)  # fmt: skip
def test_begin_comes_before_what_the_environment_holds(code, begin):
    assert begin in opened(code)


def test_environments_in_between_stay_whole():
    code = "\\begin{itemize}\n\\item A\n\\end{itemize}\nMore.\n\\end{quote}"
    (fault,) = nesting("main.tex", code).faults
    offsets = [at for at, _ in begins_for(fault, code)]
    assert offsets and all(code[at:].startswith(("\\begin", "More")) for at in offsets)
