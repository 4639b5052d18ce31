"""The typefaces of a figure: Latin Modern like the document around it, with fallback by glyph.

Latin Modern has the document's letters and digits; Latin Modern Math adds Greek, operators, thin
spaces and the italic letters of Unicode; Fandol is what ctex sets Chinese in, and misses more than
half of GBK, so a Noto or system face stands behind it; DejaVu Serif, which matplotlib brings along,
has the superscripts that none of them has.
"""

import shutil
import subprocess
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from matplotlib import font_manager, get_data_path
from matplotlib.ft2font import FT2Font

TREES = (
    "/usr/share/texmf/fonts/opentype/public",
    "/usr/share/texlive/texmf-dist/fonts/opentype/public",
    "/usr/share/fonts/opentype",
)
"""Where Debian and Ubuntu put TeX's OpenType fonts; elsewhere kpsewhich is asked."""
LATIN = "lm/lmroman10-regular.otf"
ITALIC = "lm/lmroman10-italic.otf"
BOLD = "lm/lmroman10-bold.otf"
MATH = "lm-math/latinmodern-math.otf"
FANDOL = "fandol/FandolSong-Regular.otf"
CHINESE = (
    "Noto Serif CJK SC",
    "Noto Serif CJK JP",  # the first face of the same file; all that matplotlib 3.10 sees of it
    "Source Han Serif SC",
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "SimSun",
    "Songti SC",
    "WenQuanYi Zen Hei",
)


@dataclass(frozen=True, slots=True)
class Face:
    family: str
    path: str

    def has(self, character: str) -> bool:
        return _opened(self.path).get_char_index(ord(character)) != 0


@dataclass(frozen=True, slots=True)
class Typefaces:
    latin: Face
    math: Face
    """Has the letters and symbols of formulas."""
    italic: str
    """Pattern of the face for variables, as mathtext wants it."""
    bold: str
    chinese: tuple[Face, ...]
    rest: tuple[Face, ...]

    @property
    def all(self) -> tuple[Face, ...]:
        faces = (self.latin, self.math, *self.chinese, *self.rest)
        return tuple(dict.fromkeys(faces))

    @property
    def families(self) -> list[str]:
        """In the order in which a glyph is looked for."""
        return [face.family for face in self.all]

    def missing(self, text: str) -> str:
        """The characters of a text that no face has, each once."""
        return "".join(
            character
            for character in dict.fromkeys(text)
            if character != " " and not any(face.has(character) for face in self.all)
        )


@cache
def typefaces() -> Typefaces:
    """The faces of this machine; without Latin Modern it is STIX, which matplotlib has itself."""
    latin, italic, bold, math = (_registered(_find(name)) for name in (LATIN, ITALIC, BOLD, MATH))
    stix, dejavu = _bundled("STIXGeneral.ttf"), _bundled("DejaVuSerif.ttf")
    fandol = _registered(_find(FANDOL))
    chinese = tuple(face for face in (fandol, _system(CHINESE)) if face is not None)
    if latin is None or italic is None or bold is None:
        return Typefaces(
            stix, stix, f"{stix.family}:italic", f"{stix.family}:bold", chinese, (dejavu,)
        )
    return Typefaces(
        latin=latin,
        math=math or latin,
        italic=f"{latin.family}:italic",
        bold=f"{latin.family}:bold",
        chinese=chinese,
        rest=(stix, dejavu),
    )


def _find(name: str) -> Path | None:
    for tree in TREES:
        path = Path(tree) / name
        if path.is_file():
            return path
    if (program := shutil.which("kpsewhich")) is None:
        return None
    try:
        answer = subprocess.run(
            [program, Path(name).name],
            capture_output=True,
            text=True,
            timeout=20,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    found = Path(answer.stdout.strip() or "/nonexistent")
    return found if found.is_file() else None


def _registered(path: Path | None) -> Face | None:
    if path is None:
        return None
    try:
        font_manager.fontManager.addfont(path)
        # An OpenType file goes by two names; the family of its name table is that of one size.
        entries = [e for e in font_manager.fontManager.ttflist if Path(e.fname) == path]
    except (OSError, RuntimeError):
        return None
    names = {entry.name for entry in entries}
    special = sorted(names - {"Latin Modern Roman"})
    return Face(special[0], str(path)) if special else None


def _bundled(file: str) -> Face:
    path = Path(get_data_path(), "fonts", "ttf", file)
    return Face(FT2Font(str(path)).family_name, str(path))


def _system(families: tuple[str, ...]) -> Face | None:
    entries = {e.name: e for e in reversed(font_manager.fontManager.ttflist) if e.weight == 400}
    entry = next((entries[name] for name in families if name in entries), None)
    return Face(entry.name, entry.fname) if entry is not None else None


@lru_cache(maxsize=32)
def _opened(path: str) -> FT2Font:
    return FT2Font(path)
