"""What a document is set up for: packages, languages, what a straight quote means."""

import re
from functools import lru_cache

from latex.structure import Structure

_LOADED = re.compile(
    r"\\(?:usepackage|RequirePackage)\s*(?:\[([^\[\]]{0,600})\])?\s*\{([^{}\\]{0,600})\}"
)
_LANGUAGES = re.compile(
    r"""\\documentclass\s*\[([^\[\]]{0,600})\]
    | \\(?:usepackage|RequirePackage)\s*\[([^\[\]]{0,600})\]\s*\{(?:babel|polyglossia)\}
    | \\set(?:default|main|other)languages?\s*(?:\[[^\[\]]{0,200}\])?\s*\{([^{}]{0,200})\}
    | \\babelprovide\s*(?:\[[^\[\]]{0,200}\])?\s*\{([^{}]{0,200})\}
    | \\selectlanguage\s*\{([^{}]{0,60})\}""",
    re.VERBOSE,
)
_WORD = re.compile(r"[A-Za-z]+")
_ENGLISH = frozenset(
    {"english", "american", "british", "usenglish", "ukenglish", "canadian", "australian"}
)
_OTHER = frozenset(
    {
        *("german", "ngerman", "austrian", "naustrian", "swissgerman", "nswissgerman", "dutch"),
        *("afrikaans", "danish", "swedish", "norsk", "nynorsk", "norwegian", "finnish"),
        *("icelandic", "french", "francais", "acadian", "spanish", "catalan", "galician"),
        *("portuguese", "brazilian", "brazil", "portuges", "italian", "romanian", "latin"),
        *("polish", "czech", "slovak", "slovene", "slovenian", "croatian", "serbian", "bulgarian"),
        *("russian", "ukrainian", "belarusian", "hungarian", "magyar", "greek", "turkish"),
        *("estonian", "latvian", "lithuanian", "basque", "welsh", "irish", "breton", "esperanto"),
        *("usorbian", "lsorbian", "hebrew", "arabic", "persian", "farsi", "vietnamese"),
    }
)
"""Names that babel and polyglossia know."""
_QUOTE_MAKERS = re.compile(
    r"\\(?:Make(?:Outer|Inner|Auto|Block|Foreign)Quote|MakeShortVerb|DefineShortVerb"
    r"|lstMakeShortInline|useshorthands|defineshorthand|MakeQuote)(?![A-Za-z])"
    r"|\\catcode\s*`\\?\""
)
_SHORTHAND = re.compile(
    r"""(?<![A-Za-z\\]["])(?<![\\])"(?:[`'=~|]|-(?=\w))|[A-Za-zÀ-ž]"[A-Za-zÀ-ž]"""
)
"""A straight quote as babel's languages use it: an umlaut, a quotation mark, a hyphen."""


@lru_cache(maxsize=4)
def packages(live: str) -> frozenset[str]:
    """The packages that a masked source loads itself."""
    return frozenset(
        name.strip() for _, names in _LOADED.findall(live) for name in names.split(",")
    )


@lru_cache(maxsize=4)
def other_languages(live: str) -> frozenset[str]:
    """The languages beside English that a masked source asks for."""
    found = (
        word for groups in _LANGUAGES.findall(live) for word in _WORD.findall(" ".join(groups))
    )
    return frozenset(word for word in found if word.lower() in _OTHER)


@lru_cache(maxsize=4)
def quote_is_special(live: str) -> bool:
    """Whether a straight quote is a command, or may well be one."""
    if '"' not in live:
        return False
    return bool(other_languages(live) or _QUOTE_MAKERS.search(live) or _SHORTHAND.search(live))


def is_chinese(structure: Structure) -> bool:
    """Whether most of the prose is Chinese."""
    return structure.cjk_characters > 2 * structure.words


def is_english(structure: Structure) -> bool:
    """Whether the prose is in Latin script, and no other language is asked for."""
    return structure.words > structure.cjk_characters and not other_languages(structure.live)
