"""Each template is compiled with a report in English and in Chinese, cover data included."""

import json
import subprocess

import pytest

from agent.cli import run_command

pytestmark = [pytest.mark.tex, pytest.mark.slow]

CLASSES = {
    ("article", "en"): "{article}", ("article", "zh"): "{ctexart}",
    ("report", "en"): "{report}", ("report", "zh"): "{ctexrep}",
    ("ieee", "en"): "{IEEEtran}", ("ieee", "zh"): "{IEEEtran}",
    ("revtex", "en"): "{revtex4-2}", ("revtex", "zh"): "{revtex4-2}",
    ("ctexart", "en"): "{ctexart}",
}  # fmt: skip
NOTES = {
    "en": "# A spring\n\n## Aim\n\nThe constant of a spring is wanted.\n",
    "zh": "# 弹簧的劲度系数\n\n## 实验目的\n\n测定弹簧的劲度系数。\n",
}
COVER = {
    "en": ("Course: Physics II", "Group: B_3", "Instructor: Dr. Doe"),
    "zh": ("课程：Physics II", "组别：B_3", "指导教师：Dr. Doe"),
}
SETTINGS = (
    '[report]\nauthor = "A. Student"\naffiliation = "A University"\ncourse = "Physics II"\n'
    'group = "B_3"\ninstructor = "Dr. Doe"\ndate = "4 December 2026"\nkeywords = ["spring"]\n'
)


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "data"
    made.mkdir()
    rows = "\n".join(f"{0.1 * n:.1f},{2.45 * n + 0.02 * (-1) ** n:.2f}" for n in range(1, 11))
    (made / "spring.csv").write_text(f"x (m),F (N)\n{rows}\n", encoding="utf-8")
    (made / "reflectex.toml").write_text(SETTINGS, encoding="utf-8")
    return made


def squeezed(text):
    """Without blanks: where a title page is set in a table, columns are parted by them."""
    return "".join(text.split())


@pytest.mark.parametrize(("template", "language"), CLASSES)
def test_a_template_sets_the_whole_report_with_its_cover(folder, tmp_path, template, language):
    (folder / "notes.md").write_text(NOTES[language], encoding="utf-8")
    out = tmp_path / "out"
    call = ["run", str(folder), "-o", str(out), "-q", "--author", "offline"]
    assert run_command([*call, "--template", template]) == 0
    content = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert content["warnings"] == []
    source = (out / "report.tex").read_text(encoding="utf-8")
    assert CLASSES[template, language] in source
    done = subprocess.run(
        ["pdftotext", str(out / "report.pdf"), "-"], capture_output=True, text=True, check=True
    )
    text = squeezed(done.stdout)
    for said in (*COVER[language], "A. Student", "A University", "4 December 2026"):
        assert squeezed(said) in text
    heading = {"en": "where the numbers come from", "zh": "数据来源"}[language]
    assert squeezed(heading) in text.lower()


@pytest.mark.parametrize("template", ["ieee", "revtex"])
def test_in_two_columns_what_is_wide_goes_over_both(folder, tmp_path, template):
    out = tmp_path / "out"
    call = ["run", str(folder), "-o", str(out), "-q", "--author", "offline"]
    assert run_command([*call, "--template", template]) == 0
    source = (out / "report.tex").read_text(encoding="utf-8")
    assert r"\begin{figure*}[tp]" in source
    assert r"\begin{table}[htbp]" in source
    log = next((out / ".reflectex" / "build").glob("*.log")).read_text(errors="replace")
    assert "Overfull \\hbox" not in log


def test_an_unknown_template_is_named_with_the_known_ones(folder, tmp_path, capsys):
    call = ["run", str(folder), "-o", str(tmp_path / "out"), "--author", "offline"]
    assert run_command([*call, "--template", "ieeee"]) == 2
    said = capsys.readouterr().err
    assert "template" in said
    assert "'ieee'" in said
