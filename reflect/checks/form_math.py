"""Mathematics."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from latex.commands import commands
from latex.patterns import re
from latex.structure import Structure
from reflect.checks.form_prose import is_plain, joined, prose
from reflect.checks.registry import Hit, check
from reflect.checks.views import views
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

OPERATORS = ("arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "sin", "cos", "tan", "cot",
             "exp", "log", "ln", "lim", "max", "min", "det", "dim", "ker", "sup", "inf", "gcd",
             "arg")  # fmt: skip
OPERATOR = re.compile(rf"(?<![A-Za-z\\@])(?P<name>{'|'.join(OPERATORS)})(?![A-Za-z])")
UPRIGHT = re.compile(
    r"\\(?:text|textrm|textit|textbf|textsf|texttt|textnormal|mathrm|mathit|mathbf|mathsf|mathtt|mbox"
    r"|hbox|operatorname|DeclareMathOperator|label|ref|eqref|tag|fact|factvalue|qty|unit|num|SI|si"
    r"|begin|end|color|textcolor|mathcal|mathbb|rm|cite[a-z]*|ensuremath|hspace|vspace|intertext)\*?"
    r"\s*(?:\[[^\[\]]{0,100}\])?\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+\}"
)
SUBSCRIPT = re.compile(r"[_^]\s*\{[^{}]*\}|[_^]\s*[A-Za-z]+")
OBSOLETE = re.compile(
    r"\\begin\s*\{eqnarray\*?\}|(?<![A-Za-z\\])\{\\(?:bf|it|rm|sf|sl|tt|sc)(?![A-Za-z])"
)
TIMES = re.compile(
    r"(?<![A-Za-z\\_^{0-9.])[0-9]+(?:[.,][0-9]+)?(?P<sign>\s*(?:\*|(?<=[ ])x(?=[ ]))\s*)10\s*\^"
)
E_NOTATION = re.compile(
    r"(?<![\w.\\/:-])(?P<number>[0-9]{1,4}(?:\.[0-9]{1,12})?)[eE](?P<power>[-+]?[0-9]{1,3})(?![\w.-]*[0-9A-Za-z_/])"
)
WORDS = re.compile(r"(?:\\(?:text|mbox|textrm|mathrm)\s*\{[^{}]*\}|\\[,;:! ]|\\q?quad|[\s.,~])+")
FRAME = re.compile(
    r"\\(?:begin|end)\s*\{[^{}]*\}|\\label\s*\{[^{}]*\}|\\nonumber|\\notag|\\\[|\\\]|\$\$|&|\\\\"
)
UPRIGHT_D = re.compile(
    r"\\(?:mathrm|mathop|rm|operatorname)\s*\{?\s*d\s*\}?(?=\s*\\?[a-zA-Z])|\\(?:dd|diff|dif)(?![A-Za-z])"
)
ITALIC_D = re.compile(
    r"(?:\\[,;!:]\s*|\s)d\s?(?P<what>[a-z]|\\(?:theta|phi|tau|omega|lambda|mu))(?![A-Za-z])(?=\s*(?:\\[,.]|[$.,;=)\]}&]|\\\]|\\end|\Z))"
)


@lru_cache(maxsize=4)
def formulas(structure: Structure) -> tuple[tuple[int, int], ...]:
    """Those of the body, outside of definitions of commands."""
    start, end = views(structure).body
    definitions = joined((d.start, d.end) for d in commands(structure.live).definitions)
    starts = [a for a, _ in definitions]
    return tuple(
        (first, last)
        for first, last in views(structure).math
        if start <= first
        and last <= end
        and not ((number := bisect_right(starts, first)) and first < definitions[number - 1][1])
        and "#" not in structure.live[first:last]
    )


def _without(live: str, first: int, last: int, *patterns: re.Pattern[str]) -> str:
    """A formula with blanks in place of what is set upright or stands for something else."""
    text = live[first:last]
    for pattern in patterns:
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text


@check("italic-operator", 2, Category.TYPOGRAPHY)
def italic_operator(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""The name of a function in letters of variables.

    Pass: $\sin x + x_{max} + \mathrm{log}\, y$
    Fail: $sin x$
    """
    for first, last in formulas(structure):
        text = _without(structure.live, first, last, UPRIGHT, SUBSCRIPT)
        for match in OPERATOR.finditer(text):
            start = first + match.start()
            yield Hit(
                start,
                first + match.end(),
                f"{match['name']} is set as a product of variables.",
                cure=(Edit(start, start, "\\"),) if is_plain(structure, first, last) else (),
                action=f"Write \\{match['name']}.",
            )


@check("obsolete-math", 2, Category.TYPOGRAPHY)
def obsolete_math(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""eqnarray, displays in two dollar signs, font switches of LaTeX 2.09 (l2tabu).

    Pass: \[ a = b \] It is \textbf{bold}.
    Fail: $$ a = b $$ It is {\bf bold}.
    """
    start, end = views(structure).body
    for match in OBSOLETE.finditer(structure.live, start, end):
        yield Hit(*match.span(), f"{match[0]} is obsolete.", action="Use what LaTeX offers today.")
    for first, last in formulas(structure):
        if structure.live.startswith("$$", first) and structure.live.endswith("$$", first, last):
            sure = (
                is_plain(structure, first, last) and "$" not in structure.live[first + 2 : last - 2]
            )
            edits = (Edit(first, first + 2, r"\["), Edit(last - 2, last, r"\]"))
            yield Hit(
                first,
                last,
                "Two dollar signs are plain TeX, with the wrong space around the formula.",
                cure=edits if sure else (),
                action=r"Write \[ … \].",
            )


@check("times-sign", 2, Category.TYPOGRAPHY)
def times_sign(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A letter or an asterisk for the sign of multiplication before a power of ten.

    Pass: $3 \times 10^5$
    Fail: $3 * 10^5$
    """
    for first, last in formulas(structure):
        for match in TIMES.finditer(structure.live, first, last):
            start, end = match.span("sign")
            yield Hit(
                *match.span(),
                "The sign of multiplication is written as another sign.",
                cure=(Edit(start, end, r" \times "),) if is_plain(structure, start, end) else (),
                action=r"Write \times.",
            )


@check("e-notation", 2, Category.TYPOGRAPHY)
def e_notation(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A number as computers print it.

    Pass: It is $1.5\times10^{-5}$, as \num{1.5e-5} says, in version 2e.
    Fail: It is 1.5e-5.
    """
    text = prose(structure).text
    for match in E_NOTATION.finditer(text):
        if "." not in match["number"] and match["power"][0] not in "+-":
            continue
        power = match["power"].lstrip("+").lstrip("0") or "0"
        if power.startswith("-"):
            power = "-" + (power[1:].lstrip("0") or "0")
        new = f"${match['number']}\\times10^{{{power}}}$"
        yield Hit(
            *match.span(),
            f"{match[0]} is how computers print numbers.",
            cure=(Edit(*match.span(), new),) if is_plain(structure, *match.span()) else (),
            action=f"Write {new}.",
        )


@check("equation-of-words", 3, Category.STRUCTURE)
def equation_of_words(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A displayed equation that holds nothing but text.

    Pass: \begin{equation} E = \text{const.} \end{equation}
    Fail: \begin{equation} \text{The energy is conserved.} \end{equation}
    """
    displays = set(structure.displays)
    for first, last in formulas(structure):
        if (first, last) not in displays:
            continue
        inner = FRAME.sub(" ", structure.live[first:last])
        if "\\text" in inner + "\\mbox" and WORDS.fullmatch(inner) and inner.count(" ") > 3:
            yield Hit(
                first,
                last,
                "The equation holds nothing but words.",
                action="Write a sentence, or the equation.",
            )


@check("mixed-differential", 1, Category.TYPOGRAPHY)
def mixed_differential(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A differential in italics in a document that sets others upright.

    Pass: $\int x \,\mathrm{d}x + \int y \,\mathrm{d}y$
    Fail: $\int x \,\mathrm{d}x + \int y \,dy$
    """
    spans = formulas(structure)
    upright = any(UPRIGHT_D.search(structure.live, *span) for span in spans)
    for first, last in spans if upright else ():
        if "\\int" not in structure.live[first:last] and "\\frac" not in structure.live[first:last]:
            continue
        for match in ITALIC_D.finditer(structure.live, first, last):
            start = structure.live.index("d", match.start())
            yield Hit(
                start,
                match.end(),
                "Other differentials of the document are upright.",
                action=r"Write \mathrm{d}.",
            )
