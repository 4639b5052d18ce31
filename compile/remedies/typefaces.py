r"""Cures for letters that need another font: the engine, the package, or the font that has them."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import load, loaded
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.signs import IDEOGRAPH, INVISIBLE, WIDE, same
from compile.remedies.standing import FORMULA, NAME, TEXT, standing
from latex.diagnostic import Diagnostic

_CODE = re.compile(r"U\+([0-9A-F]{4,6})")
_MOST = 400


@remedy("unicode-character", "missing-package")
def change_engine(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """Letters that pdflatex has no fonts for: xelatex, with a font for them."""
    if project.engine != "pdflatex":
        return
    text = "".join(project.code(name) for name in project.sources)
    found = _CODE.search(problem.message)
    sign = chr(int(found[1], 16)) if found else ""
    chinese = IDEOGRAPH.search(text) is not None
    if problem.code == "missing-package" and not (chinese and "CJK" in problem.message):
        return
    if problem.code == "unicode-character" and not sign:
        return
    edits = [_chinese_fonts(project)] if chinese and not _has_chinese_fonts(project) else []
    if strange := _strange(text):
        edits += _other_fonts(project, strange)
    yield Cure(
        "Went on with xelatex, which takes every letter a font has.", tuple(edits), engine="xelatex"
    )


def _strange(text: str) -> frozenset[str]:
    """The characters that no command of LaTeX shows."""
    return frozenset(
        sign for sign in set(text)
        if ord(sign) > 127 and not same(sign) and not IDEOGRAPH.match(sign)
        and not WIDE.match(sign) and not INVISIBLE.match(sign) and not sign.isspace()
    )  # fmt: skip


def _has_chinese_fonts(project: Project) -> bool:
    return bool(loaded(project) & {"ctex", "xeCJK", "ctexart", "ctexrep", "ctexbook"})


def _chinese_fonts(project: Project) -> Edit:
    line = "\\usepackage[UTF8,scheme=plain]{ctex}"
    return project.in_preamble(line)


@remedy("missing-character")
def load_chinese_fonts(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """Chinese in a font for Latin letters → the package ctex, which chooses one that has it."""
    chinese = project.engine == "xelatex" and IDEOGRAPH.search(problem.context)
    if chinese and not _has_chinese_fonts(project):
        yield Cure("Loaded ctex, which sets Chinese.", (_chinese_fonts(project),))


@remedy("missing-character")
def set_as_text(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Chinese in a formula or a unit: `\frac{距离}{时间}` → `\frac{\text{距离}}{\text{时间}}`."""
    if not IDEOGRAPH.search(problem.context):
        return
    edits: list[Edit] = []
    for name in project.sources:
        code = project.code(name)
        stands = standing(name, code)
        for found in re.finditer(rf"(?:{IDEOGRAPH.pattern}|{WIDE.pattern})+", code):
            kind = stands[found.start()]
            unit = kind == NAME and _in_unit(code, found.start())
            if kind == FORMULA or unit:
                edits += (
                    Edit(name, found.start(), found.start(), r"\text{"),
                    Edit(name, found.end(), found.end(), "}"),
                )
    if edits:
        if "amsmath" not in loaded(project):
            edits.append(load(project, "amsmath"))
        yield Cure("Set Chinese in formulas as text.", tuple(edits[:_MOST]))


def _in_unit(code: str, at: int) -> bool:
    before = code[max(0, at - 120) : at]
    return re.search(
        r"\\(?:SI|si|qty|unit)\s*(?:\[[^\]]*\])?(?:\{[^{}]*\})?\s*\{[^{}]*$", before
    ) is not None  # fmt: skip


@remedy("missing-character")
def use_other_fonts(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """A letter that the font lacks is set in one of the fonts that have it, where one is there."""
    signs = frozenset(s for s in problem.context if ord(s) > 127 and s not in "…\ufffd")
    if project.engine == "pdflatex" or not signs:
        return
    if edits := _other_fonts(project, signs):
        yield Cure("Took another font for letters that the document's font lacks.", tuple(edits))
        yield Cure(
            "Took another font for letters that the document's font lacks, and where none here has "
            "one, its code in a frame.",
            tuple(_other_fonts(project, signs, _FRAMED)),
            visible=True,
        )


_FONTS = (
    "Noto Serif CJK SC,Noto Sans CJK SC,HanaMinA,HanaMinB,WenQuanYi Zen Hei,Noto Color Emoji,"
    "Noto Emoji,Symbola,DejaVu Sans,FreeSerif,Noto Sans"
)
_LATIN_FIRST = "DejaVu Serif,DejaVu Sans,FreeSerif,Noto Serif,Noto Sans,Symbola,Noto Emoji"
_PICK = r"""\makeatletter
\newcommand{\otherfont}[2]{\begingroup\def\other@sign{#2}\@for\other@name:=%s\do{%%
  \ifx\other@sign\@empty\else\IfFontExistsTF{\other@name}{\fontspec{\other@name}%%
  \ifdefined\CJKfontspec\CJKfontspec{\other@name}\fi
  \iffontchar\font"#1 \other@sign\let\other@sign\@empty\fi}{}\fi}%%
  \ifx\other@sign\@empty\else\normalfont %s\fi\endgroup}
\makeatother"""
_BARE = r"\other@sign"
_FRAMED = r"\fbox{\scriptsize U+#1}\allowbreak"


def _other_fonts(project: Project, signs: frozenset[str], last: str = _BARE) -> list[Edit]:
    """Every such letter as an argument of a command that looks for a font with it.

    `last` is set where no font here has it.
    """
    edits: list[Edit] = []
    for name in project.sources:
        code = project.code(name)
        if not any(sign in code for sign in signs):
            continue
        stands = standing(name, code)
        for found in re.finditer(f"[{re.escape(''.join(sorted(signs)))}]+", code):
            if stands[found.start()] == TEXT and code[found.start() - 1] != "{":
                new = rf"\otherfont{{{ord(found[0][0]):04X}}}{{{found[0]}}}"
                edits.append(Edit(name, *found.span(), new))
    edits = edits[:_MOST]
    if edits and not any(r"\newcommand{\otherfont}" in text for text in project.texts.values()):
        fonts = f"{_FONTS},{_LATIN_FIRST}" if IDEOGRAPH.search("".join(signs)) else _LATIN_FIRST
        lines = _PICK % (fonts, last)
        if not loaded(project) & {"fontspec", "ctex", "xeCJK"}:
            lines = f"\\usepackage{{fontspec}}\n{lines}"
        edits.append(project.in_preamble(lines))
    return edits


@remedy("missing-font")
def drop_font_choice(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A font that is not installed: `\setmainfont{Foo}` goes; the default has the letters too."""
    found = re.search(r"The font (.+?) is not installed", problem.message)
    if found is None:
        return
    name = re.escape(found[1])
    pattern = re.compile(
        r"\\(?:set(?:CJK)?(?:main|sans|mono|math|roman)font|(?:set|new)(?:CJK)?fontfamily|setCJKfamilyfont"
        rf"\s*\{{[^{{}}]*\}}|newfontfamily\s*\\[A-Za-z]+)\s*(?:\[[^\[\]]*\])?\s*\{{\s*{name}\s*\}}"
        r"\s*?(?:\[[^\[\]]*\])?"
    )
    edits = [
        Edit(source, use.start(), use.start(), "% ")
        for source in project.sources
        for use in pattern.finditer(project.code(source))
        if "\n" not in use[0] and _alone(project.code(source), *use.span())
        and "newfontfamily" not in use[0] and "setCJKfamilyfont" not in use[0]
    ]  # fmt: skip
    if edits:
        yield Cure(f"Left out the choice of the font {found[1]}, which is not here.", tuple(edits))
    fallback = "FandolSong-Regular.otf" if "CJK" in problem.context else "Latin Modern Roman"
    edits = [
        Edit(source, use.start(), use.end(), use[0].replace(found[1], fallback))
        for source in project.sources
        for use in pattern.finditer(project.code(source))
    ]
    if edits:
        yield Cure(f"Took the font {fallback} for {found[1]}, which is not here.", tuple(edits))


def _alone(code: str, start: int, end: int) -> bool:
    line = code.rfind("\n", 0, start) + 1
    stop = code.find("\n", end)
    return not (code[line:start].strip() or code[end : len(code) if stop < 0 else stop].strip())
