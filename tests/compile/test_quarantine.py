import re
import subprocess
from dataclasses import replace

import pytest

from compile.attempt import Attempt
from compile.document import compile_document
from compile.ledger import Ledger
from compile.quarantine import faultless, note, quarantine_text, quarantined_in, set_aside
from compile.result import Outcome
from latex.diagnostic import Diagnostic

HEAD = "\\documentclass{article}\n\\usepackage{graphicx}\n\\begin{document}\n"
END = "\n\\end{document}\n"


class Scripted:
    """A TeX that errs at BAD, notices LATE only at the end and never ends with LOOP."""

    def __init__(self):
        self.passes = 0

    def __call__(self, ledger: Ledger) -> Attempt | None:
        self.passes += 1
        root = ledger.texts["p.tex"]
        text = root + "".join(t for n, t in ledger.texts.items() if f"\\input{{{n[:-4]}}}" in root)
        if "LOOP" in text:
            return None
        found = [
            Diagnostic("error", f"It is wrong {n}.", "bad", name, n)
            for name, source in ledger.texts.items()
            for n, line in enumerate(source.split("\n"), start=1)
            if "BAD" in line
        ]
        if "LATE" in text:
            found.append(Diagnostic("error", "Too late.", "late", "p.tex", text.count("\n")))
        return Attempt(tuple(found), len(found), "LATE" not in text)


def printed(pdf):
    return subprocess.run(["pdftotext", pdf, "-"], capture_output=True, text=True).stdout


def aside(body, *, preamble="", **others):
    """What is left of the document, and what was set aside."""
    text = HEAD.replace("\\begin", f"{preamble}\\begin", 1) + body + END
    ledger = Ledger({"p.tex": text, **others}, "pdflatex")
    tex = Scripted()
    first = tex(ledger) or Attempt((), 1_000_000, False)
    found = set_aside(ledger, first, root="p.tex", attempt_on=tex)
    if found is None:
        return None
    kept, attempt = found
    assert attempt.complete
    assert not attempt.diagnostics
    return kept, quarantined_in(kept), tex.passes


def test_only_the_paragraph_with_the_error_goes():
    kept, blocks, passes = aside("One.\n\nTwo BAD two.\n\nThree.")
    assert [(b.file, b.line, b.end_line, b.source) for b in blocks] == [
        ("p.tex", 6, 6, "Two BAD two.")
    ]
    text = kept.texts["p.tex"]
    assert text.replace(note(blocks[0].reason, "p.tex:6"), "Two BAD two.") == kept.first["p.tex"]
    assert passes == 2


def test_several_errors_go_in_one_pass():
    paragraphs = [f"Number {n} {'BAD' if n % 7 == 0 else 'good'}." for n in range(30)]
    _, blocks, passes = aside("\n\n".join(paragraphs))
    assert [b.source for b in blocks] == [p for p in paragraphs if "BAD" in p]
    assert passes <= 3 + len(blocks)


def test_whole_environment_goes_with_its_error():
    body = "One.\n\n\\begin{tabular}{c}\n a BAD \\\\\n b\n\\end{tabular}\n\nTwo."
    _, blocks, _ = aside(body)
    assert [b.source for b in blocks] == [body.split("\n\n")[1]]
    assert (blocks[0].line, blocks[0].end_line) == (6, 9)


@pytest.mark.parametrize("mark", ["LATE", "LOOP"])
def test_what_tex_cannot_place_is_found_by_halving(mark):
    paragraphs = [f"Number {n}." for n in range(40)]
    paragraphs[23] = f"Number 23 {mark}."
    _, blocks, passes = aside("\n\n".join(paragraphs))
    assert [b.source for b in blocks] == [paragraphs[23]]
    assert passes < 14


def test_two_blocks_without_end_are_both_found():
    paragraphs = [f"Number {n}{' LOOP' if n in (3, 17) else ''}." for n in range(20)]
    _, blocks, _ = aside("\n\n".join(paragraphs))
    assert [b.source for b in blocks] == [paragraphs[3], paragraphs[17]]


def test_search_goes_on_inside_of_an_environment():
    body = "One.\n\n\\begin{quote}\nFirst.\n\nSecond LATE.\n\nThird.\n\\end{quote}\n\nTwo."
    _, blocks, _ = aside(body)
    assert [b.source for b in blocks] == ["Second LATE."]


def test_search_goes_on_inside_of_a_file_that_is_input():
    chapter = "Alpha.\n\nBeta LOOP.\n\nGamma.\n"
    kept, blocks, _ = aside("One.\n\n\\input{c}\n\nTwo.", **{"c.tex": chapter})
    assert [(b.file, b.line, b.source) for b in blocks] == [("c.tex", 3, "Beta LOOP.")]
    assert "Gamma." in kept.texts["c.tex"]


def test_command_of_the_preamble_goes_with_a_note_in_the_text():
    kept, blocks, _ = aside("One.", preamble="\\newcommand{\\x}{BAD}\n")
    assert [b.source for b in blocks] == ["\\newcommand{\\x}{BAD}"]
    text = kept.texts["p.tex"]
    assert "BAD}" not in text.split("\\begin{document}")[0]
    assert "could not be typeset" in text.split("\\begin{document}")[1]


def test_command_of_the_preamble_without_end_is_found_by_halving():
    lines = "".join(f"\\newcommand{{\\x{n}}}{{{'LOOP' if n == 'e' else n}}}\n" for n in "abcdefgh")
    _, blocks, _ = aside("One.", preamble=lines)
    assert [b.source for b in blocks] == ["\\newcommand{\\xe}{LOOP}"]


def test_class_that_cannot_be_used_is_no_block():
    text = HEAD.replace("article", "LOOP") + "One." + END
    first = Attempt((), 1_000_000, False)
    assert set_aside(Ledger({"p.tex": text}, "pdflatex"), first, root="p.tex",
                     attempt_on=Scripted()) is None  # fmt: skip


def test_echo_of_an_error_is_put_back():
    def tex(ledger):
        text = ledger.texts["p.tex"]
        lines = text.split("\n")
        if "CAUSE" not in text:
            return Attempt((), 0, True)
        found = [
            Diagnostic("error", "No.", "bad", "p.tex", n)
            for n, line in enumerate(lines, 1)
            if "CAUSE" in line or "ECHO" in line
        ]
        return Attempt(tuple(found), len(found), True)

    ledger = Ledger({"p.tex": HEAD + "A CAUSE.\n\nB ECHO.\n\nC ECHO." + END}, "pdflatex")
    found = set_aside(ledger, tex(ledger), root="p.tex", attempt_on=tex)
    assert found is not None
    kept, _ = found
    assert [b.source for b in quarantined_in(kept)] == ["A CAUSE."]


def test_missing_letter_costs_no_block():
    lacking = Diagnostic("error", "Lacks a letter.", "missing-character", "p.tex", 4)
    assert faultless(Attempt((lacking,), 1, True))
    assert not faultless(Attempt((replace(lacking, code="undefined-command"),), 1, True))
    assert not faultless(Attempt((), 0, False))


def test_kept_source_names_place_and_reason():
    _, blocks, _ = aside("One.\n\nTwo BAD\ntwo.")
    assert "% p.tex, lines 6-7: It is wrong 6.\nTwo BAD\ntwo.\n" in quarantine_text(blocks)


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])
@pytest.mark.parametrize("reason", [r"\ { } # & % $ _ ^ ~ é ≤ 漢", "plain"])
def test_note_is_set_by_any_engine_without_packages(engine, reason, write):
    root = write(f"Before.\n\n{note(reason, 'a_b.tex:3')}\n\nAfter.")
    result = compile_document(root, engine=engine)
    assert result.outcome is Outcome.CLEAN


@pytest.mark.tex
@pytest.mark.slow
def test_pdf_shows_the_note_and_the_source_is_kept(write):
    root = write("Before it.\n\nThis \\loop\\iftrue\\repeat never ends.\n\nAfter it.")
    result = compile_document(root, timeout=12)
    assert result.outcome is Outcome.DEGRADED
    text = printed(result.pdf)
    assert re.search("Before it.*could not be typeset.*After it", text, re.DOTALL)
    folder = root.parent / "paper.repaired"
    assert "never ends." in (folder / "quarantine.tex").read_text()
    assert "never ends." not in (folder / "paper.tex").read_text()
    assert "never ends." in root.read_text()
    assert [(q.file, q.line, q.end_line) for q in result.quarantined] == [("paper.tex", 6, 6)]


@pytest.mark.tex
@pytest.mark.slow
def test_chinese_document_gets_its_note_in_chinese(write):
    root = write(
        "\\documentclass{ctexart}\n\\begin{document}\n前面。\n\n坏 \\errmessage{no}\n\n"
        "后面。\n\\end{document}\n",
        whole=True,
    )
    result = compile_document(root)
    text = printed(result.pdf)
    assert "此处内容无法排版" in text
