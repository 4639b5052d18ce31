r"""What the deny-list finds in a text, and what it lets pass."""

import time

import pytest

from compile.blocked import blocked_attempts
from compile.document import compile_document
from compile.errors import Uncompilable
from compile.forbidden import forbidden, reaching

HONEST = r"""\documentclass[a4paper]{article}
\usepackage{graphicx,booktabs}
\graphicspath{{figures/}}
\newcommand{\half}{\frac{1}{2}}
\begin{document}
\input{sections/method} \include{sections/results}
\includegraphics[width=0.5\textwidth]{fall.pdf}
The ratio a/b, the path \texttt{/etc/passwd}, home \verb|~/x|, and 50\,\% of \url{https://a.b/../c}.
\begin{verbatim}
\write18{ls} \directlua{os.execute("ls")} ^^5c
\end{verbatim}
% \input{/etc/passwd}
\bibliographystyle{plainnat}
\bibliography{refs}
\end{document}
"""


def test_text_of_a_report_is_let_pass():
    assert forbidden({"report.tex": HONEST}) == ()
    assert forbidden({}) == ()


@pytest.mark.parametrize(
    "attempt",
    [
        r"\write18{touch x}", r"\immediate\write 18{x}", r"\write=18{x}", '\\write"12{x}',
        r"\write'22{x}", r"\ShellEscape{x}", "\\input{|\"ls\"}", r"\input|ls",
        r"\input{/etc/passwd}",
        r"\input /etc/passwd", r"\input{../secret}", r"\input{a/../../b}", r"\input{~root/x}",
        r"\input{\string~root/x}", r"\input{$SELFAUTOPARENT/etc/passwd}", r"\input{\name}",
        r"\openin3=/etc/passwd", r"\newread\r", r"\read\r to\x", r"\newwrite\w", r"\openout\w=x",
        r"\verbatiminput{/etc/passwd}", r"\lstinputlisting[firstline=1]{../a}", r"\@input{/x.aux}",
        r"\includegraphics[width=1cm]{/home/x.png}", r"\includepdf[pages=-]{../a.pdf}",
        r"\bibliography{refs,/home/refs}", r"\addbibresource[location=remote]{http://a/b.bib}",
        r"\addbibresource{https://a/b.bib}", r"\csvreader{/etc/passwd}{}{}",
        r"\usepackage{/x/evil}", "\\begin{luacode} x() \\end{luacode}",
        r"\import{/etc/}{passwd}", r"\special{pdf:fstream @s (x)}", r"\pdfobj stream file{x}",
        r"\pdffiledump offset 0 length 9{x}", r"\pdfmapline{=x <y}", r"\XeTeXpicfile x",
        r"\directlua{x()}", r"\latelua{x()}", r"\csname input\endcsname", r"\catcode`\$=12",
        r"\scantokens{x}", r"^^5cinput", r"\errorstopmode", r"\batchmode", r"\embedfile{x}",
        r"\let\verbatim\relax", r"\renewenvironment{comment}{}{}", r"\let\iffalse\iftrue",
        r"\DeclareSourcemap{\maps{\map{\step[fieldsource=x, replace=y]}}}",
    ],
)  # fmt: skip
def test_attempt_is_named_with_its_place(attempt):
    found = forbidden({"good.tex": "Text.", "bad.tex": f"Text.\n\nMore {attempt} text.\n"})
    assert {(d.severity, d.code, d.file, d.line) for d in found} == {
        ("error", "blocked", "bad.tex", 3)
    }
    assert any(d.context.split("{")[0][:6] in attempt for d in found)
    assert all(d.context in d.message for d in found)


def test_first_line_that_asks_for_a_shell_is_named():
    (found,) = forbidden({"a.tex": "%& -shell-escape\nText."})
    assert (found.line, found.context) == (1, "%& -shell-escape")


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (
            r"\directlua{os.execute('x') io.open('y') lfs.dir('/')}",
            ["os.execute", "io.open", "lfs.dir"],
        ),
        ("\\begin{luacode}\nsocket.http.request('x')\n\\end{luacode}", ["socket.http"]),
        (r"\directlua{tex.print(math.pi)}", []),
        ("We call os.execute in Lua.", []),
        (r"\newread\r \catcode`\%=12 \csname x\endcsname", []),
        (r"\graphicspath{{../figures/}}", []),
        (r"\input{../secret}", [r"\input{../secret}"]),
    ],
)
def test_in_a_text_of_the_user_only_what_leaves_the_folder_counts(source, names):
    found = reaching({"a.tex": source})
    assert [d.context for d in found] == names
    assert {d.severity for d in found} <= {"warning"}


@pytest.mark.parametrize(
    "hostile",
    ["{", "$", r"\(", r"\begin{a}", r"\input[", r"\input{{", "^^a", r"\step[", r"\openin "],
)
def test_hostile_text_is_read_fast(hostile):
    started = time.monotonic()
    forbidden({"a.tex": hostile * (100_000 // len(hostile))})
    assert time.monotonic() - started < 5


SOURCES = {"a.tex": "Text.\n\\special{pdf:fstream @s (/home/x/secret.txt)}\n\\write18{touch y}\n"}


def test_refusal_of_the_seal_becomes_an_error_at_its_place():
    refused = "Reflectex refused: a file from outside in the PDF: fstream @s (/home/x/secret.txt)"
    output = f"(./a.tex [1]\n{refused}\n"
    told = [(d.severity, d.line) for d in blocked_attempts(output, "", {"a.tex": "x"}, ())]
    assert told == [("error", None)]
    output = "\nReflectex refused: a file from outside: /home/x/secret.txt\n"
    (first, second) = blocked_attempts(output, "", SOURCES, ())
    assert (first.severity, first.code, first.file, first.line) == ("error", "blocked", "a.tex", 2)
    assert "/home/x/secret.txt" in first.message
    assert (second.severity, second.line) == ("warning", 3)


def test_program_that_was_not_run_is_named_once():
    log = "runsystem(touch y)...disabled.\n"
    (found,) = blocked_attempts("", log, SOURCES, ())
    assert found.message == "Blocked: the program touch y was not run."
    assert (found.severity, found.file, found.line) == ("warning", "a.tex", 3)


def test_quiet_run_says_nothing():
    assert list(blocked_attempts("", "", {"a.tex": HONEST}, ())) == []


@pytest.mark.tex
def test_text_of_a_model_is_not_given_to_tex_that_nothing_holds(tmp_path, monkeypatch):
    monkeypatch.setattr("compile.document.sandbox_level", lambda: "limits")
    root = tmp_path / "a.tex"
    root.write_text("\\documentclass{article}\\begin{document}\\special{x}\\end{document}")
    with pytest.raises(Uncompilable, match=r"a\.tex:1: error: Not allowed .* \\special"):
        compile_document(root, engine="pdflatex", by_model=True)
    assert [path.name for path in tmp_path.iterdir()] == ["a.tex"]
