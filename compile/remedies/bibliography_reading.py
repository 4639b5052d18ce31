"""Reads one entry of a .bib file with patience: each fault is noted with what would mend it."""

import re
from dataclasses import dataclass

FIELDS = (
    "author|editor|title|subtitle|booktitle|journal|journaltitle|year|date|month|volume|number"
    "|pages|publisher|doi|url|urldate|note|address|location|series|edition|school|institution"
    "|organization|howpublished|isbn|issn|eprint|eprinttype|archiveprefix|primaryclass|abstract"
    "|keywords|chapter|language|langid|type|key|crossref|file|translator|version|annote|eid"
)
_KEY = re.compile(r"\s*(?P<key>[^\s,{}()=\"#%~\\']*)[ \t]*(?P<comma>,?)")
_NAME = re.compile(r"(?P<name>[A-Za-z][\w:.+/-]*)(?P<sign>\s*=?)\s*")
_FIELD_LINE = re.compile(
    rf",?[ \t]*\n[ \t]*(?:(?:{FIELDS})\s*(?=[{{\"])|[A-Za-z][\w-]*\s*=\s*(?=[{{\"\w]))",
    re.IGNORECASE,
)
_NEXT = re.compile(rf"[ \t]*,?\s*(?:{FIELDS})\s*=\s*[{{\"\w]", re.IGNORECASE)
_BARE = re.compile(r"[^\s,{}\"#=]+")
_SPACE = re.compile(r"\s*")
_COMMENT = re.compile(r"%[ \t]*(?P<name>[A-Za-z][\w-]*\s*=)?[^\n]*\n?")
_BARE_END = re.compile(r"[{}\n]|,(?=\s*[A-Za-z][\w-]{0,20}\s*=)")
_STRING = re.compile(r"\d+|[A-Za-z][\w:.+/'-]*")
_EQUALS = re.compile(r"\s*=")
_JOIN = re.compile(r"\s*#\s*")
_LAST_BRACE = re.compile(r",?\s*\n[ \t]*\}\s*$")
_BRACES = re.compile(r"[{}]")
_MARKS = re.compile(r"[{}\"]")
_KNOWN = frozenset(FIELDS.split("|"))
BRACE_TOO_MANY = "one closing brace too many"
_MOST_MENDS = 60
"""What has more faults in one entry is no bibliography."""


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    """In lower case."""
    start: int
    """Of the name."""
    value: tuple[int, int]
    """Span of the whole value with its braces or quotes."""

    @property
    def inner(self) -> tuple[int, int]:
        """Span between the braces or quotes, if the value is in them."""
        return self.value[0] + 1, self.value[1] - 1


@dataclass(frozen=True, slots=True)
class Mend:
    """Characters `start` to `end` become `new`."""

    start: int
    end: int
    new: str
    why: str


class Reader:
    """Reads one entry; each fault it meets is noted with its mending, and reading goes on."""

    def __init__(self, text: str, limit: int) -> None:
        self.text = text
        self.limit = limit
        self.start = 0
        self.mends: list[Mend] = []
        self.fields: list[Field] = []

    def read(self, kind_end: int, position: int) -> tuple[int, str, tuple[int, int]]:
        """Reads from behind `@type{` on: the end of the entry, its key, and the key's span."""
        self.start = position
        if self.text[position - 1] != "{":
            self.mend(kind_end, position, "{", "the opening brace")
        head = _KEY.match(self.text, position)
        key = head["key"] if head else ""
        span = head.span("key") if head and key else (position, position)
        behind = head.end() if head else position
        if head and not head["comma"]:
            behind = self._head(key, span)
            key, span = (key, span) if behind >= span[1] else ("", (position, position))
        return self._fields(behind), key, span

    def _head(self, key: str, span: tuple[int, int]) -> int:
        """Behind the key, where no comma follows it: it is missing, or the key itself is."""
        if not key or _EQUALS.match(self.text, span[1]):
            return span[0]
        if self._next_sign(span[1]) not in ("", "}"):
            self.mend(span[1], span[1], ",", "the comma after the key")
        return span[1]

    def mend(self, start: int, end: int, new: str, why: str) -> None:
        self.mends.append(Mend(start, end, new, why))

    def _next_sign(self, position: int) -> str:
        """The next character that is no space; empty at the end."""
        found = _SPACE.match(self.text, position, self.limit)
        here = found.end() if found else position
        return self.text[here] if here < self.limit else ""

    def _fields(self, position: int) -> int:
        """Reads field after field; where the entry ends."""
        while len(self.mends) < _MOST_MENDS:
            space = _SPACE.match(self.text, position, self.limit)
            here = space.end() if space else position
            if here >= self.limit:
                return self._unclosed()
            sign = self.text[here]
            if sign == "}":
                if not _NEXT.match(self.text, here + 1, self.limit):
                    return here + 1
                self.mend(here, here + 1, "", BRACE_TOO_MANY)
                position = here + 1
            elif sign == ",":
                if self.fields and self._comma_before(here):
                    self.mend(here, here + 1, "", "one comma too many")
                position = here + 1
            elif sign == ";" and self.fields:
                self.mend(here, here + 1, ",", "a comma in place of a semicolon")
                position = here + 1
            elif sign == "%":
                position = self._comment(here)
            else:
                after = self._field(here)
                if after is None:
                    return self._unclosed()
                position = after
        self.mends.clear()
        return self.limit

    def _comma_before(self, position: int) -> bool:
        return self.text[max(0, position - 400) : position].rstrip().endswith(",")

    def _comment(self, position: int) -> int:
        """BibTeX knows no comments inside of entries."""
        found = _COMMENT.match(self.text, position, self.limit)
        assert found is not None
        if found["name"]:
            self.mend(position, found.start("name"), "OPT", "the mark of a field that is left out")
            return found.start("name")
        self.mend(position, found.end(), "", "a comment, which an entry cannot hold")
        return found.end()

    def _field(self, position: int) -> int | None:
        """Behind a field and its comma; None where no field begins."""
        name = _NAME.match(self.text, position, self.limit)
        if name is None or not ("=" in name["sign"] or name["name"].lower() in _KNOWN):
            return None
        self._missing_comma(position)
        if "=" not in name["sign"]:
            self.mend(name.end("name"), name.end("name"), " =", f"= after {name['name']}")
        start = name.end()
        end = self._value(start, name["name"])
        self.fields.append(Field(name["name"].lower(), position, (start, end)))
        return end

    def _missing_comma(self, position: int) -> None:
        if self.fields and not any(m.start >= self.fields[-1].value[1] for m in self.mends):
            last = self.fields[-1].value[1]
            if "," not in self.text[last:position]:
                self.mend(last, last, ",", f"the comma after {self.fields[-1].name}")

    def _value(self, start: int, name: str) -> int:
        """Behind a value of pieces joined with #."""
        position = start
        while True:
            end = self._piece(position)
            if end is None:
                return self._broken(position, name)
            joined = _JOIN.match(self.text, end, self.limit)
            if joined is None:
                break
            position = joined.end()
        if self.text[start : start + 1] in '{"' and self._swallowed(start, end):
            return self._broken(position, name)
        well = self._next_sign(end) in ("", *",};%") or self._next_field(end)
        return end if well else self._broken(position, name)

    def _next_field(self, end: int) -> bool:
        return any(pattern.match(self.text, end, self.limit) for pattern in (_FIELD_LINE, _NEXT))

    def _swallowed(self, start: int, end: int) -> bool:
        """Whether a value ran over the fields behind it because its own end is missing."""
        return _FIELD_LINE.search(self.text, start, end) is not None and not _closed(
            self.text, end, self.limit
        )

    def _piece(self, start: int) -> int | None:
        sign = self.text[start : start + 1]
        if sign == "{":
            return _balanced(self.text, start, self.limit)
        if sign == '"':
            return _quoted(self.text, start, self.limit)
        bare = _BARE.match(self.text, start, self.limit)
        return bare.end() if bare and _STRING.fullmatch(bare[0]) else None

    def _broken(self, start: int, name: str) -> int:
        """Behind a value without its end, without its delimiters, or with a brace too many."""
        sign = self.text[start : start + 1]
        if sign not in '{"':
            return self._undelimited(start, name)
        end = self._where_it_should_end(start + 1)
        inner = self.text[start + 1 : end]
        depth = inner.count("{") - inner.count("}")
        if sign == '"':
            closed = inner.endswith('"')
            if depth > 0:
                at = end - closed
                self.mend(at, at, "}" * depth, f"the closing brace in {name}")
            if not closed:
                self.mend(end, end, '"', f"the closing quote of {name}")
            return end
        if depth >= 0:
            self.mend(end, end, "}" * (depth + 1), f"the closing brace of {name}")
        elif depth < -1 and (early := _balanced(self.text, start, end)):
            self.mend(early - 1, early, "", f"a closing brace too many in {name}")
        return end

    def _undelimited(self, start: int, name: str) -> int:
        """Behind a value that no brace or quote opens: it ends with its line, or at a comma."""
        depth, end, closed = 0, self.limit, False
        for found in _BARE_END.finditer(self.text, start, self.limit):
            depth += {"{": 1, "}": -1}.get(found[0][0], 0)
            if depth < 0 or (depth == 0 and found[0][0] not in "{}"):
                closed = depth < 0 and self._next_sign(found.end()) == ","
                end = found.end() if closed else found.start()
                break
        value = self.text[start:end].rstrip().removesuffix(",").rstrip()
        end = start + len(value)
        self.mend(start, start, "{", f"the opening brace of {name}")
        if not closed:
            self.mend(end, end, "}", f"the closing brace of {name}")
        return end

    def _where_it_should_end(self, position: int) -> int:
        """Before the comma and line break in front of the next field, else at the entry's end."""
        if found := _FIELD_LINE.search(self.text, position, self.limit):
            return found.start()
        body = self.text[position : self.limit].rstrip()
        lines = _LAST_BRACE.search(body, max(0, len(body) - 200))
        if lines:
            return position + lines.start()
        one = body.removesuffix("}").rstrip().removesuffix(",")
        return position + len(one)

    def _unclosed(self) -> int:
        last = self.fields[-1].value[1] if self.fields else self.start
        end = last + len(self.text[last : self.limit].rstrip())
        self.mend(end, end, "\n}", "the closing brace of the entry")
        return self.limit


def _balanced(text: str, start: int, limit: int) -> int | None:
    """Behind the brace that closes the one at `start`; BibTeX counts escaped ones as well."""
    depth = 0
    for found in _BRACES.finditer(text, start, limit):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return found.end()
    return None


def _quoted(text: str, start: int, limit: int) -> int | None:
    depth = 0
    for found in _MARKS.finditer(text, start + 1, limit):
        if found[0] == '"' and depth == 0:
            return found.end()
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth < 0:
            return None
    return None


def _closed(text: str, position: int, limit: int) -> bool:
    """Whether from here to `limit` the entry closes with one brace more than it opens."""
    rest = text[position:limit]
    return rest.count("}") == rest.count("{") + 1
