import shutil
import subprocess
import unicodedata
from pathlib import Path

import pytest

from agent.analysis.facts import Fact, Facts, Origin
from agent.analysis.printing import facts_tex, plain, tex, tex_number

HUBBLE = "kilometer / second / megaparsec"


def fact(value, uncertainty=None, unit=None, kind="statistic", digits=None, key="a.b"):
    return Fact(key, value, "a quantity", kind, Origin("made up"), uncertainty, unit, digits)


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (fact(465.2, 50.3, HUBBLE), "465 ± 50 km s⁻¹ Mpc⁻¹"),
        (fact(6.02214e23, 3e20, "1 / mole"), "(6.0221 ± 0.0030) × 10²³ mol⁻¹"),
        (fact(-1.2e-5, 3e-7), "(−1.200 ± 0.030) × 10⁻⁵"),
        (fact(1234567, kind="count"), "1234567"),
        (fact(45.123, 0.31, "degree"), "(45.12 ± 0.31)°"),
        (fact(45.123, None, "degree"), "45.12°"),
        (fact(5.1, 0.31, "percent"), "(5.10 ± 0.31) %"),
        (fact(3.0), "3"),
        (fact(3.14159), "3.142"),
        (fact(4.712, None, "micrometer / second", digits=2), "4.7 µm s⁻¹"),
        (fact(3.25, 0.0), "3.250"),
        (fact(float("inf")), "∞"),
        (fact(float("nan")), "undefined"),
        (fact("two runs & more", kind="text"), "two runs & more"),
    ],
)
def test_a_fact_reads_as_in_a_sentence(item, expected):
    assert plain(item) == expected


def test_a_fact_is_set_by_siunitx():
    assert tex(fact(465.2, 50.3, HUBBLE)) == r"\qty{465 \pm 50}{km.s^{-1}.Mpc^{-1}}"
    assert tex(fact(-1.2e-5, 3e-7)) == r"\num{-1.200 \pm 0.030 e-5}"
    assert tex(fact(1e-7, digits=2)) == r"\num{1.0e-7}"
    assert tex(fact("50% & more", kind="text")) == r"50\% \& more"


def test_the_number_alone_is_rounded_as_beside_its_uncertainty():
    assert tex_number(fact(465.2, 50.3, HUBBLE)) == r"\num{465}"


def test_only_facts_that_are_used_are_defined():
    facts = Facts((fact(1.0, key="a.one"), fact(2.0, key="a.two")))
    text = facts_tex(facts, ["a.two", "a.none", "a.two"])
    assert text.count(r"\definefact{") == 1
    assert r"\definefact{a.two}" in text


LEDGER = Facts(
    (
        fact(465.2, 50.3, HUBBLE, key="hubble.fit_velocity_distance.a"),
        fact(6.02214e23, 3e20, "1 / mole", key="avogadro"),
        fact(4.71, 0.021, "kiloohm", key="r.mean_1"),
        fact(20.51, 0.21, "degree_Celsius", key="t.mean"),
        fact(2.5, 0.11, "volt / delta_degree_Celsius", key="t.slope"),
        fact(31.4, 0.21, "degree", key="angle"),
        fact(3.1, 0.21, "permille", key="salt"),
        fact(7.3, 0.21, "angstrom", key="lattice"),
        fact(9.81, 0.021, "micrometer / second ** 2", key="g"),
        fact("50% of A_1", kind="text", key="note"),
    )
)
BODY = r"""
\begin{document}
\tableofcontents\listoffigures
\section{Constant \fact{hubble.fit_velocity_distance.a} and \factvalue{r.mean_1}}
\subsection{Unknown \fact{no.such_key}, \fact{note}, open \fact{?}}
\fact{avogadro}; \fact{r.mean_1}; \fact{t.mean}; \fact{t.slope}; \fact{angle}; \fact{salt};
\fact{lattice}; \fact{g}; $x = \fact{g}$; \MakeUppercase{head \fact{r.mean_1}}.
\begin{figure}[h]\caption[\fact{g}]{Slope \fact{t.slope} and \fact{not.here},
$n = \factvalue{?}$ shown.}\end{figure}
HYPERTARGETS
\end{document}
"""
SAID = (
    "(465 ± 50) km s−1 Mpc−1",
    "(4.710 ± 0.021) kΩ",
    "(20.51 ± 0.21) °C",
    "(2.50 ± 0.11) V °C−1",
    "(3.10 ± 0.21) ‰",
    "(7.30 ± 0.21) Å",
    "(9.810 ± 0.021) µm s−2",
    "HEAD (4.710 ± 0.021) kΩ",
    "[unknown fact: no.such_key]",
    "[unknown fact: not.here]",
    "50% of A_1",
    "open ?",
    "n = ? shown",
)


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("hyperref", (True, False), ids=("linked", "unlinked"))
@pytest.mark.parametrize("engine", ("pdflatex", "xelatex"))
def test_facts_are_printed_in_text_headings_captions_and_formulas(tmp_path, engine, hyperref):
    if shutil.which(engine) is None:
        pytest.skip(f"{engine} is not installed")
    fonts = r"\usepackage[T1]{fontenc}\usepackage{lmodern}" if engine == "pdflatex" else ""
    document = r"\documentclass{ctexart}" if engine == "xelatex" else r"\documentclass{article}"
    packages = r"\usepackage{amsmath,siunitx}" + r"\usepackage{hyperref}" * hyperref
    keys = [item.key for item in LEDGER]
    targets = "".join(rf"\hypertarget{{fact:{key}}}{{ }}" for key in keys) * hyperref
    body = BODY.replace("HYPERTARGETS", targets)
    (tmp_path / "facts.tex").write_text(facts_tex(LEDGER, [*keys, "no.such_key"]), "utf-8")
    source = document + fonts + packages + "\n\\input{facts}" + body
    (tmp_path / "main.tex").write_text(source, "utf-8")
    runs = [compiled(engine, tmp_path) for _ in range(3)]
    log = (tmp_path / "main.log").read_text("utf-8", errors="replace")
    assert runs[-1].returncode == 0, log[-3000:]
    assert "Missing character" not in log
    assert "Token not allowed" not in log  # what hyperref says of a macro in a bookmark
    assert "has been referenced but does not exist" not in log
    text = without_blanks(pdf_text(tmp_path / "main.pdf"))
    missing = [words for words in SAID if without_blanks(words) not in text]
    assert not missing, text


def without_blanks(text: str) -> str:
    """How wide a space is, and so whether it is one, depends on the line; Ω has two code points."""
    return "".join(unicodedata.normalize("NFC", text).split())


def compiled(engine: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    command = [engine, "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)


def pdf_text(path: Path) -> str:
    command = ["pdftotext", "-layout", str(path), "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode()


def test_the_noise_of_the_computation_is_no_uncertainty():
    exact = Fact("a.b", 0.0024999999999999988, "x", "statistic", Origin("m"), 2e-19)
    assert plain(exact) == "0.002500"
    fine = Fact("a.c", 299792.458, "x", "statistic", Origin("m"), 0.0011)
    assert plain(fine).endswith("± 0.0011")
