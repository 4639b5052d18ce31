"""The prompts: one Markdown file each, in English and in Chinese, that declares what it needs."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, meta

from agent.authors.types import Language

LANGUAGES: tuple[Language, ...] = ("en", "zh")

_FRONT_MATTER = re.compile(
    r"\A---\npurpose: (?P<purpose>[^\n]+)\nvariables:(?P<variables>[^\n]*)\n---\n+"
)

# The usual delimiters fight LaTeX: they take `\textbf{#1}` for a comment and eat `{{a}}`.
_ENVIRONMENT = Environment(
    variable_start_string="<<",
    variable_end_string=">>",
    block_start_string="<%",
    block_end_string="%>",
    comment_start_string="<#",
    comment_end_string="#>",
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
    autoescape=False,
)


class PromptError(Exception):
    """A prompt file, or a call of one, that breaks its contract: a bug, not a user's fault."""


@dataclass(frozen=True, slots=True)
class Prompt:
    language: Language
    name: str
    purpose: str
    """What the prompt is for, in one sentence."""
    variables: frozenset[str]
    text: str
    """The template below the front matter."""

    @property
    def used(self) -> frozenset[str]:
        """The variables that the template really asks for."""
        return frozenset(meta.find_undeclared_variables(_ENVIRONMENT.parse(self.text)))

    def render(self, **values: object) -> str:
        """The text to send.

        Raises:
            PromptError: a declared variable is missing, or one is given that is not declared.
        """
        if values.keys() != self.variables:
            differing = ", ".join(sorted(values.keys() ^ self.variables))
            raise PromptError(f"the prompt {self.language}/{self.name} is at odds over {differing}")
        return _ENVIRONMENT.from_string(self.text).render(values).strip() + "\n"


@cache
def load(language: Language, name: str) -> Prompt:
    """The prompt of that name.

    Raises:
        PromptError: there is none, its front matter is not as it must be, or its template asks
            for a variable that it does not declare.
    """
    return parse(language, name, _sources()[language].get(name))


def parse(language: Language, name: str, source: str | None) -> Prompt:
    """One prompt file, read and checked; see `load`."""
    if source is None:
        raise PromptError(f"there is no prompt {language}/{name}")
    head = _FRONT_MATTER.match(source)
    if head is None:
        raise PromptError(f"the prompt {language}/{name} lacks its two lines of front matter")
    declared = frozenset(re.findall(r"\w+", head["variables"]))
    prompt = Prompt(language, name, head["purpose"].strip(), declared, source[head.end() :])
    if prompt.used != declared:
        differing = ", ".join(sorted(prompt.used ^ declared))
        raise PromptError(f"the prompt {language}/{name} is at odds over {differing}")
    return prompt


def names(language: Language) -> tuple[str, ...]:
    """The names of all prompts in that language, sorted."""
    return tuple(sorted(_sources()[language]))


def digest() -> str:
    """SHA-256 over the text of all prompts: part of what a stored draft depends on."""
    total = hashlib.sha256()
    for language in LANGUAGES:
        for name, source in sorted(_sources()[language].items()):
            total.update(f"{language}/{name}\0{source}\0".encode())
    return total.hexdigest()


@cache
def _sources() -> Mapping[Language, Mapping[str, str]]:
    root = files("agent").joinpath("prompts")
    return {
        language: {
            entry.name.removesuffix(".md"): entry.read_text(encoding="utf-8").replace("\r\n", "\n")
            for entry in root.joinpath(language).iterdir()
            if entry.name.endswith(".md")
        }
        for language in LANGUAGES
    }
