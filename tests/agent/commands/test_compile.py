import pytest

from tests.agent.commands.calling import asked_text, call, call_json, fenced
from tests.endpoint import Answer, Endpoint

HEAD = "\\documentclass{article}\n\\begin{document}\n"
END = "\\end{document}\n"
STUBBORN = (
    "\\section{Method}\nWe weighed it \\errmessage{no} twice.\n\\section{Result}\nIt is heavy.\n"
)


@pytest.fixture
def paper(tmp_path):
    def write(body):
        path = tmp_path / "paper.tex"
        path.write_text(f"{HEAD}{body}{END}")
        return path

    return write


@pytest.mark.parametrize(
    ("option", "value"), [("--engine", "nosuchtex"), ("--bibtool", "bibfoo"), ("--timeout", "0")]
)
def test_unknown_wish_is_a_usage_error(paper, capsys, option, value):
    code, out, err = call(capsys, "compile", paper("x"), option, value)
    assert (code, out) == (2, "")
    assert value in err


@pytest.mark.tex
@pytest.mark.slow
class TestRepair:
    def test_cure_is_told_with_before_and_after(self, paper, capsys):
        path = paper("\\begin{itemize}\n\\item One\n\\end{itemize}\nSee \\textbff{this}.\n")
        code, out, err = call(capsys, "compile", path)
        assert (code, out.strip()) == (0, str(path.with_suffix(".pdf")))
        assert "- See \\textbff{this}." in err
        assert "+ See \\textbf{this}." in err
        assert "\\textbff" in path.read_text()
        assert "\\textbf{this}" in path.with_name("paper.repaired.tex").read_text()

    def test_json_names_cures_and_blocks_by_place(self, paper, capsys):
        path = paper(f"See \\textbff{{this}}.\n\n{STUBBORN}")
        code, content = call_json(capsys, "compile", path)
        assert (code, content["outcome"]) == (6, "degraded")
        cured = [c for c in content["repaired"] if c["remedy"] != "quarantine"]
        assert [(c["file"], c["line"], c["before"], c["after"]) for c in cured] == [
            ("paper.tex", 3, "See \\textbff{this}.", "See \\textbf{this}.")
        ]
        assert [(q["file"], q["line"], q["end_line"]) for q in content["quarantined"]] == [
            ("paper.tex", 6, 6)
        ]
        kept = path.with_name("paper.repaired") / "quarantine.tex"
        assert "We weighed it \\errmessage{no} twice." in kept.read_text()

    def test_without_repair_errors_are_told_and_nothing_is_changed(self, paper, capsys):
        path = paper("See \\textbff{this}.\n")
        code, content = call_json(capsys, "compile", path, "--no-repair")
        assert (code, content["repaired"]) == (6, [])
        assert [d["code"] for d in content["diagnostics"]] == ["undefined-command"]
        assert not path.with_name("paper.repaired.tex").exists()

    def test_log_is_kept_where_it_is_wanted(self, paper, capsys, tmp_path):
        code, content = call_json(capsys, "compile", paper("Text.\n"), "--keep", tmp_path / "logs")
        assert code == 0
        assert content["log"] == str(tmp_path / "logs" / "paper.log")
        assert "This is pdfTeX" in (tmp_path / "logs" / "paper.log").read_text()

    def test_without_a_pdf_the_first_three_problems_are_said(self, tmp_path, capsys):
        path = tmp_path / "paper.tex"
        path.write_text("\\documentclass{article}\n\\csname @@end\\endcsname\n")
        code, out, err = call(capsys, "compile", path, "--no-repair")
        assert (code, out) == (5, "")
        assert "No PDF: " in err

    def test_model_mends_the_section_that_no_remedy_cures(self, paper, capsys):
        path = paper(STUBBORN)
        with Endpoint(
            lambda body, _: fenced(asked_text(body).replace(" \\errmessage{no}", ""))
        ) as endpoint:
            code, content = call_json(
                capsys, "compile", path, "--base-url", endpoint.url, "--model", "m"
            )
            requests = endpoint.requests
        assert (code, content["outcome"]) == (0, "warnings")
        assert [c["remedy"] for c in content["repaired"]] == ["model"]
        assert len(requests) == 1
        assert "It is heavy" not in asked_text(requests[0])
        repaired = path.with_name("paper.repaired.tex").read_text()
        assert repaired == path.read_text().replace(" \\errmessage{no}", "")

    def test_model_that_fails_leaves_the_block_to_quarantine(self, paper, capsys):
        with Endpoint(lambda body, _: Answer(status=400, body={"error": {"message": "no"}})) as end:
            code, content = call_json(
                capsys, "compile", paper(STUBBORN), "--base-url", end.url, "--model", "m"
            )
        assert (code, [c["remedy"] for c in content["repaired"]]) == (6, ["quarantine"])

    def test_no_model_is_asked_without_being_named(self, paper, capsys, monkeypatch):
        with Endpoint(lambda body, _: fenced("x")) as endpoint:
            monkeypatch.setenv("OPENAI_API_KEY", "k")
            monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
            code, _ = call_json(capsys, "compile", paper(STUBBORN))
            assert (code, endpoint.requests) == (6, [])
