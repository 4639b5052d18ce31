"""references.bib: the cited entries as BibTeX can print them."""

import re
import unicodedata
from collections.abc import Iterable, Mapping

from agent.bibliography.library import Entry, Library
from agent.bibliography.values import delimited, read_tokens
from latex.escape import encode
from latex.health import forbidden

PRINTED = frozenset(
    (
        "author",
        "editor",
        "title",
        "booktitle",
        "subtitle",
        "journal",
        "publisher",
        "series",
        "note",
        "annote",
        "howpublished",
        "organization",
        "institution",
        "school",
        "address",
        "edition",
        "type",
        "chapter",
        "volume",
        "number",
        "pages",
    )
)
"""Fields that a style sets as text; the others are addresses, or are not printed."""

DROPPED = frozenset(
    (
        "abstract",
        "file",
        "keywords",
        "bdsk-url-1",
        "bdsk-file-1",
        "timestamp",
        "biburl",
        "bibsource",
    )
)
"""Fields that no style prints, and that hold private paths or what BibTeX stumbles over."""

BIBLATEX_NAMES = {
    "journaltitle": "journal",
    "location": "address",
    "maintitle": "booktitle",
}
BIBLATEX_TYPES = {"online": "misc", "report": "techreport", "thesis": "phdthesis"}

SPAN = re.compile(
    r"""
      (?P<kept>\\(?:url|path|nolinkurl|doi|href|ref|label|cite\w*)\s*\{[^{}]*\}
        | \\. | \$(?:\\.|[^$\\])*\$)
    | (?P<special>[&%#_^$])
    """,
    re.VERBOSE | re.DOTALL,
)
ESCAPES = {"^": r"\textasciicircum{}"}


def write_bibliography(
    library: Library, entries: Iterable[Entry], written_keys: Mapping[str, str]
) -> tuple[str, tuple[str, ...]]:
    """The text of references.bib, and one sentence for each thing that was changed in it.

    Entries come in the order given, which must put parents behind their children, as BibTeX wants.
    Bare `&`, `%`, `#` and `_` are escaped where a style prints them; addresses stay as they are.
    """
    remarks: list[str] = []
    parts: list[str] = []
    for preamble in library.preambles:
        if forbidden(preamble):
            remarks.append("A @preamble with a command that is not allowed was left out.")
        else:
            parts.append(f"@preamble{{{preamble}}}\n")
    parts += (f"@string{{{name} = {_printed(value)}}}\n" for name, value in library.strings)
    parts += (_entry(entry, written_keys, remarks) for entry in entries)
    return unicodedata.normalize("NFC", "\n".join(parts)), tuple(remarks)


def _entry(entry: Entry, written_keys: Mapping[str, str], remarks: list[str]) -> str:
    lines = []
    fields = _usual_names(entry)
    for name, value in fields.items():
        if name in DROPPED:
            continue
        if forbidden(value):
            remarks.append(
                f"The field {name!r} of {entry.key!r} holds a command that is not allowed; "
                "it was left out."
            )
            continue
        if name in ("crossref", "xdata"):
            keys = [key.strip() for key in entry.text(name).split(",")]
            value = "{" + ",".join(written_keys.get(key, key) for key in keys) + "}"
        elif name in PRINTED:
            if _bare_special(value):
                remarks.append(f"A special character in {name!r} of {entry.key!r} was escaped.")
            value = _printed(value)
        lines.append(f"  {name} = {value},\n")
    kind = BIBLATEX_TYPES.get(entry.type, entry.type)
    return f"@{kind}{{{written_keys.get(entry.key, entry.key)},\n{''.join(lines)}}}\n"


def _usual_names(entry: Entry) -> dict[str, str]:
    """The fields by the names that BibTeX styles know, where biblatex has others."""
    fields = dict(entry.fields)
    for name, usual in BIBLATEX_NAMES.items():
        if name in fields and usual not in fields:
            fields[usual] = fields.pop(name)
    if entry.type == "thesis" and "institution" in fields:
        fields.setdefault("school", fields.pop("institution"))
    year = re.match(r"[{\"]?\s*(\d{4})", fields.get("date", ""))
    if year and "year" not in fields:
        fields["year"] = f"{{{year[1]}}}"
    return fields


def _bare_special(value: str) -> bool:
    return any(match["special"] for match in SPAN.finditer(value))


def _printed(value: str) -> str:
    tokens, rest = read_tokens(value)
    if rest:
        return value
    return " # ".join(
        token[0] + _escaped(token[1:-1]) + token[-1] if delimited(token) else token
        for token in tokens
    )


def _escaped(text: str) -> str:
    """LaTeX of a field with specials escaped outside mathematics, and symbols as commands."""

    def replace(match: re.Match[str]) -> str:
        special: str | None = match["special"]
        return match[0] if special is None else ESCAPES.get(special, "\\" + special)

    escaped = SPAN.sub(replace, text)
    # Inside double braces BibTeX changes neither the case nor the meaning of a command.
    return re.sub(r"(?<!\{)\\ensuremath\{(?:[^{}]|\{[^{}]*\})*\}", r"{{\g<0>}}", encode(escaped))
