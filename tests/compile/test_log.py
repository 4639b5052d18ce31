"""Every log in `logs/` is what TeX wrote about the document of the same name beside it."""

import shutil
import time
from pathlib import Path

import pytest

from compile.log import read_log
from compile.process import run_limited
from compile.sandbox import cage, sandbox_level
from latex.diagnostic import Diagnostic

LOGS = Path(__file__).parent / "logs"
XELATEX = {"missing-character"}

Expected = list[tuple[str, str, str | None, int | None]]
HERE = "HERE"
"""Stands for the document itself."""

EXPECTED: dict[str, Expected] = {
    "broken-figure": [("error", "broken-figure", HERE, 6)],
    "clashing-packages": [("error", "package-error", HERE, 3)],
    "clean": [],
    "cut-off-caption": [("error", "runaway-argument", HERE, 4)],
    "error-in-heading": [("error", "undefined-command", HERE, 4)],
    "fifteen-errors": [
        ("error", "undefined-command", HERE, 5),
        ("error", "missing-dollar", HERE, 7),
        ("error", "misplaced-alignment", HERE, 9),
        ("error", "missing-dollar", HERE, 11),
        ("error", "unicode-character", HERE, 13),
        ("error", "undefined-environment", HERE, 15),
        ("error", "missing-item", HERE, 20),
        ("error", "extra-alignment", HERE, 25),
        ("error", "double-script", HERE, 30),
        ("error", "left-right", HERE, 34),
        ("error", "undefined-color", HERE, 37),
        ("error", "only-in-math", HERE, 39),
        ("error", "invalid-number", HERE, 41),
        ("warning", "missing-figure", HERE, 43),
        ("error", "missing-unit", HERE, 43),
        ("error", "wrong-place", HERE, 45),
        ("error", "runaway-argument", HERE, 47),
        ("error", "unbalanced-environment", HERE, 53),
    ],
    "extra-alignment": [("error", "extra-alignment", HERE, 5)],
    "forged-lines": [("error", "undefined-command", HERE, None)],
    "input-tree": [
        ("warning", "undefined-reference", "input-tree-one.tex", 1),
        ("error", "undefined-command", "input-tree-one.tex", 3),
        ("warning", "undefined-reference", HERE, 4),
        ("error", "undefined-command", "input-tree-two.tex", 1),
        ("error", "undefined-command", HERE, 6),
    ],
    "late-displays": [
        ("error", "runaway-argument", HERE, 7),
        ("error", "unbalanced-environment", HERE, 12),
        ("error", "unbalanced-environment", HERE, 16),
    ],
    "late-in-display": [
        ("error", "undefined-command", HERE, 7),
        ("error", "double-script", HERE, 8),
        ("error", "left-right", HERE, 13),
        ("error", "missing-brace", HERE, 19),
    ],
    "late-lines": [
        ("error", "extra-alignment", HERE, 6),
        ("error", "column-specification", HERE, 10),
        ("error", "missing-item", HERE, 16),
        ("error", "no-line-to-end", HERE, 21),
        ("error", "missing-dollar", HERE, 24),
        ("error", "missing-dollar", HERE, 27),
    ],
    "listing-not-ascii": [("error", "invalid-encoding", HERE, 7)],
    "misplaced-alignment": [("error", "misplaced-alignment", HERE, 3)],
    "missing-character": [("error", "missing-character", HERE, 6)],
    "missing-dollar": [("error", "missing-dollar", HERE, 3)],
    "missing-figure": [("warning", "missing-figure", HERE, 6)],
    "missing-input": [("error", "missing-file", HERE, 4)],
    "missing-number": [
        ("error", "missing-number", HERE, 3),
        ("error", "missing-unit", HERE, 3),
    ],
    "missing-package": [("error", "missing-package", HERE, 3)],
    "never-closed-environment": [("error", "unbalanced-environment", HERE, 4)],
    "no-end-document": [("error", "emergency-stop", HERE, 3)],
    "open-in-chapter": [
        ("error", "unbalanced-environment", "open-in-chapter-one.tex", 3),
        ("warning", "unclosed-group", "open-in-chapter-one.tex", 1),
    ],
    "open-formula": [("error", "missing-dollar", HERE, 3)],
    "open-references": [
        ("warning", "undefined-citation", HERE, 3),
        ("warning", "undefined-reference", HERE, 4),
    ],
    "option-clash": [("error", "option-clash", HERE, 3)],
    "overfull": [("warning", "overfull", HERE, 3), ("info", "overfull", HERE, 5)],
    "package-error": [
        ("error", "undefined-color", HERE, 4),
        ("error", "column-specification", HERE, 6),
    ],
    "runaway-argument": [("error", "runaway-argument", HERE, 5)],
    "self-calling-command": [("error", "capacity", HERE, 2)],
    "strange-names": [
        ("warning", "undefined-reference", "strange-names größe 1.tex", 1),
        ("error", "undefined-command", "strange-names größe 1.tex", 3),
        ("warning", "undefined-reference", "strange-names-(二).tex", 2),
        ("error", "undefined-command", "strange-names-(二).tex", 3),
        ("error", "undefined-command", "strange-names-deep.tex", 1),
        ("warning", "undefined-reference", "strange-names-(二).tex", 5),
        ("warning", "undefined-reference", HERE, 7),
        ("error", "undefined-command", HERE, 8),
    ],
    "text-command-in-math": [
        ("error", "text-command-in-math", HERE, 3),
        ("error", "missing-character", None, None),
    ],
    "too-many-braces": [("error", "too-many-braces", HERE, 4)],
    "unbalanced-environment": [("error", "unbalanced-environment", HERE, 5)],
    "unclosed-group": [("warning", "unclosed-group", HERE, 4)],
    "undefined-command": [
        ("error", "undefined-command", HERE, 3),
        ("error", "undefined-command", HERE, 4),
    ],
    "unicode-character": [
        ("error", "unicode-character", HERE, 3),
        ("error", "unicode-character", HERE, 4),
    ],
}

SENTENCES = {
    "undefined-command": (
        r"The command \toprule is not defined; it comes with the package booktabs."
    ),
    "missing-package": "The package nosuchpackage is not installed, or its name is misspelt.",
    "unbalanced-environment": r"\begin{itemize} of line 3 is closed by \end{enumerate} here.",
    "never-closed-environment": r"\begin{center} is never closed by \end{center}.",
    "missing-character": "The PDF lacks the 2 characters 单 摆: not in the font lmroman10-regular.",
    "clashing-packages": (
        "subcaption: This package can't be used in cooperation with the subfig package."
    ),
    "unicode-character": (
        "The character zero width space (U+200B) is not known to pdfLaTeX; "
        "write it as a command, or compile with xelatex."
    ),
    "late-displays": "A blank line stands inside the formula align, which may hold none.",
    "runaway-argument": (
        r"The argument of \textbf that begins here is never closed: "
        "a } is missing, or a % cuts it off."
    ),
}


def sources(name: str) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in LOGS.glob(f"{name}*.tex")}


def read(name: str, log: str) -> tuple[Diagnostic, ...]:
    return read_log(log, known_files=sources(name))


def summary(name: str, found: tuple[Diagnostic, ...]) -> Expected:
    document = f"{name}.tex"
    return [
        (d.severity, d.code, HERE if d.file == document else d.file, d.line) for d in found
    ]  # fmt: skip


def test_every_log_has_an_expectation():
    assert {path.stem for path in LOGS.glob("*.log")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_log_is_read_as_expected(name):
    found = read(name, (LOGS / f"{name}.log").read_text("utf-8"))
    assert summary(name, found) == EXPECTED[name]


@pytest.mark.parametrize("name", SENTENCES)
def test_sentence_is_one_a_person_understands(name):
    found = read(name, (LOGS / f"{name}.log").read_text("utf-8"))
    assert SENTENCES[name] in [diagnostic.message for diagnostic in found]


@pytest.mark.parametrize("name", EXPECTED)
def test_sentences_are_whole_and_plain(name):
    for diagnostic in read(name, (LOGS / f"{name}.log").read_text("utf-8")):
        assert diagnostic.message.endswith((".", "!"))
        assert "\n" not in diagnostic.message
        assert "TeX stopped here" not in diagnostic.message


@pytest.mark.parametrize(
    "path", sorted((LOGS / "wrapped").glob("*.log")), ids=lambda path: path.stem
)
def test_log_with_broken_lines_says_the_same(path):
    """These logs were made without `max_print_line`: lines end after 79 bytes."""
    whole = read(path.stem, (LOGS / path.name).read_text("utf-8"))
    broken = read(path.stem, path.read_bytes().decode("utf-8", "replace"))
    assert broken == whole


@pytest.mark.parametrize("path", sorted((LOGS / "plain").glob("*.log")), ids=lambda path: path.stem)
def test_log_of_a_users_own_run_says_the_same(path):
    """Made without `-file-line-error` and with broken lines, as an editor's TeX run is."""
    whole = read(path.stem, (LOGS / path.name).read_text("utf-8"))
    plain = read(path.stem, path.read_text("utf-8"))
    assert summary(path.stem, plain) == summary(path.stem, whole)


@pytest.mark.parametrize("name", EXPECTED)
def test_excerpt_of_an_error_ends_where_tex_stopped(name):
    files = sources(name)
    for found in read(name, (LOGS / f"{name}.log").read_text("utf-8")):
        if found.code in {"undefined-command", "misplaced-alignment", "double-script"}:
            assert found.file is not None
            assert (
                found.line is None or found.context in files[found.file].split("\n")[found.line - 1]
            )
            assert len(found.context) <= 120


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_the_installed_tex_still_writes_such_a_log(name, tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    for path in LOGS.iterdir():
        if path.is_file() and path.suffix != ".log":
            shutil.copy(path, source)
    engine = "xelatex" if name in XELATEX else "pdflatex"
    command = (engine, "-no-shell-escape", "-interaction=nonstopmode", "-file-line-error", name)
    caged = cage(command, level=sandbox_level(), source=source, scratch=tmp_path / "scratch")
    for _ in range(2 if name == "error-in-heading" else 1):
        run_limited(
            caged.command, cwd=source, env=caged.env, timeout=60, cpu=60, address_space=1 << 30,
            file_size=1 << 26, output_limit=1 << 24,
        )  # fmt: skip
    log = (source / f"{name}.log").read_text("utf-8", "replace")
    assert summary(name, read(name, log)) == EXPECTED[name]


def test_line_that_the_file_does_not_have_is_not_claimed():
    (found,) = read_log(
        "./a.tex:99: Undefined control sequence.\nl.99 \\x\n", known_files={"a.tex": ""}
    )
    assert (found.file, found.line) == ("a.tex", None)


@pytest.mark.parametrize("text", ["", "\n\n", "\0\0", "(" * 10_000, ")" * 10_000, "! ", "Runaway "])
def test_what_is_no_log_says_nothing(text):
    assert read_log(text, known_files={}) == ()


def test_log_cut_off_anywhere_is_still_read():
    for name in ("input-tree", "package-error", "runaway-argument"):
        log = (LOGS / f"{name}.log").read_text("utf-8")
        for end in range(0, len(log), 97):
            read(name, log[:end])


def test_same_problem_is_reported_once():
    error = "./a.tex:1: Undefined control sequence.\nl.1 \\x\n      y\nhelp\n\n"
    assert len(read_log(error * 50, known_files={"a.tex": "\\x y\n"})) == 1


def test_error_is_never_crowded_out_by_remarks():
    remarks = "".join(
        f"Overfull \\hbox (30.0pt too wide) in paragraph at lines {n}--{n}\n\n"
        for n in range(1, 400)
    )
    log = f"(./a.tex\n{remarks}./a.tex:1: Undefined control sequence.\nl.1 \\x\n      y\n\n"
    found = read_log(log, known_files={"a.tex": "\n" * 500})
    assert len(found) == 200
    assert found[-1].code == "undefined-command"


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "(./a.tex ",
        ")",
        "{",
        "$",
        "\\(",
        "\\begin{a}",
        "& ",
        "\\left(",
        "l.1 ",
        "<argument> x",
        "\n\n",
    ],
)
def test_hostile_document_and_log_are_read_in_a_moment(piece):
    text = piece * (100_000 // len(piece))
    for code in (
        r"Missing $ inserted.",
        r"Missing \right. inserted.",
        "Extra alignment tab has been",
    ):
        log = f"(./a.tex\n{text}\n./a.tex:1: {code}\n<argument> {text}\nl.1 {text}\n\n\n{text}"
        start = time.process_time()
        read_log(log, known_files={"a.tex": text})
        assert time.process_time() - start < 2
