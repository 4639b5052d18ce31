"""TeX asked about a proposal, in a folder of its own."""

import pytest

from agent.reflecting import verify
from agent.reflecting.verify import report_layout, verify_in
from reflect.history import Termination
from reflect.loop import reflect
from reflect.roles import Hooks, Roles
from tests.reflect.drafts import POLICY, ScriptedCritic, ScriptedReviser, change, plan, prose

SOURCE = "\n".join(
    [
        r"\documentclass{article}",
        r"\usepackage{graphicx}",
        r"\input{facts}",
        r"\begin{document}",
        r"\section{Results}",
        prose(1) + r" It is \fact{a.b}.",
        r"\section{Figure}",
        r"\includegraphics{figures/track.png}",
        prose(2),
        r"\end{document}", "",
    ]
)  # fmt: skip
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415478da63f8ffff"
    "3f0005fe02fea73581e40000000049454e44ae426082"
)


@pytest.fixture
def layout(tmp_path):
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "track.png").write_bytes(PIXEL)
    return report_layout(
        tmp_path, lambda source: "\\newcommand\\fact[1]{4.2}\n", {"figures/track.png": ""}
    )


@pytest.mark.tex
def test_tex_says_whether_it_takes_a_report_with_its_facts_and_figures(layout):
    asked = verify_in(layout, "pdflatex", 60)
    assert asked(SOURCE) is True
    assert asked(SOURCE.replace("It is", r"\undefinedcommand It is")) is False
    assert asked(SOURCE.replace("It is", "It is $")) is False


@pytest.mark.tex
def test_a_round_that_tex_no_longer_takes_is_reverted(layout):
    critic = ScriptedCritic(plan(change("n1")))
    reviser = ScriptedReviser(("A straight line", r"A \straight line"))
    hooks = Hooks(verify=verify_in(layout, "pdflatex", 60))
    result = reflect(SOURCE, Roles(critic, reviser), POLICY, hooks=hooks)
    assert result.final == SOURCE
    assert result.termination is Termination.REGRESSED
    assert [o.rule for o in result.history[0].verdict.objections] == ["does-not-compile"]


def test_each_source_is_tried_once(layout, monkeypatch):
    tried = []
    monkeypatch.setattr(verify, "takes", lambda root, **kw: tried.append(root.read_text()))
    asked = verify_in(layout, "pdflatex", 60)
    assert [asked("a"), asked("b"), asked("a")] == [None, None, None]
    assert tried == ["a", "b"]
