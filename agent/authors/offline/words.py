"""Words, names and lists in the language of the report."""

from dataclasses import dataclass
from typing import Protocol

import regex

from agent.analysis.types import ColumnProfile, Findings, Fit
from agent.authors.offline.catalogue import Spoken, catalogue, say
from agent.authors.offline.told import told
from latex.escape import escape

MOST_IN_WORDS = 10


def fact(key: str) -> str:
    return rf"\fact{{{key}}}"


def value(key: str) -> str:
    return rf"\factvalue{{{key}}}"


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


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part.strip())


class Written(Protocol):
    """Whatever knows its language, such as a brief."""

    @property
    def language(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Speech:
    """How one of the two languages counts, lists and joins."""

    language: Spoken

    def say(self, key: str, **places: str) -> str:
        return say(self.language, key, **places)

    def listed(self, items: list[str]) -> str:
        """`a`, `a and b`, `a, b and c`; in Chinese `a、b和c`."""
        if len(items) < 2:
            return "".join(items)
        if self.language == "zh":
            return f"{'、'.join(items[:-1])}和{items[-1]}"
        return f"{', '.join(items[:-1])} and {items[-1]}"

    def sentences(self, *parts: str) -> str:
        """One behind the other; Chinese sentences stand on lines of their own, which TeX joins."""
        between = "\n" if self.language == "zh" else " "
        return between.join(part for part in parts if part.strip())

    def clauses(self, parts: list[str]) -> str:
        """Short statements as one sentence."""
        kept = [part for part in parts if part]
        if not kept:
            return ""
        if self.language == "zh":
            return f"{'；'.join(kept)}。"
        return f"{capital(self.listed(kept))}."

    def number_word(self, number: int) -> str:
        return self.say(f"number.{number}") if number <= MOST_IN_WORDS else str(number)

    def counted(self, number: int, key: str) -> str:
        """A small number in words, a larger one as the fact that counted it."""
        if number <= MOST_IN_WORDS:
            return self.say(f"number.{number}")
        return f" {value(key)} " if self.language == "zh" else value(key)

    def model(self, name: str) -> str:
        return self.say(f"model.{name}") if f"model.{name}" in catalogue() else plain(name)

    def the_model(self, fit: Fit) -> str:
        return regex.sub(r"^an? ", "the ", self.model(fit.model))

    def told(self, remark: str) -> str:
        """A remark of analysis or readers, as LaTeX."""
        return escape(told(remark, self.language))


def speech(written: Written) -> Speech:
    """How the program speaks in a document of that language: Chinese, or else English."""
    return Speech("zh" if written.language == "zh" else "en")


def full(passage: str, stop: str = ".") -> str:
    """A sentence that ends in exactly one full stop."""
    return passage if regex.search(r"[.!?。！？]\s*$", passage) else f"{passage}{stop}"
