"""What came out against what went in: pure comparisons, then real PDFs of small documents."""

import struct
import subprocess
import time
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compile.process import run_limited
from compile.sandbox import cage, sandbox_level
from compile.truth import (
    absent_pictures,
    blank_pages,
    compared,
    examine,
    fonts_not_embedded,
    lost_ideographs,
    lost_text,
    question_marks,
    split_pages,
)
from compile.truth_words import letters
from latex.diagnostic import Diagnostic

AIM = (
    "The pendulum was hung from a thin thread and let go without a push. Its swings were counted "
    "for several minutes, and the period follows from their number. A second series with a shorter "
    "thread was made on the next day, because the first one had shown an unexpected drift."
)
METHOD = (
    "We measured the length with a ruler and the time with a stop watch held in the left hand. "
    "Every reading was repeated by another observer, who did not know the value found before. "
    "Differences between both were never larger than three tenths of a second in any run."
)


def document(*bodies: str, head: str = r"\documentclass{article}") -> dict[str, str]:
    return {"main.tex": head + "\n\\begin{document}\n" + "\n".join(bodies) + "\n\\end{document}\n"}


SECTIONS = (rf"\section{{Aim}} {AIM}", rf"\section{{Method}} {METHOD}")


def codes(found) -> list[str]:
    return [diagnostic.code for diagnostic in found]


def test_text_that_is_printed_is_no_loss():
    assert (
        list(lost_text(f"1 Aim\n{AIM}\n2 Method\n{METHOD}", document(*SECTIONS), "main.tex")) == []
    )


def test_section_that_is_not_printed_is_named_with_its_line():
    (found,) = lost_text(f"1 Aim\n{AIM}", document(*SECTIONS), "main.tex")
    assert (found.severity, found.code, found.file, found.line) == (
        "error", "section-lost", "main.tex", 4,
    )  # fmt: skip
    assert found.message == "Next to nothing of the section “Method” is in the PDF."


def test_text_before_the_first_heading_counts_too():
    (found,) = lost_text(f"Aim {METHOD}", document(AIM, SECTIONS[1]), "main.tex")
    assert found.message == "Next to nothing of the text before the first heading is in the PDF."


def test_long_passage_that_is_not_printed_is_quoted():
    texts = document(rf"\section{{Both}} {AIM} {METHOD} {AIM.upper()}")
    printed = f"Both {AIM} {AIM}"
    (found,) = lost_text(printed, texts, "main.tex")
    assert (found.code, found.line) == ("text-lost", 3)
    assert "begins “" in found.message


def test_hyphens_ligatures_case_and_columns_do_not_matter():
    printed = METHOD.upper().replace("OBSERVER", "OBSER-\nVER").replace("DIFFERENCES", "Diﬀerences")
    printed = printed.replace(" ", "\n")
    assert list(lost_text(printed, document(SECTIONS[1]), "main.tex")) == []


@pytest.mark.parametrize(
    "wrapped",
    [
        "\\iffalse\n{}\n\\fi",
        "\\begin{{comment}}\n{}\n\\end{{comment}}",
        "\\newcommand{{\\unused}}{{{}}}",
        "\\newif\\ifdraft\n\\ifdraft\n{}\n\\fi",
        "\\end{{document}}\n{}",
        "\\newcommand{{\\hide}}[1]{{}}\n\\hide{{{}}}",
    ],
)
def test_what_is_not_meant_to_be_printed_is_no_loss(wrapped):
    texts = document(SECTIONS[0], wrapped.format(SECTIONS[1]))
    assert list(lost_text(AIM, texts, "main.tex")) == []


def test_formulas_tables_and_keys_are_no_words():
    source = (
        r"\section{Sums} "
        + r"\begin{equation} alpha + beta = gamma \text{ where nothing is printed } \end{equation}"
        + r"\begin{tabular}{ll} one two three four & five six seven eight \\ \end{tabular}"
        + r"\label{a-long-label-of-many-words}\cite{author2020first,author2021second}"
        + r"\begin{verbatim} nothing here is compared at all by words \end{verbatim}"
    )
    assert list(lost_text("Sums", document(source * 3), "main.tex")) == []


def test_accents_are_letters():
    source = (
        r"\section{Umlaute} " + r"Gr\"o{\ss}en der Fl\"ussigkeit \'etudi\'ee \c{c}a na\"\i ve. " * 4
    )
    printed = "Umlaute " + "Gr¨oßen der Flüssigkeit étudiée ça naı̈ve. " * 4
    assert list(lost_text(printed, document(source), "main.tex")) == []


def test_file_that_is_input_is_compared_and_one_of_definitions_is_not():
    texts = document(r"\input{part}") | {
        "part.tex": SECTIONS[1],
        "macros.tex": r"\newcommand{\long}{" + AIM + "}",
        "refs.bbl": AIM,
    }
    (found,) = lost_text("nothing", texts, "main.tex")
    assert (found.file, found.line) == ("part.tex", 1)


CHINESE = "单摆的周期与摆长的平方根成正比，与摆球的质量无关。我们用秒表测量了二十次摆动的时间。"


def test_chinese_text_is_compared_by_its_characters():
    texts = document(rf"\section{{原理}} {CHINESE * 2}", head=r"\documentclass{ctexart}")
    broken = "原理\n" + "\n".join(CHINESE[n : n + 7] for n in range(0, len(CHINESE), 7)) * 2
    assert compared(broken + "\f", "", b"", texts, "main.tex", "xelatex") == ()


def test_chinese_text_from_an_engine_for_latin_letters_is_an_error():
    texts = document("A title.", CHINESE)
    (found,) = lost_ideographs("A title.", texts, "pdflatex")
    assert (found.severity, found.code, found.file, found.line) == (
        "error", "cjk-lost", "main.tex", 4,
    )  # fmt: skip
    assert "compile with xelatex" in found.message


def test_chinese_in_comments_alone_is_no_text():
    assert list(lost_ideographs("A title.", document("% " + CHINESE, "Text."), "pdflatex")) == []


def test_chinese_loss_is_said_once_and_not_for_each_section():
    texts = document(*(rf"\section{{S}} {CHINESE}" for _ in range(5)))
    assert codes(compared("S S S S S\f", "", b"", texts, "main.tex", "pdflatex")) == ["cjk-lost"]


def test_pdf_without_any_text_is_an_error():
    assert codes(compared("\f\f", "", b"", document(*SECTIONS), "main.tex", "pdflatex")) == [
        "no-text"
    ]


def test_single_empty_page_is_told_unless_it_may_be_meant():
    pages = ["text", " 2 \n", "more text"]
    (found,) = blank_pages(pages, b"", document("x"), "main.tex")
    assert found.message == "Page 2 of the PDF is empty."
    assert (
        list(blank_pages(pages, b"", document("x", head=r"\documentclass{book}"), "main.tex")) == []
    )
    assert list(blank_pages(pages, b"/Subtype /Image", document("x"), "main.tex")) == []
    drawn = document(r"\begin{tikzpicture}\end{tikzpicture}")
    assert list(blank_pages(pages, b"", drawn, "main.tex")) == []


def test_question_marks_are_told_by_their_pages():
    (found,) = question_marks(["see figure ??", "all well?", "Why [?]"], document("x"))
    assert found.message == "The pages 1, 3 of the PDF show ?? where a number should stand."
    assert list(question_marks(["Really??"], document("Really??"))) == []


def test_question_marks_the_log_has_explained_are_not_told_again():
    known = (Diagnostic("warning", "There is no label a to refer to.", "undefined-reference"),)
    texts = document("x")
    assert compared("see ??\f", "", b"", texts, "main.tex", "pdflatex", known) == ()


PICTURES = r"\includegraphics{a.pdf} \includegraphics[width=3cm]{b} \includegraphics{a.pdf}"
FORM, IMAGE = b"<< /Type /XObject /Subtype /Form >>", b"<< /Type/XObject/Subtype/Image >>"


@pytest.mark.parametrize(
    ("data", "absent", "lost"),
    [(b"", 0, True), (FORM, 0, True), (FORM + IMAGE, 0, False), (FORM, 1, False), (b"", 2, False)],
)
def test_pictures_are_counted_by_file(data, absent, lost):
    assert bool(list(absent_pictures(data, document(PICTURES), absent))) is lost


@pytest.mark.parametrize(
    "unknown",
    [
        r"% \includegraphics{a}",
        r"\ifdraft\includegraphics{a}\fi",
        r"\newcommand{\logo}{\includegraphics{a}}",
        r"\newcommand{\fig}[1]{\includegraphics{#1}}",
        r"\includegraphics{\jobname-plot}",
    ],
)
def test_picture_that_may_not_be_meant_is_not_missed(unknown):
    assert list(absent_pictures(b"", document(unknown))) == []


def test_lost_picture_is_named_with_its_line():
    (found,) = absent_pictures(b"", document("Text.", r"\includegraphics{plot}"))
    assert (found.severity, found.file, found.line) == ("warning", "main.tex", 4)


FONTS = """name                     type              encoding         emb sub uni object ID
------------------------ ----------------- ---------------- --- --- --- ---------
ABCDEF+LMRoman10-Regular Type 1            Custom           yes yes no       4  0
Helvetica                Type 1            Standard         no  no  no      17  0
"""


def test_font_that_is_not_embedded_is_named():
    (found,) = fonts_not_embedded(FONTS)
    assert found.message.startswith("The font Helvetica is not embedded in the PDF")
    assert list(fonts_not_embedded("\n".join(FONTS.split("\n")[:3]))) == []
    assert list(fonts_not_embedded("")) == []


def test_tools_that_are_absent_say_nothing(tmp_path):
    pdf = tmp_path / "main.pdf"
    pdf.write_bytes(b"%PDF-1.5")
    assert examine(pdf, document(*SECTIONS), "main.tex", "pdflatex", run=lambda _: "") == ()


def test_pages_are_split_at_form_feeds():
    assert split_pages("a\fb\f") == ["a", "b"]
    assert split_pages("") == []


@given(st.text(max_size=60))
def test_letters_keep_nothing_but_letters_and_digits_and_are_stable(text):
    once = letters(text)
    assert letters(once) == once
    assert all(character.isalnum() for character in once)


@pytest.mark.parametrize(
    "piece",
    [
        "{",
        "}",
        "$",
        "\\(",
        "\\begin{a}",
        "\\if ",
        "\\textbf{",
        '\\"',
        "\\hide{",
        "摆",
        "\\item[",
        "a ",
    ],
)
def test_hostile_source_is_compared_in_a_moment(piece):
    texts = document(piece * (100_000 // len(piece)))
    start = time.process_time()
    compared("x\f", "", b"", texts, "main.tex", "pdflatex")
    assert time.process_time() - start < 3


GERMAN = r"""
\section{Versuchsaufbau}
Die Fl\"ussigkeitss\"aule wird \"uber den Schlauch gef\"ullt, wobei die
\emph{Oberfl\"achenspannung} der L\"osung vernachl\"assigt
wird. Gr\"o\ss ere Abweichungen treten w\"ahrend der Messung nicht auf, weil der
Beh\"alter\footnote{Ein Becherglas mit Henkel aus \emph{g\"unstigem} Glas.} ruht.
Effiziente Verfahren flie\ss en sp\"ater in die Auswertung $x = \frac{1}{2} a t^2$ ein, und zwar
unter Ber\"ucksichtigung der Temperaturabh\"angigkeit, siehe Seite~\pageref{a}.\label{a}
"""
DECK = r"""
\begin{frame}{First} \begin{itemize}\item<1-> The pendulum swings to and fro without any end
\item<2-> and the observers count its swings with \alert{great} patience all day \end{itemize}
\note{Remember to tell them the story of the clock that stopped when the old man died at last.}
\end{frame}
"""
REAL: dict[str, tuple[str, str, str]] = {
    "two-columns": (
        "pdflatex",
        r"\documentclass[twocolumn]{article}\usepackage[T1]{fontenc}\usepackage{lmodern,microtype}",
        "\n".join(SECTIONS) * 4,
    ),
    "accents": ("pdflatex", r"\documentclass[twocolumn]{article}", GERMAN * 3),
    "accents-xelatex": ("xelatex", r"\documentclass{article}\usepackage{fontspec}", GERMAN * 3),
    "slides": ("pdflatex", r"\documentclass{beamer}", r"\section{Swings}" + DECK * 2),
    "chinese": (
        "xelatex",
        r"\documentclass{ctexart}",
        rf"\section{{原理}} {CHINESE} Some {AIM} \section{{方法}} \textbf{{{CHINESE}}} {CHINESE}",
    ),
}


def built(folder: Path, engine: str, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    command = (engine, "-no-shell-escape", "-interaction=nonstopmode", "main.tex")
    for _ in range(2):
        caged = cage(command, level=sandbox_level(), source=folder, scratch=folder.parent / "s")
        run_limited(
            caged.command, cwd=folder, env=caged.env, timeout=60, cpu=60,
            address_space=1 << 31, file_size=1 << 26, output_limit=1 << 24,
        )  # fmt: skip
    return folder / "main.pdf"


def examined(pdf: Path, texts: dict[str, str], engine: str) -> list[str]:
    def run(command: tuple[str, ...]) -> str:
        return subprocess.run(
            command, cwd=pdf.parent, capture_output=True, check=True, timeout=60
        ).stdout.decode("utf-8", "replace")

    return codes(examine(pdf, texts, "main.tex", engine, run=run))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = tmp_path / "source"
    source.mkdir()
    return source


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("name", REAL)
def test_real_document_that_is_all_there_raises_no_alarm(name, folder):
    engine, head, body = REAL[name]
    texts = document(body, head=head)
    assert examined(built(folder, engine, texts), texts, engine) == []


@pytest.mark.tex
@pytest.mark.slow
def test_real_section_that_tex_sets_but_does_not_print_is_missed(folder):
    texts = document(SECTIONS[0], r"\setbox0\vbox{", SECTIONS[1], "}")
    assert examined(built(folder, "pdflatex", texts), texts, "pdflatex") == ["section-lost"]


@pytest.mark.tex
@pytest.mark.slow
def test_real_chinese_text_without_a_font_for_it_is_missed(folder):
    texts = document("Title.", CHINESE)
    assert "cjk-lost" in examined(built(folder, "xelatex", texts), texts, "xelatex")


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])
def test_real_pictures_are_found_in_the_pdf(engine, folder):
    (folder / "photo.png").write_bytes(png())
    drawing = document(r"\thispagestyle{empty} A drawing.")
    built(folder, "pdflatex", drawing).rename(folder / "drawing.pdf")
    pictures = r"\includegraphics{drawing.pdf} \includegraphics[width=1cm]{photo.png} "
    head = r"\documentclass{article}\usepackage{graphicx}"
    texts = document(AIM, pictures * 2, head=head)
    pdf = built(folder, engine, texts)
    assert examined(pdf, texts, engine) == []
    more = document(AIM, pictures, r"\includegraphics{a}\includegraphics{b}", head=head)
    assert examined(pdf, more, engine) == ["picture-lost"]


def png() -> bytes:
    """A picture of two by two grey points."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", 2, 2, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\0\x40\x80" * 2)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
