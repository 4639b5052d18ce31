r"""Files outside the build folder, hidden files, and the user's own sources, to be written."""

import pytest

from compile.build import build
from compile.errors import Uncompilable
from compile.forbidden import forbidden
from tests.compile.attacks.arena import Attack, cases, each_engine
from tests.naming import named

pytestmark = [pytest.mark.tex, pytest.mark.slow]

BOTH, PDFTEX = ("pdflatex", "xelatex"), ("pdflatex",)
WRITE = r"\newwrite\w\immediate\openout\w=%s \immediate\write\w{x}\immediate\closeout\w"

ATTACKS = (
    Attack("absolute", WRITE % "HOME/planted.txt", named="planted", engines=BOTH),
    Attack("parent", WRITE % "../planted.txt", named="planted", engines=BOTH),
    Attack("hidden", WRITE % ".planted", named="planted", engines=PDFTEX),
    Attack("filecontents", r"\begin{filecontents}{../planted.tex}x\end{filecontents}",
           named="planted", engines=PDFTEX),
    Attack("include", "x", r"\makeatletter\immediate\openout\@partaux ../planted.aux",
           named="planted", engines=PDFTEX),
)  # fmt: skip


@pytest.mark.parametrize(
    ("attack", "engine", "level"),
    cases(*ATTACKS),
    ids=named,
)
def test_nothing_is_written_outside_and_the_attempt_is_named(attack, engine, level, arena):
    built = arena.locked(attack, engine, level)
    assert arena.leaked(built) == []
    assert any(attack.named in d.message for d in built.diagnostics), built.diagnostics


@pytest.mark.parametrize(
    ("attack", "engine"),
    each_engine(*ATTACKS),
    ids=named,
)
def test_it_is_written_where_nothing_is_locked(attack, engine, arena):
    arena.unlocked(attack, engine)
    assert arena.leaked() != []


@pytest.mark.parametrize("level", ["bubblewrap", "limits"])
def test_sources_of_the_user_stay_as_they_are(level, arena):
    body = "".join(
        rf"\immediate\openout\w={name} \immediate\write\w{{gone}}\immediate\closeout\w"
        for name in ("paper.tex", "refs.bib", "part.tex")
    )
    attack = Attack(
        "own", rf"\newwrite\w{body}", files={"refs.bib": "@book{a}\n", "part.tex": "Part.\n"}
    )
    arena.lay(attack)
    before = {path.name: path.read_bytes() for path in arena.project.iterdir()}
    arena.locked(attack, "pdflatex", level)
    assert {path.name: path.read_bytes() for path in arena.project.iterdir()} == before
    assert (arena.job / "source" / "refs.bib").read_text() == "gone\n"


def test_lualatex_is_refused_without_bubblewrap(arena):
    root = arena.lay(Attack("lua", r"\directlua{io.open('HOME/planted', 'w'):close()}"))
    with pytest.raises(Uncompilable, match="bubblewrap"):
        build(root, engine="lualatex", timeout=30, sandbox="limits", folder=arena.job)
    assert arena.leaked() == []


def test_list_for_a_model_would_have_seen_them_all(arena):
    for attack in ATTACKS:
        root = arena.lay(attack)
        if attack.name != "filecontents":
            assert forbidden({"paper.tex": root.read_text()}), attack
