import pytest

from compile.remedies.ends import ends_for
from compile.remedies.nesting import nesting


def closed(code):
    """The code with the likeliest end of its one unclosed environment."""
    (fault,) = nesting("main.tex", code).faults
    at, text = ends_for(fault, code)[0]
    return code[:at] + text + code[at:]


@pytest.mark.parametrize(
    ("code", "end"),
    [
        ("\\begin{equation}\n  a = b\nwhich is known since long.\n", "b\n\\end{equation}\nwhich"),
        ("\\begin{align}\n  a &= b \\\\\n  c &= d\n\nText.\n", "d\n\\end{align}\n\nText"),
        ("\\begin{center}\n  \\begin{tabular}{ll}\n    a & b \\\\\n    c & d\n\n\\end{center}",
         "d\n  \\end{tabular}\n\n"),
        ("\\begin{itemize}\n  \\item A\n    more\n\nText.\n", "more\n\n\\end{itemize}\nText"),
        ("\\begin{itemize}\n\\item A\n\n\\item B\n\nText.\n", "B\n\n\\end{itemize}\nText"),
        ("\\begin{figure}\n  \\caption{A}\n  \\label{a}\n\nText.\n", "\n\\end{figure}\nText"),
        ("\\begin{quote}\nA.\n\\section{B}\nText.\n", "A.\n\\end{quote}\n\\section"),
        ("\\begin{document}\nText.\n", "Text.\n\\end{document}\n"),
        ("\\[ \\begin{pmatrix} 1 & 2 \\\\\n  3 & 4\n\\]", "4\n\\end{pmatrix}\n\\]"),
    ],
)  # fmt: skip
def test_end_comes_where_what_the_environment_holds_ends(code, end):
    assert end in closed(code)


def test_last_resort_is_the_end_of_what_is_around_it():
    code = "\\begin{center}\n\\begin{quote}\nA\n\nB\n\\end{center}\n"
    (fault,) = nesting("main.tex", code).faults
    assert ends_for(fault, code)[-1] == (code.index("\\end"), "\\end{quote}\n")
