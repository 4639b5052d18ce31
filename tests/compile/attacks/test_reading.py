r"""Files outside the build folder: by every command that reads one, and by every kind of name."""

import pytest

from tests.compile.attacks.arena import Attack, cases, each_engine
from tests.naming import named

pytestmark = [pytest.mark.tex, pytest.mark.slow]

PDFTEX, XETEX, BOTH = ("pdflatex",), ("xelatex",), ("pdflatex", "xelatex")
PLAIN = r"\catcode`\$=12 \catcode`\~=12 "

NAMES = (
    Attack("absolute", r"\input{HOME/secret}"),
    Attack("parent", r"\input{../../home/secret}", engines=PDFTEX),
    Attack(
        "parent-in-the-middle",
        r"\input{./x/../../../home/secret.tex}",
        files={"x/a.tex": "x"},
        engines=PDFTEX,
    ),
    Attack("home", PLAIN + r"\input{~/secret}", named="~/secret", engines=PDFTEX),
    Attack("variable", PLAIN + r"\input{VAR/secret}", named="SELFAUTOPARENT", engines=PDFTEX),
    Attack("primitive", r"\makeatletter\@@input HOME/secret.tex ", engines=PDFTEX),
    Attack("carets", r"\input{^^2f^^2e^^2e/HOME/secret}", engines=PDFTEX),
    Attack("built", r"\edef\x{HOME/\string s\string ecret}\input{\x}", engines=XETEX),
)
COMMANDS = (
    Attack("read", r"\newread\r\openin\r=HOME/secret.tex \read\r to\x \x"),
    Attack("readline", r"\newread\r\openin\r=HOME/secret.tex \readline\r to\x \x", engines=PDFTEX),
    Attack(
        "read-variable",
        PLAIN + r"\newread\r\openin\r=VAR/secret.tex \read\r to\x \message{\x}",
        engines=BOTH,
        named="SELFAUTOPARENT",
    ),
    Attack(
        "verbatiminput", r"\verbatiminput{HOME/secret.txt}", r"\usepackage{verbatim}", engines=BOTH
    ),
    Attack(
        "listing", r"\lstinputlisting{HOME/secret.txt}", r"\usepackage{listings}", engines=PDFTEX
    ),
    Attack(
        "listing-parent",
        r"\lstinputlisting{../../home/secret.txt}",
        r"\usepackage{listings}",
        engines=XETEX,
    ),
    Attack("package", r"x", r"\usepackage{HOME/secret}", engines=PDFTEX),
    Attack(
        "file-dump",
        r"\typeout{\pdfunescapehex{\pdffiledump offset 0 length 99{HOME/secret.txt}}}",
        engines=PDFTEX,
    ),
)
PICTURES = (
    Attack("graphic", r"\includegraphics{HOME/secret.pdf}", r"\usepackage{graphicx}"),
    Attack(
        "graphic-parent",
        r"\includegraphics{../../home/secret}",
        r"\usepackage{graphicx}",
        engines=BOTH,
    ),
    Attack(
        "graphic-path",
        r"\includegraphics{secret}",
        r"\usepackage{graphicx}\graphicspath{{HOME/}}",
        engines=BOTH,
    ),
    Attack(
        "pages",
        r"\includepdf{HOME/secret.pdf}",
        r"\usepackage{pdfpages}",
        engines=BOTH,
    ),
    Attack("ximage", r"\pdfximage{HOME/secret.pdf}\pdfrefximage\pdflastximage", engines=PDFTEX),
    Attack("picture-file", r'\XeTeXpdffile "HOME/secret.pdf" page 1 ', engines=XETEX),
    Attack("picture-special", r"\special{pdf:epdf (HOME/secret.pdf)}", engines=XETEX),
    Attack("image-special", r"\special{pdf:  image width 9pt (HOME/secret.pdf)}", engines=XETEX),
)
EMBEDDING = (
    Attack("object", r"\immediate\pdfobj stream file {HOME/secret.txt}\pdfrefobj\pdflastobj{}",
           engines=PDFTEX),
    Attack("late-object", r"\pdfobj stream file {HOME/secret.txt}\pdfrefobj\pdflastobj{}",
           engines=PDFTEX),
    Attack("stream", r"\special{pdf:fstream @s (HOME/secret.txt)}"
           r"\special{pdf:docview << /Leak @s >>}", engines=XETEX),
    Attack("stream-variable", PLAIN + r"\special{pdf:fstream @s (VAR/secret.txt)}"
           r"\special{pdf:docview << /Leak @s >>}", engines=XETEX, named="SELFAUTOPARENT"),
    Attack("stream-spaced", r"\special{  pdf:  fstream   @s    (HOME/secret.txt)}"
           r"\special{pdf:docview << /Leak @s >>}", engines=XETEX),
    Attack("attachment", r"\embedfile{HOME/secret.txt}", r"\usepackage{embedfile}", engines=PDFTEX),
)  # fmt: skip
AUXILIARY = (
    Attack(
        "aux-file",
        r"\makeatletter\immediate\write\@auxout{\string\@input{HOME/secret.aux}}",
        engines=BOTH,
    ),
    Attack(
        "bibliography",
        r"\cite{a}\bibliographystyle{plain}\bibliography{HOME/secret}",
        engines=PDFTEX,
        latexmk=True,
    ),
    Attack(
        "bibliography-variable",
        PLAIN + r"\cite{a}\bibliographystyle{plain}\bibliography{VAR/secret}",
        engines=PDFTEX,
        latexmk=True,
    ),
    Attack(
        "bibliography-of-biber",
        r"\cite{a}\printbibliography",
        r"\usepackage{biblatex}\addbibresource{HOME/secret.bib}",
        engines=PDFTEX,
        latexmk=True,
    ),
)
ALL = (*NAMES, *COMMANDS, *PICTURES, *EMBEDDING, *AUXILIARY)


@pytest.mark.parametrize(
    ("attack", "engine", "level"),
    cases(*ALL),
    ids=named,
)
def test_secret_is_not_reached_and_the_attempt_is_named(attack, engine, level, arena):
    built = arena.locked(attack, engine, level)
    assert arena.leaked(built) == []
    assert any(attack.named in d.message for d in built.diagnostics), built.diagnostics


@pytest.mark.parametrize(("attack", "engine"), each_engine(*ALL), ids=named)
def test_secret_is_reached_where_nothing_is_locked(attack, engine, arena):
    """Proof that the test above looks in the right place."""
    arena.unlocked(attack, engine)
    assert arena.leaked() != []


@pytest.mark.parametrize("level", ["bubblewrap", "limits"])
@pytest.mark.parametrize("source", [r"\input{link}", r"\input{out/secret}", r"\input{.hidden}"])
def test_links_that_lead_out_and_hidden_files_are_left_behind(source, level, arena):
    (arena.project / "link.tex").symlink_to(arena.home / "secret.tex")
    (arena.project / "out").symlink_to(arena.home)
    (arena.project / ".hidden.tex").symlink_to(arena.home / "secret.tex")
    attack = Attack("link", source)
    built = arena.locked(attack, "pdflatex", level)
    assert arena.leaked(built) == []
    assert any(d.code in {"missing-file", "forbidden-file"} for d in built.diagnostics)
    arena.unlocked(attack, "pdflatex")
    assert arena.leaked() != []
