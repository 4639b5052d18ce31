"""What the program says of itself, in English and Chinese side by side: `sentences/*.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Spoken = Literal["en", "zh"]
"""The languages that the program itself can write."""


@dataclass(frozen=True, slots=True)
class Sentence:
    en: str
    zh: str
    """With the same places `{name}`; `{Name}` is `{name}` with a capital."""

    def text(self, language: Spoken) -> str:
        return self.zh if language == "zh" else self.en


class _Places(dict[str, str]):
    """`{Model}` is the value of `model` at the beginning of a sentence."""

    def __missing__(self, key: str) -> str:
        value = self[key[:1].lower() + key[1:]] if key[:1].isupper() else None
        if value is None:
            raise KeyError(key)
        return value[:1].upper() + value[1:]


def say(language: Spoken, key: str, **places: str) -> str:
    """The sentence of that key, such as `fit.shown`, with its places filled.

    Raises:
        KeyError: there is no such sentence, or it has a place that is not given.
    """
    return catalogue()[key].text(language).format_map(_Places(places))


@cache
def catalogue() -> Mapping[str, Sentence]:
    """Every sentence by `group.key`.

    Raises:
        ValueError: a key stands in two files.
    """
    found: dict[str, Sentence] = {}
    for name, content in _files().items():
        if name == "analysis.toml":
            continue
        for group, entries in content.items():
            for key, entry in entries.items():
                if f"{group}.{key}" in found:
                    raise ValueError(f"the sentence {group}.{key} is there twice")
                found[f"{group}.{key}"] = Sentence(**entry)
    return found


@cache
def phrases() -> tuple[Sentence, ...]:
    """What analysis and readers say in English, in the order in which it is tried."""
    return tuple(Sentence(**entry) for entry in _files()["analysis.toml"]["phrase"])


@cache
def _files() -> Mapping[str, Any]:
    root = files("agent").joinpath("authors", "offline", "sentences")
    return {
        entry.name: tomllib.loads(entry.read_text(encoding="utf-8"))
        for entry in sorted(root.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }
