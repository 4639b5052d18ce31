r"""What keeps a run from more than TeX's own rules keep it from, as Perl: a lock and a seal.

latexmk hands names that a document chose to a shell (`\bibliography{a$(touch b)}`) and to Perl's
`open` (`\@input{touch b|}` in an .aux file), and starts biber, which evaluates pieces of its
control file as Perl (`\step[replace=…]` of a source map, a datatype, a locale) and fetches what
that file names, from the whole disk and from the network. TeX's ban on shell escape stops none of
it. The lock, for latexmk's option `-e`, wraps three of its subroutines and refuses such names.

kpathsea asks whether a name leads out of the folder before it puts values in the place of `$NAME`
and homes in the place of `~user`, so its paranoid rules let `~root/x.tex` in. pdfTeX embeds any
file by `\pdfobj stream file`, xdvipdfmx by `\special{pdf:fstream}` and as a picture; neither asks
whether TeX may read it. The seal looks at what they cannot hide: TeX's record of the files it
opened, and the commands in XeTeX's output before xdvipdfmx reads them. What a run leaves that read
a file it must not is taken away.

Each refusal is a line of output that begins with `REFUSED`. TeX, latexmk and biber need Perl, so it
is there. The Perl goes with the command line: inside the cage this folder cannot be seen.
"""

from pathlib import Path

REFUSED = "Reflectex refused"
"""How the lines of refusals begin; `compile.blocked` reads them."""


def _perl(*names: str) -> str:
    folder = Path(__file__).parent / "perl"
    return "\n".join((folder / f"{name}.pl").read_text(encoding="utf-8") for name in names)


LATEXMK_LOCK = _perl("checks", "lock")
"""For latexmk's option `-e`."""
SEALED = ("perl", "-e", _perl("checks", "seal"))
"""In front of the command of an engine that runs without latexmk."""


def seal_settings(root: str, roots: tuple[str, ...]) -> dict[str, str]:
    """The environment lock and seal need: the main file, and the folders TeX may read besides."""
    return {
        "REFLECTEX_REFUSED": REFUSED,
        "REFLECTEX_BASE": root.removesuffix(".tex"),
        "REFLECTEX_ROOTS": ":".join(roots),
    }
