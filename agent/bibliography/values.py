"""Field values of BibTeX as they are written: braces, quotes, macros and `#` between them."""

import re

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

BARE = re.compile(r"[^\s\"#%'(),={}]+")
BLANK = re.compile(r"\s*")
NEXT_FIELD = re.compile(r"\s*(?P<name>[A-Za-z][\w-]*)\s*=\s*")


def delimited(token: str) -> bool:
    """Whether a token is text in braces or quotes; otherwise it is a number or a macro."""
    return token[:1] in ('"', "{")


def read_tokens(value: str) -> tuple[tuple[str, ...], str]:
    """The pieces that `#` joins, each with its delimiters, and what follows the last of them."""
    tokens: list[str] = []
    position = 0
    while token := _token(value, position):
        tokens.append(token[0])
        position = _behind_blank(value, token[1])
        if not value.startswith("#", position):
            break
        position = _behind_blank(value, position + 1)
    return tuple(tokens), value[position:].strip()


def _behind_blank(value: str, position: int) -> int:
    blank = BLANK.match(value, position)
    return blank.end() if blank else position


def _token(value: str, position: int) -> tuple[str, int] | None:
    position = _behind_blank(value, position)
    if value.startswith(("{", '"'), position):
        end = _behind_delimited(value, position)
        return (value[position:end], end) if end else None
    bare = BARE.match(value, position)
    return (bare[0], bare.end()) if bare else None


def _behind_delimited(value: str, start: int) -> int | None:
    depth = 0
    quoted = value[start] == '"'
    for n in range(start, len(value)):
        char = value[n]
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0 and not quoted:
                return n + 1
        elif char == '"' and quoted and depth == 0 and n > start:
            return n + 1
    return None


def split_fields(name: str, value: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """(name, value) of every field in a value that has swallowed its neighbours for want of a
    comma, and what could not be read as one; usually the one field and an empty rest.
    """
    found: list[tuple[str, str]] = []
    while True:
        tokens, rest = read_tokens(value)
        following = NEXT_FIELD.match(rest)
        if tokens and (not rest or following):
            found.append((name, " # ".join(tokens)))
        else:
            # Words without braces, or none at all: keep them as text.
            text = re.sub(r"[{}\"]", "", value).strip()
            found.append((name, f"{{{text}}}"))
            return tuple(found), text
        if not following:
            return tuple(found), ""
        name, value = following["name"], rest[following.end() :]
