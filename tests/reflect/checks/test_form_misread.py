import pytest

from tests.reflect.checks.form import cured, document, found, seen

NAMES = "Müller Gödel Poincaré Łukasiewicz Erdős Čech Ångström Kähler Señor Åsa Ø straße Ş"
SIGNS = "5 ± 0.1 µm, 20 °C, “so” – ‘it’ — is… → ≤ ½ ² 🚀"
WORDS = "实验结果 Привет αβγ"


def misread(text, encoding="cp1252"):
    """As a program has it that takes UTF-8 for another encoding."""
    return "".join(bytes([byte]).decode(encoding, "ignore") or chr(byte) for byte in text.encode())


@pytest.mark.parametrize(
    "source",
    [
        NAMES,
        SIGNS,
        WORDS,
        "«été», “é”, „Ä“, é…, à–b, «Été» É» ç»…",
        "5 Å³, 10 Å², 5 Å±0.1, the Å–scale and é¹²",
        "AÇÃO, SÃO, NÃO, Ãnd, Âge, Île, Œuvre, ÂÃÄÅ",
        "Å“",
        "% CafÃ©",
        "\\begin{lstlisting}\nCafÃ©\n\\end{lstlisting}",
    ],
)
def test_letters_beyond_ascii_are_left_alone(source):
    assert seen("mojibake", source) == []


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
@pytest.mark.parametrize(
    "text", [*NAMES.split()[:-3], "Señor", "straße", "±", "°C", "µm", "–", "→"]
)
def test_a_name_in_the_wrong_encoding_is_told_and_mended(text, encoding):
    source = document(f"By {misread(text, encoding)} and others.")
    assert len(found("mojibake", source)) == len([c for c in text if ord(c) > 127])
    assert cured("mojibake", source) == document(f"By {text} and others.")


@pytest.mark.parametrize(
    ("source", "right"),
    [
        (misread("“so” – it’s…"), "“so” – it’s…"),
        (misread("实验结果"), "实验结果"),
        (misread("Привет"), "Привет"),
        (misread("αβ"), "αβ"),
        (misread(misread("Müller")), "Müller"),
        (misread("5\u00a0m"), "5~m"),
        (rf"\author{{{misread('Gödel')}}}", r"\author{Gödel}"),
        (misread("\ufeffText"), "Text"),
    ],
)
def test_what_was_misread_is_read_again(source, right):
    assert cured("mojibake", source) == right
    assert seen("mojibake", right) == []


def test_a_key_in_the_wrong_encoding_is_told_and_kept():
    source = rf"\cite{{{misread('müller')}}}"
    assert len(found("mojibake", source)) == 1
    assert cured("mojibake", source) is None


@pytest.mark.parametrize("lost", ["M\ufffdller", "锟斤拷", "a\x93b"])
def test_a_character_that_is_lost_is_told(lost):
    assert len(found("mojibake", lost)) == 1
    assert cured("mojibake", lost) is None


@pytest.mark.parametrize(
    "source",
    [
        "\tThe text\n\tis indented.",
        "\ttextual \ttau\n\tthe times",
        "new\nef and\nabla\x0c\nPage",
        "\r\nright\nno one\nabove",
        "a\\\\\nref{b} is odd".replace("\nref", "\n ref"),
        "% \x08egin",
    ],
)
def test_white_space_is_no_command(source):
    expected = ["\n"] if "abla" in source else []
    assert seen("eaten-backslash", source) == expected


@pytest.mark.parametrize(
    "command",
    [
        r"\begin{a}", r"\beta", r"\frac{a}{b}", r"\footnote{a}", r"\textbf{a}", r"\times",
        r"\theta", r"\ref{a}", r"\rho", r"\right)", r"\nabla", r"\newline", r"\alpha",
        r"\vec{a}", r"\varphi", r"\bar{a}", r"\title{a}",
    ],
)  # fmt: skip
def test_a_command_of_which_the_beginning_was_eaten_is_told_and_mended(command):
    letter = {"a": "\x07", "b": "\x08", "f": "\x0c", "n": "\n", "r": "\r", "t": "\t", "v": "\x0b"}
    source = f"The $ {letter[command[1]]}{command[2:]} $ of it."
    assert [finding.severity for finding in found("eaten-backslash", source)] == [5]
    assert cured("eaten-backslash", source) == f"The $ {command} $ of it."


@pytest.mark.parametrize(
    "source",
    [
        r"the $\n\n$ and $\n$ of it",
        document(r"\n\n", r"\newcommand{\n}{x}"),
        r"\name \nu \newline \noindent\n",
        r"\verb|\n\n|",
        r"a \\n\\n",
    ],
)
def test_a_command_called_n_is_no_line_end(source):
    assert seen("escaped-line-end", source) == []


def test_an_escaped_line_end_becomes_one():
    source = r"The end.\n\n\section{A}\n\begin{a}\n\item b"
    assert cured("escaped-line-end", source) == ("The end.\n\n\\section{A}\n\\begin{a}\n\\item b")
