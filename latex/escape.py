"""Any string that comes from data, as LaTeX text that compiles under pdflatex and xelatex."""

import re
import unicodedata

from pylatexenc.latexencode import get_builtin_uni2latex_dict

ASCII = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    # A row of a table that starts with `[` would be read as the length of the row break before it.
    "[": "{[}",
    "]": "{]}",
}

RAW = "¡¢£¤¥¦§¨©ª«¬®¯°±´¶·¸º»¿×÷‐‑–—‘’‚“”„†‡•…‰‹›€™ƒǍǎǏǐǑǒǓǔǦǧǪǫǰǴǵȘșȚțḍḥḷṃṅṇṛṣṭỲỳ"
"""Characters beside the letters of U+00C0-U+017F that T1 and Latin Modern both hold."""
NOT_IN_T1 = "ĦħĸĿŀŉŦŧſ×÷"

SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿ", "0123456789+-=()in", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ", "0123456789+-=()aeoxhklmnpst", strict=True))

OWN = {
    "\u00a0": r"\nobreakspace{}",
    "\u2007": r"\nobreakspace{}",
    "\u2009": r"\,",
    "\u202f": r"\,",
    "µ": r"\textmu{}",
    "μ": r"\ensuremath{\mu}",
    "℃": r"\textdegree{}C",
    "℉": r"\textdegree{}F",
    "−": r"\ensuremath{-}",
    "⁄": "/",
    "∕": "/",
    "‖": r"\ensuremath{\Vert}",
    "′": r"\ensuremath{\prime}",
    "″": r"\ensuremath{\prime\prime}",
    "ε": r"\ensuremath{\varepsilon}",
    "ϵ": r"\ensuremath{\epsilon}",
    "φ": r"\ensuremath{\varphi}",
    "ϕ": r"\ensuremath{\phi}",
    "♭": r"\ensuremath{\flat}",
    "♮": r"\ensuremath{\natural}",
    "♯": r"\ensuremath{\sharp}",
    "≙": r"\ensuremath{\stackrel{\wedge}{=}}",
    "№": "No.",
    "□": r"\ensuremath{\square}",
    "■": r"\ensuremath{\blacksquare}",
    "☐": r"\ensuremath{\square}",
    "☑": r"\ensuremath{\checkmark}",
    "☒": r"\ensuremath{\boxtimes}",
    "✓": r"\ensuremath{\checkmark}",
    "✔": r"\ensuremath{\checkmark}",
    "○": r"\ensuremath{\circ}",
    "●": r"\ensuremath{\bullet}",
}

UNUSABLE = re.compile(
    r"""
      \\(?:CYR|cyr|Elz|C\b|U\b|G\b|f\b|dh\b|DH\b|th\b|TH\b|dj\b|DJ\b|ng\b|NG\b)
    | \\(?:font|char|fbox|math(?:scr|bb\{[a-z]|sfbfsl|sfbf|sfsl|slbb|bit))
    | ^\\varepsilon | \\c\{[Ee]\} | \\k\{\}
    | \\text(?:frac|nrleg|hvlig|schwa|phi|glotstop|turnk|bigcircle|compwordmark)
    | \\(?:arrowwave|dblarrow|DownArrowUp|rightangle|surfint|volint|clw|homothetic|lazysinv
      |approxnot|tildetrpl|allequal|estimates|starequal|notlessg|notgreaterl|truestate|forcesextra
      |VDash|original|image|hermitconj|verymuch|precedesnotsim|udots|varpersp|recorder|clockoint
      |sqrint|quarternote|eighthnote|nument|Upsilon|acute|grave|ddot|not\b)
    """,
    re.VERBOSE,
)
"""What the stock table uses although T1, TU and amssymb do not define it, or not in text."""

CYRILLIC = dict(
    zip("абвгдезийклмнопрстуфыэіґјђћџ", "abvgdeziyklmnoprstufyeigjdcd", strict=True)
) | {
    "ё": "yo",
    "ж": "zh",
    "х": "kh",
    "ц": "ts",
    "ч": "ch",
    "ш": "sh",
    "щ": "shch",
    "ъ": "",
    "ь": "",
    "ю": "yu",
    "я": "ya",
    "ї": "yi",
    "є": "ye",
    "ў": "u",
    "љ": "lj",
    "њ": "nj",
}
"""Letters by sound: T2A fonts are not part of a usual TeX installation."""

ACCENTS = {
    "\u0300": "grave",
    "\u0301": "acute",
    "\u0302": "hat",
    "\u0303": "tilde",
    "\u0304": "bar",
    "\u0305": "bar",
    "\u0306": "breve",
    "\u0307": "dot",
    "\u0308": "ddot",
    "\u030a": "mathring",
    "\u030c": "check",
    "\u20d7": "vec",
}
MARKED = re.compile(rf"([A-Za-zΑ-Ωα-ω])([{''.join(ACCENTS)}])")

IDEOGRAPHIC = re.compile(
    "[\u3005-\u3007\u3041-\u3096\u30a1-\u30ff\u3105-\u312f\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)
KEPT_BESIDE_CJK = re.compile("[\u3001-\u303f\uff01-\uff60\uffe0-\uffe6]")
BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
BLANK = re.compile(r"[^\S\u00a0\u2007\u2009\u202f]+")
SCRIPTS = re.compile(
    r"(?:\\textsuperscript\{(?:\\ensuremath\{-\}|.)\}){2,}|(?:\\textsubscript\{(?:\\ensuremath\{-\}|.)\}){2,}"
)
LIGATURE = re.compile(r"-(?=-)|,(?=,)")
APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
# Stands for an apostrophe until the translation; `escape` removes it from data first.
APOSTROPHE_MARK = "\ue000"


def _single(latex: str) -> bool:
    """Whether this text holds no special character outside control sequences and braces."""
    rest = re.sub(r"\\(?:[A-Za-z]+|[^A-Za-z])", "", latex)
    return not re.search(r"[#$%&_~^\\]", rest) and not UNUSABLE.search(latex)


def _close(latex: str) -> str:
    return latex + "{}" if re.search(r"\\[A-Za-z]+$", latex) else latex


def _known() -> dict[int, str]:
    table = {
        code: _close(latex)
        for code, latex in get_builtin_uni2latex_dict().items()
        if code > 0x7F and _single(latex) and unicodedata.category(chr(code))[0] in "LNPS"
    }
    table |= {code: chr(code) for code in range(0xC0, 0x180) if chr(code) not in NOT_IN_T1}
    table |= {ord(c): c for c in RAW}
    table |= {ord(c): rf"\textsuperscript{{{latex}}}" for c, latex in SUPERSCRIPTS.items()}
    table |= {ord(c): rf"\textsubscript{{{latex}}}" for c, latex in SUBSCRIPTS.items()}
    table |= {ord(c): latex for c, latex in (OWN | ASCII).items()}
    table[ord("⁻")] = r"\textsuperscript{\ensuremath{-}}"
    table[ord("₋")] = r"\textsubscript{\ensuremath{-}}"
    table |= {code: chr(code) for code in range(0x20, 0x7F) if chr(code) not in ASCII}
    table[ord(APOSTROPHE_MARK)] = "'"
    return table


class _Table(dict[int, str]):
    """A translation table that works out the characters it does not know when it meets them."""

    def __missing__(self, code: int) -> str:
        self[code] = latex = self._work_out(chr(code))
        return latex

    def _work_out(self, char: str) -> str:
        category = unicodedata.category(char)
        if IDEOGRAPHIC.match(char):
            return char
        if category[0] in "CM":
            return ""
        for other in (_transliterated(char), _folded(char)):
            if other:
                return other.translate(self)
        return self._without_accent(char) or _named(char)

    def _without_accent(self, char: str) -> str:
        """The letter with its accent drawn in mathematics, or else with the last one taken off:
        a name that a reader knows, not a gap.
        """
        parts = unicodedata.normalize("NFD", char)
        if len(parts) == 2 and MARKED.fullmatch(parts):
            return _accented(parts[0], parts[1])
        return unicodedata.normalize("NFC", parts[:-1]).translate(self)


def _accented(letter: str, mark: str) -> str:
    base = rf"\mathrm{{{letter}}}" if letter.isascii() else TABLE[ord(letter)]
    return rf"\ensuremath{{\{ACCENTS[mark]}{{{base}}}}}"


def _named(char: str) -> str:
    name = unicodedata.name(char, "").lower() or f"U+{ord(char):04X}"
    return "{[}" + name + "{]}"


def _transliterated(char: str) -> str:
    latin = CYRILLIC.get(char.lower())
    if latin is None:
        return ""
    # A hard or soft sign has no sound of its own; a space would split the word.
    return (latin if char.islower() else latin.capitalize()) or "'"


def _folded(char: str) -> str:
    folded = unicodedata.normalize("NFKC", char)
    if folded == char or not folded.strip():
        return ""
    return f"({folded})" if unicodedata.decomposition(char).startswith("<circle>") else folded


def _merged(run: re.Match[str]) -> str:
    """`{a}` and `{b}` of neighbouring scripts as one `{ab}`."""
    command = run[0][: run[0].index("{") + 1]
    return command + "".join(part[:-1] for part in run[0].split(command)[1:]) + "}"


TABLE = _Table(_known())
TABLE_BESIDE_CJK = _Table(TABLE)
TABLE_BESIDE_CJK.update(
    {
        code: chr(code)
        for code in (*range(0x3001, 0x3040), *range(0xFF01, 0xFFE7))
        if KEPT_BESIDE_CJK.match(chr(code))
    }
)


def escape(text: str, *, cjk: bool | None = None) -> str:
    """The text as LaTeX that prints it and does nothing else.

    White space folds to one blank (a line break would end a paragraph, or a row of a table);
    control and zero-width characters are dropped. Chinese, Japanese and Korean stay as they are
    and need xelatex; other characters that a T1 font lacks become a symbol of amssymb, a Latin
    equivalent, or their Unicode name in brackets, so that nothing disappears unseen.
    Full-width punctuation stays among Chinese only: `cjk` says whether it is, or else the text.
    """
    text = unicodedata.normalize("NFC", text).replace(APOSTROPHE_MARK, "")
    text = APOSTROPHE.sub(APOSTROPHE_MARK, BLANK.sub(" ", text))
    beside_cjk = IDEOGRAPHIC.search(text) is not None if cjk is None else cjk
    table = TABLE_BESIDE_CJK if beside_cjk else TABLE
    pieces: list[str] = []
    done = 0
    for pair in MARKED.finditer(text):
        pieces += [text[done : pair.start()].translate(table), _accented(pair[1], pair[2])]
        done = pair.end()
    latex = LIGATURE.sub(r"\g<0>{}", "".join(pieces) + text[done:].translate(table))
    latex = SCRIPTS.sub(_merged, latex)
    # After the row break `\\\\` a star at the start of a cell would be taken for its starred form.
    return "{*}" + latex[1:] if latex.startswith("*") else latex


def encode(latex: str) -> str:
    """LaTeX with every character beyond ASCII as `escape` writes it, and the rest untouched."""
    latex = unicodedata.normalize("NFC", latex).replace(APOSTROPHE_MARK, "")
    table = TABLE_BESIDE_CJK if IDEOGRAPHIC.search(latex) else TABLE
    return BEYOND_ASCII.sub(lambda run: run[0].translate(table), latex)
