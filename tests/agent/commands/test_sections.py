import json
import subprocess
import sys

import pytest

from tests.agent.commands.calling import PROJECT, call, call_json, started
from tests.agent.documents.test_read import ROOT, lay

ARTICLE = r"""\documentclass{article}
\begin{document}
\section*{Preface}
A word on \cite{b,a} and \cite{a}. \nocite{*}
\part[Short]{A long
  title with $x^2$}
\label{p} See \ref{p} and \eqref{e}. \fact{k.a} \fact{k.a}
\begin{equation}x\label{e}\end{equation}
\begin{figure}\includegraphics{f}\caption{c}\end{figure}
\begin{table}\caption{t}\end{table}
% \section{Comment}
\appendix
\section{测量 结果}
我们测量了。
\end{document}
\section{Behind}
"""


def test_the_object_has_the_names_that_scripts_depend_on(tmp_path, capsys):
    root = lay(tmp_path, t=ARTICLE)
    code, content = call_json(capsys, "sections", root)
    assert code == 0
    assert list(content) == ["file", "encoding", "sections", "structure"]
    assert (content["file"], content["encoding"]) == (str(root), "utf-8")
    for row in content["sections"]:
        assert list(row) == [
            "anchor", "level", "title", "short_title", "starred", "file", "line", "start", "end",
        ]  # fmt: skip
    first, part, last = content["sections"]
    assert (first["anchor"], first["level"], first["starred"]) == ("n1", "section", True)
    assert (part["level"], part["short_title"], part["line"]) == ("part", "Short", 5)
    assert part["title"].startswith("A long")
    assert (last["title"], last["level"], last["file"]) == ("测量 结果", "section", "t.tex")
    assert ARTICLE[last["start"] : last["end"]].startswith("\\section{测量 结果}")
    assert "\\end{document}" not in ARTICLE[last["start"] : last["end"]]
    seen = content["structure"]
    assert list(seen) == [
        "cites", "nocites", "labels", "refs", "figures", "tables", "graphics", "equations",
        "facts", "words", "cjk_characters",
    ]  # fmt: skip
    assert (seen["cites"], seen["nocites"]) == (["b", "a"], ["*"])
    assert (seen["labels"], seen["refs"]) == (["p", "e"], ["p", "e"])
    assert (seen["figures"], seen["tables"], seen["graphics"]) == (1, 1, ["f"])
    assert (seen["equations"], seen["facts"], seen["cjk_characters"]) == (1, ["k.a"], 9)


def test_sections_of_a_project_lie_in_their_files(tmp_path, capsys):
    one = "Before.\n\\chapter{One}\n\\section{Inner}\nText.\n"
    two = "\\chapter{Two}\r\nLine\r\n\\section{Größe}\r\n"
    root = lay(tmp_path, t=ROOT % "\\include{ch/one}\n\\include{ch/two}", ch__one=one, ch__two=two)
    _, content = call_json(capsys, "sections", root)
    files = {"t.tex": root.read_text(), "ch/one.tex": one, "ch/two.tex": two}
    got = [(row["file"], row["line"], row["title"]) for row in content["sections"]]
    assert got == [
        ("ch/one.tex", 2, "One"),
        ("ch/one.tex", 3, "Inner"),
        ("ch/two.tex", 1, "Two"),
        ("ch/two.tex", 3, "Größe"),
    ]
    for row in content["sections"]:
        span = files[row["file"]][row["start"] : row["end"]]
        assert span.startswith(f"\\{row['level']}{{{row['title']}}}")
    code, out, err = call(capsys, "sections", root)
    assert code == 0
    assert "ch/two.tex:3" in out
    assert "4 headings" in err


def test_a_presentation_is_listed(tmp_path, capsys):
    source = (
        "\\documentclass{beamer}\\begin{document}\n\\section<presentation>[S]{Slides}\n"
        "\\begin{frame}{T}x\\end{frame}\n\\subsection*{More}\n\\end{document}\n"
    )
    _, content = call_json(capsys, "sections", lay(tmp_path, t=source))
    assert [(r["title"], r["short_title"], r["starred"]) for r in content["sections"]] == [
        ("Slides", "S", False),
        ("More", None, True),
    ]


def test_offsets_count_the_characters_of_the_decoded_file(tmp_path, capsys):
    text = "\\documentclass{article}\r\n\\begin{document}Größe\r\n\\section{Maß}\r\n\\end{document}"
    for data in (text.encode("latin-1"), b"\xef\xbb\xbf" + text.encode()):
        _, content = call_json(capsys, "sections", lay(tmp_path, t=data))
        (row,) = content["sections"]
        assert text[row["start"] : row["end"]] == "\\section{Maß}\r\n"
        assert row["line"] == 3


@pytest.mark.parametrize("text", ["", "no section", "\\documentclass{article}", "{" * 999])
def test_a_document_without_sections_has_an_empty_list(tmp_path, capsys, text):
    code, content = call_json(capsys, "sections", lay(tmp_path, t=text))
    assert (code, content["sections"]) == (0, [])
    assert call(capsys, "sections", lay(tmp_path, t=text))[0] == 0


def test_files_that_were_not_read_are_named_on_stderr(tmp_path, capsys):
    root = lay(tmp_path, t=ROOT % "\\input{gone}\\section{A}")
    code, out, err = call(capsys, "sections", root)
    assert (code, "gone" in out) == (0, False)
    assert "gone was not read, since it is not there." in err


def test_a_file_that_cannot_be_read_is_said_in_one_object(tmp_path, capsys):
    code, content = call_json(capsys, "sections", tmp_path / "gone.tex")
    assert code == 2
    assert content["exit_code"] == 2
    assert "gone.tex" in content["error"]
    code, out, err = call(capsys, "sections", tmp_path / "gone.tex")
    assert (code, out) == (2, "")
    assert "gone.tex" in err


@pytest.mark.slow
def test_bytes_that_are_no_characters_are_printed_as_escapes(tmp_path):
    text = "\\section{中}\n" + "这是一个很长的段落，它的字节基本上都是正确的。\n" * 9
    lay(tmp_path, t=text.encode() + b"\\section{A \xff\x81\xc3 B}\n")
    done = started("sections", "t.tex", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["sections"][0]["title"] == "中"
    assert started("sections", "t.tex", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.slow
def test_a_terminal_in_another_encoding_is_no_error(tmp_path, encoding):
    lay(tmp_path, t="\\section{Größe 中}\n")
    env = {"PYTHONIOENCODING": encoding}
    done = started("sections", "t.tex", "--json", cwd=tmp_path, env=env)
    assert json.loads(done.stdout.decode(encoding))["sections"][0]["title"] == "Größe 中"
    assert started("sections", "t.tex", cwd=tmp_path, env=env).returncode == 0


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    lay(tmp_path, t="\\section{A}\n" * 3000)
    process = subprocess.Popen(
        [sys.executable, "-m", "agent.cli", "sections", "t.tex"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(PROJECT), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    told = process.stderr.read()
    process.stderr.close()
    process.wait(60)
    assert told == b""
