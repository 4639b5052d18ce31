"""Where braces close, found as far as it is asked for."""

from latex.patterns import re

BRACE = re.compile(r"\\.|[{}]", re.DOTALL)


def _group(depth: int) -> str:
    inner = rf"|{_group(depth - 1)}" if depth else ""
    return rf"\{{(?:[^{{}}\\]++|\\.{inner})*+\}}"


SHALLOW = re.compile(_group(5), re.DOTALL)
"""A group with up to five levels of groups in it; nothing in it is tried twice."""
OPTION = re.compile(
    rf"\[((?:[^\[\]{{}}\\]|\\.|{_group(2)}|\[[^\[\]{{}}\\]{{0,200}}+\]){{0,500}}+)\]", re.DOTALL
)
BLANK = re.compile(r"\s*+")


class Braces:
    """The braces of a masked source."""

    def __init__(self, live: str) -> None:
        self.live = live
        self._partners: dict[int, int] | None = None

    def closing(self, start: int) -> int | None:
        """The offset behind the brace that closes the one at `start`; None when there is none."""
        if self._partners is None:
            if group := SHALLOW.match(self.live, start):
                return group.end()
            if not self.live.startswith("{", start):
                return None
            self._partners = self._all()
        return self._partners.get(start)

    def argument(self, position: int) -> tuple[int, int] | None:
        """The span of the group that comes next, with its braces."""
        start = self.skip_blank(position)
        end = self.closing(start)
        return (start, end) if end is not None else None

    def option(self, position: int) -> tuple[int, int] | None:
        """The span of the text in brackets that comes next, with its brackets."""
        start = self.skip_blank(position)
        if not self.live.startswith("[", start):
            return None
        option = OPTION.match(self.live, start)
        return option.span() if option else None

    def behind_options(self, position: int) -> int:
        """Behind a star and everything in brackets that comes next."""
        if self.live.startswith("*", position):
            position += 1
        while option := self.option(position):
            position = option[1]
        return position

    def skip_blank(self, position: int) -> int:
        blank = BLANK.match(self.live, position)
        return blank.end() if blank else position

    def _all(self) -> dict[int, int]:
        found: dict[int, int] = {}
        stack: list[int] = []
        for token in BRACE.finditer(self.live):
            if token[0] == "{":
                stack.append(token.start())
            elif token[0] == "}" and stack:
                found[stack.pop()] = token.end()
        return found
