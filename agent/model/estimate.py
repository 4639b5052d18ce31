"""Tokens counted without the model's own vocabulary."""

import regex

WIDE = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")
LATIN = 3.5
"""Characters to a token in Latin text, roughly; one Chinese character is about one token."""


def estimate_tokens(text: str) -> int:
    """About how many tokens a text is; at least one for a text that is not empty."""
    wide = len(WIDE.findall(text))
    return int(wide + (len(text) - wide) / LATIN + 0.999)
