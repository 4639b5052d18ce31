"""Each figure and table of a section stands in it exactly once, whatever the writer did."""

from collections.abc import Sequence

import regex

from agent.authors.types import Language
from latex.citations import replace_spans
from latex.mask import mask

ASSET = regex.compile(r"\\asset\s*\{\s*(?P<label>[^{}]*?)\s*\}")
REFERENCE = regex.compile(r"\\(?:eq|page|auto|c|C)?ref\*?\s*\{([^{}]*)\}")
WORDS = {"en": ("Figure", "Table"), "zh": ("图", "表")}
SEE = {"en": r"See %s~\ref{%s}.", "zh": r"见%s~\ref{%s}。"}


def word_for(label: str, language: Language) -> str:
    """`Figure` or `Table`."""
    return WORDS[language][label.startswith("tab:")]


def references(text: str) -> tuple[str, ...]:
    r"""The labels that `\ref` and its like name, once each."""
    found = (match[1] for match in REFERENCE.finditer(mask(text)))
    return tuple(dict.fromkeys(label.strip() for labels in found for label in labels.split(",")))


def place(text: str, assets: Sequence[str], language: Language) -> str:
    """Take out what belongs elsewhere or stands twice, and put what is missing where it is first
    referred to, else at the end, with a sentence that points to it.
    """
    seen: set[str] = set()
    edits: list[tuple[int, int, str]] = []
    for match in ASSET.finditer(mask(text)):
        label = match["label"]
        if label in assets and label not in seen:
            seen.add(label)
        else:
            edits.append((match.start(), match.end(), ""))
    text = regex.sub(r"\n{3,}", "\n\n", replace_spans(text, edits)) if edits else text
    for label in assets:
        if label not in seen:
            text = _put(text, label, language)
    return text.strip()


def _put(text: str, label: str, language: Language) -> str:
    asset = rf"\asset{{{label}}}"
    live = mask(text)
    for match in REFERENCE.finditer(live):
        if label in (part.strip() for part in match[1].split(",")):
            end = _end_of_paragraph(live, match.end())
            if end is not None:
                return f"{text[:end].rstrip()}\n\n{asset}\n\n{text[end:].lstrip()}"
            return f"{text.rstrip()}\n\n{asset}"
    see = SEE[language] % (word_for(label, language), label)
    return f"{text.rstrip()}\n\n{see}\n\n{asset}"


def _end_of_paragraph(live: str, position: int) -> int | None:
    """Where the paragraph ends, if that is outside of any list; None for the end of the text."""
    for blank in regex.finditer(r"\n[ \t]*\n", live, pos=position):
        before = live[: blank.start()]
        if before.count(r"\begin{") == before.count(r"\end{"):
            return blank.start()
    return None
