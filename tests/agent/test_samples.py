"""Each sample becomes a PDF that states what is known of its data."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import regex
from pypdf import PdfReader

from agent.cli import run_command
from latex.citations import fact_keys

SAMPLES = Path(__file__).parent.parent.parent / "samples"
pytestmark = [pytest.mark.tex, pytest.mark.slow]


@pytest.fixture(scope="module", params=["boyle", "hubble", "michelson"])
def sample(request, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / request.param
    assert run_command(["run", str(SAMPLES / request.param), "-o", str(out), "-q"]) == 0
    done = subprocess.run(
        ["pdftotext", "-layout", str(out / "report.pdf"), "-"],
        capture_output=True,
        text=True,
        check=True,
    )
    return request.param, out, regex.sub(r"\s+", " ", done.stdout)


KNOWN = {
    # Power law and mean product by least squares; the exponent of the hypothesis is -1.
    "boyle": [r"1408\.1 ± 1\.0", r"−0\.9965 ± 0\.0020", r"1\.8 standard uncertainties"],
    # 423.94 ± 42.15 through the origin; 465 ± 50 is Hubble's own, 73.04 ± 1.04 a modern value.
    "hubble": [r"424 ± ?42", r"465 ?± ?50", r"73\.04 ± 1\.04", r"8\.3 standard uncertainties"],
    # Mean 299852.4, standard deviation 79.01, standard error 7.90; F(4, 95) = 4.288.
    "michelson": [r"299 ?852\.4 ± 7\.9", r"79 ?km", r"299 ?734\.5", r"4\.29", r"117\.9 ± 7\.9"],
}


def test_the_report_states_the_known_results(sample):
    name, _, text = sample
    missing = [pattern for pattern in KNOWN[name] if not regex.search(pattern, text)]
    assert not missing, text[:3000]


def test_the_report_is_whole(sample):
    _, _, text = sample
    assert "??" not in text
    assert "unknown fact" not in text
    assert "citation not found" not in text
    for heading in ("Abstract", "Introduction", "Data and method", "Results", "Discussion",
                    "Conclusion", "References", "Where the numbers come from"):  # fmt: skip
        assert heading in text


def test_every_number_of_the_users_text_and_ours_is_accounted_for(sample):
    """Our own sentences hold no literal number: each is a fact."""
    _, out, _ = sample
    source = (out / "report.tex").read_text(encoding="utf-8")
    results = source[source.index("\\section{Results}") : source.index("\\section{Discussion}")]
    prose = regex.sub(r"\\begin\{(figure|table)\}.*?\\end\{\1\}", "", results, flags=regex.DOTALL)
    prose = regex.sub(r"\\(?:fact|factvalue|ref|label|cite\w*)\{[^{}]*\}|\$[^$]*\$", "", prose)
    prose = regex.sub(r"\(experiment \d\)", "", prose)  # the name of a group
    assert not regex.findall(r"\d+", prose), prose


def test_every_number_leads_to_its_line_of_the_appendix(sample):
    _, out, _ = sample
    reader = PdfReader(out / "report.pdf")
    lines = {name for name in reader.named_destinations if name.startswith("fact:")}
    led = [
        goal
        for page in reader.pages
        for note in page.get("/Annots", ())
        if isinstance(goal := note.get_object().get("/A", {}).get("/D"), str)
        and goal.startswith("fact:")
    ]
    assert set(led) <= lines
    source = (out / "report.tex").read_text(encoding="utf-8")
    said = {f"fact:{key.lower()}" for key in fact_keys(source)}
    assert said
    assert said <= set(led)


def test_the_record_says_what_was_done(sample):
    _, out, _ = sample
    content = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert (content["status"], content["exit_code"], content["author"]) == ("done", 0, "offline")
    assert [s["name"] for s in content["stages"]] == [
        "scan", "explore", "figures", "write", "reflect", "bib", "compile",
    ]  # fmt: skip
    # Michelson's readings drift, which their lag-1 autocorrelation shows and the report must say.
    expected = ["autocorrelation"] if sample[0] == "michelson" else []
    assert len(content["warnings"]) == len(expected), content["warnings"]
    assert all(word in said for word, said in zip(expected, content["warnings"], strict=True))
    assert content["termination"] in ("satisfied", "low_severity")
    assert all(gate["compiles"] is not False for gate in content["rounds"])
    used = {c["path"] for c in content["coverage"] if c["used"]}
    assert {"notes.md", "references.bib", "reflectex.toml"} <= used
    assert any(path.endswith(".csv") for path in used)


def test_the_sources_compile_elsewhere_without_us(sample, tmp_path):
    _, out, _ = sample
    for name in ("report.tex", "facts.tex", "references.bib"):
        shutil.copy(out / name, tmp_path)
    shutil.copytree(out / "figures", tmp_path / "figures")
    done = subprocess.run(
        ["latexmk", "-norc", "-pdf", "-interaction=nonstopmode", "report.tex"],
        cwd=tmp_path,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0
