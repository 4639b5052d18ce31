"""English for quantities, models and lists, as a careful report would say it."""

import regex

from agent.analysis.types import ColumnProfile, Findings, Fit
from latex.escape import escape

MODELS = {
    "proportional": "a straight line through the origin",
    "line": "a straight line",
    "parabola": "a parabola",
    "power": "a power law",
    "exponential": "an exponential",
    "exponential_offset": "an exponential with an offset",
    "logarithm": "a logarithm",
    "gaussian": "a Gaussian peak",
    "sine": "a sine",
    "damped_sine": "a damped sine",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def fact(key: str) -> str:
    return rf"\fact{{{key}}}"


def value(key: str) -> str:
    return rf"\factvalue{{{key}}}"


def listed(items: list[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(number: int, key: str) -> str:
    """A small number in words, a larger one as the fact that counted it."""
    return NUMBERS[number] if number < len(NUMBERS) else value(key)


def number_word(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def plain(name: str) -> str:
    """A column's name in running text."""
    return escape(regex.sub(r"[_\s]+", " ", name).strip())


def symbol(profile: ColumnProfile | None) -> str:
    """The symbol in math mode, or nothing where the quantity has none."""
    return profile.symbol if profile is not None and profile.symbol.startswith("$") else ""


def quantity(findings: Findings, table: str, column: str) -> str:
    """`pressure $p$`, or the name alone."""
    sign, name = symbol(findings.profile(table, column)), plain(column)
    if not sign or sign == f"${column}$":
        return sign or name
    return f"{name} {sign}"


def short(findings: Findings, table: str, column: str) -> str:
    """The symbol once it was introduced, else the name."""
    return symbol(findings.profile(table, column)) or plain(column)


def model(fit: Fit) -> str:
    return MODELS[fit.model]


def the_model(fit: Fit) -> str:
    return regex.sub(r"^an? ", "the ", MODELS[fit.model])


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part.strip())


def sentences(*parts: str) -> str:
    return " ".join(part for part in parts if part.strip())


def full(passage: str) -> str:
    """A sentence that ends in exactly one full stop."""
    return passage if regex.search(r"[.!?。！？]\s*$", passage) else f"{passage}."
