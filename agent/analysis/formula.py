"""Formulas in the user's settings: parsed, checked against a short list, never executed.

Numbers, names (dotted where they are keys of facts), `+ - * / ** ( )`, `pi`, and the functions
below. A name may be any word of letters and digits, Python's own words among them.
"""

import ast
import re
from dataclasses import dataclass

from agent.errors import UsageError

ELEMENTWISE = ("sqrt", "exp", "log", "log10", "sin", "cos", "tan", "abs")
OVER_COLUMNS = ("mean", "median", "sd", "sem", "min", "max", "count", "sum")
FUNCTIONS = (*ELEMENTWISE, *OVER_COLUMNS)

_LONGEST = 1000
_SHOWN = 60
_DEEPEST = 50
_NODES = 300
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.]))
      | (?P<name>\w*[^\W\d]\w*(?:\.\w+)*|\w+(?:\.\w+)+)
      | (?P<sign>\*\*|[-+*/(),^×·⋅÷−])
    )""",
    re.VERBOSE,
)
_SIGNS = {"^": "**", "×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-"}
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)


class FormulaError(UsageError):
    """What is wrong with a formula, and where in it."""


@dataclass(frozen=True, slots=True)
class Formula:
    text: str
    where: str
    """Whose formula it is, as the start of a sentence: `[[derive]] hubble.age`."""
    tree: ast.expr
    words: tuple[str, ...]
    """The names; the tree calls the first of them `_0`."""
    offsets: tuple[int, ...]
    """Position in `text` of each character that was parsed."""

    def name(self, node: ast.Name) -> str:
        return self.words[int(node.id[1:])]

    @property
    def names(self) -> tuple[str, ...]:
        """Each name once, in order; functions are none."""
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.Name)]
        found.sort(key=lambda node: node.col_offset)
        words = (self.name(node) for node in found if node.id.startswith("_"))
        return tuple(dict.fromkeys(word for word in words if word != "pi"))

    def error(self, what: str, node: ast.expr, hint: str = "") -> FormulaError:
        """An error about one part of the formula, with its place."""
        start = self.offsets[node.col_offset]
        end = self.offsets[(node.end_col_offset or node.col_offset + 1) - 1] + 1
        part = self.text[start:end]
        place = f" at {_shown(part)} (character {start + 1} of {_shown(self.text)})"
        return FormulaError(f"{self.where}: {what}{place}.", hint)


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…")


def parse(text: str, where: str) -> Formula:
    """The formula, checked.

    Raises:
        FormulaError: it is empty, too long, no formula, or uses what is not allowed.
    """
    if not text.strip():
        raise FormulaError(f"{where} has an empty formula.", "Write one, or remove the entry.")
    if len(text) > _LONGEST:
        raise FormulaError(
            f"{where} has a formula of {len(text)} characters; {_LONGEST} are allowed.",
            "Split it into several entries.",
        )
    translated, offsets, words = _translated(text, where)
    try:
        tree = ast.parse(translated, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        at = getattr(error, "offset", None) or 1
        start = offsets[min(at, len(offsets)) - 1] if offsets else 0
        raise FormulaError(
            f"{where}: {_shown(text)} is no formula, from character {start + 1} on"
            f" ({text[start : start + 12]!r}).",
            "Check parentheses and operators there.",
        ) from None
    formula = Formula(text, where, tree, words, (*offsets, len(text)))
    _check(formula, tree, 0)
    if sum(1 for _ in ast.walk(tree)) > _NODES:
        raise FormulaError(f"{where} has a formula of too many parts.", "Split it.")
    return formula


def _translated(text: str, where: str) -> tuple[str, list[int], tuple[str, ...]]:
    """Names replaced by `_0`, `_1`…, so that each is an identifier to Python's parser."""
    parts, offsets, words = [], [], []
    position, end = 0, len(text.rstrip())
    while position < end:
        token = _TOKEN.match(text, position)
        if token is None:
            start = position + len(text[position:]) - len(text[position:].lstrip())
            raise FormulaError(
                f"{where}: {text[start]!r} at character {start + 1} of {_shown(text)} is not"
                " allowed.",
                "Formulas hold numbers, names, + - * / ** and parentheses.",
            )
        start, position = token.start(token.lastgroup or 0), token.end()
        part = token[token.lastgroup or 0]
        if token["name"] and not (part in FUNCTIONS and text[position:].lstrip().startswith("(")):
            words.append(part)
            part = f"_{len(words) - 1}"
        elif token["number"]:
            part = part.lstrip("0") if part.strip("0").isdigit() and part[0] == "0" else part
            part = part or "0"
        else:
            part = _SIGNS.get(part, part)
        # A space keeps two names in a row from becoming one, so that they are an error.
        parts.append(part + " ")
        last = position - 1
        offsets += [min(start + i, last) for i in range(len(part) - 1)] + [last, last]
    return "".join(parts), offsets, tuple(words)


def _check(formula: Formula, node: ast.expr, depth: int) -> None:
    if depth > _DEEPEST:
        raise FormulaError(
            f"{formula.where}: {_shown(formula.text)} is nested too deeply.", "Split it."
        )
    match node:
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _OPERATORS):
            children = [left, right]
        case ast.UnaryOp(op=ast.UAdd() | ast.USub(), operand=operand):
            children = [operand]
        case ast.Call(func=ast.Name(), args=args, keywords=[]):
            children = _checked_call(formula, node, args)
        case ast.Constant(value=int() | float()) | ast.Name():
            children = []
        case _:
            raise formula.error("this is not allowed", node, "Use + - * / ** and functions.")
    for child in children:
        _check(formula, child, depth + 1)


def _checked_call(formula: Formula, node: ast.Call, args: list[ast.expr]) -> list[ast.expr]:
    assert isinstance(node.func, ast.Name)
    name = node.func.id
    if name not in FUNCTIONS:
        word = formula.name(node.func)
        raise formula.error(
            f"{word!r} is no function", node.func, f"There are {', '.join(FUNCTIONS)}."
        )
    if len(args) != 1:
        raise formula.error(f"{name} takes one argument", node)
    if name in OVER_COLUMNS and not isinstance(args[0], ast.Name):
        raise formula.error(
            f"{name} takes the name of a column", node, f"Such as {name}(table.column)."
        )
    return args
