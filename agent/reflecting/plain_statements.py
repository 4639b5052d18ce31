"""Sentences that say a number of a fact so plainly that nothing else can be meant."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from agent.analysis.facts import Fact

_SENTENCE_END = re.compile(r"[.;!?](?=[\s~}])|[。；！？]|\n[ \t\r]*\n|\\item(?![A-Za-z])|\}\s*\n")
_OPENING = r"""
    (?: (?:(?:hence|thus|therefore|so|finally|overall|altogether|moreover|consequently|then|here
          |and),?\s+)?
        (?: (?:we|i)\s+(?:find|found|obtain|obtained|get|got|conclude|see|determined?)\s+
          | (?:it|this|the\s+(?:fit|analysis|evaluation|result|data))\s+(?:follows|shows?|gives?
            |yields?)\s+)?
        (?:that\s+)?
        (?:(?:the|a|an|our|this|its)\s+)?
      | (?:因此|所以|由此|最终|最后|于是|故|即)?[，,]?(?:我们)?
        (?:可得|得到|求得|测得|算得|得出|得|有)?(?:该|所求的?|本实验的?)?
    )"""
_LINK = r"""
    \s*,?\s*(?:\(?(?:\$[^$]{1,30}\$|\\\([^()]{1,30}\\\)|[A-Za-zα-ωΑ-Ω])\)?\s*,?\s*)?
    (?: (?:is|was|are|equals|=|amounts\s+to|comes\s+out\s+(?:as|at)|turns\s+out\s+to\s+be
          |(?:is|was|has\s+been)\s+(?:found|measured|determined|calculated|computed|estimated
            |evaluated)\s+(?:to\s+be|as|at)
          |of|has\s+the\s+value)
      | 的(?:值|数值|大小)?(?:为|是|等于) | 约?为 | 是 | 等于 | ＝
      | \$\s*[^$=]{1,30}= | \\\(\s*[^=]{1,30}=
    )
    [\s$]*(?:\\\()?[\s$(]*"""
_AFTER = re.compile(
    r"""[\s~$]*(?:\\\))?[\s~$)]*
    (?:[.,;:)\]。，；）、}]|\\\\|and\b|with\b|which\b|但|且|和|与|\Z)""",
    re.VERBOSE,
)
_ELSEWHERE = re.compile(
    r"""\\[A-Za-z]*cite
    | \b(?:literature|reference|accepted|theor\w*|expect\w*|predict\w*|previous\w*|earlier|would
      |should|could|if|assum\w*|suppos\w*|nominal|instead|not|never|tabulated|textbook
      |manufacturer\w*|other|another|corrected|without|target)\b
    | 文献|参考|理论|预期|预测|公认|标称|假设|若|如果|应为|应当|不是|并非|标准值|他人|修正""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words of sentences that may speak of another number than ours."""
_CUT = re.compile(
    r"~|\\[,;: ]|[{}]|\\(?:text|emph|textit|textbf|mathrm|left|right)(?![A-Za-z])|\s+"
)


class PlainStatements:
    r"""Finds `The slope (of the fit …) is 4.2 m/s` and `$k = 4.2$ m/s`.

    The sentence begins with the fact's full name, but for words that limit nothing, and ends, or
    goes on with a new thought, right behind the number. Names and symbols that two facts share say
    nothing plainly.
    """

    def __init__(self, facts: Iterable[Fact], symbols: Mapping[str, str]) -> None:
        known = tuple(facts)
        # A single letter is no name in words.
        self._named = _unique((_folded(f.name), f) for f in known if len(f.name) > 1)
        lettered = [(_folded(symbols[f.key]), f) for f in known if f.key in symbols]
        self._lettered = _unique(lettered)

    def fact(self, start: int, end: int, live: str) -> Fact | None:
        """The fact that the number in the span is said of; None when none is, or not plainly one.

        The span ends behind the unit.
        """
        before, after = _sentence(live, start, end)
        if _ELSEWHERE.search(before) or _ELSEWHERE.search(after) or not _AFTER.match(after):
            return None
        said = _folded(before) + " "
        return self._by_name(said) or self._by_letter(said)

    def _by_name(self, said: str) -> Fact | None:
        found = [self._named_in(said[: link.start()]) for link in _links(said)]
        found = [fact for fact in found if fact is not None]
        return found[0] if found and all(fact is found[0] for fact in found) else None

    def _named_in(self, head: str) -> Fact | None:
        """The fact whose name ends there, with nothing before it that limits what is said."""
        head = head.strip()
        for start in _beginnings(head):
            fact = self._named.get(head[start:])
            if fact is not None and _OPEN.fullmatch(head, 0, start):
                return fact
        return None

    def _by_letter(self, said: str) -> Fact | None:
        letter = _LETTER.search(said)
        return self._lettered.get(letter[1].strip()) if letter else None


def _unique(named: Iterable[tuple[str, Fact]]) -> dict[str, Fact]:
    """What names one fact and no other."""
    entries = tuple(named)
    times = Counter(name for name, _ in entries)
    return {name: fact for name, fact in entries if times[name] == 1 and name}


_OPEN = re.compile(_OPENING, re.VERBOSE)
_LINKED = re.compile(rf"{_LINK}\Z", re.VERBOSE)
_LETTER = re.compile(r"(?:\$|\\\(|\\\[)\s*([^$=]{1,40}?)\s*=[\s(]*\Z")
_WORD = re.compile(r"(?<![^\W_])\w|[\u4e00-\u9fff]")


def _links(said: str) -> Iterator[re.Match[str]]:
    """Every way to read the end as the words between a name and its number."""
    start = max(0, len(said) - 120)
    for _ in range(6):
        link = _LINKED.search(said, start)
        if link is None:
            return
        yield link
        start = link.start() + 1


def _beginnings(head: str) -> list[int]:
    """Where a name that ends with the text may begin, the longest first."""
    return [match.start() for match in _WORD.finditer(head, max(0, len(head) - 200))]


def _sentence(live: str, begun: int, behind: int) -> tuple[str, str]:
    """What stands before and behind the number with its unit, as far as the sentence goes."""
    start = max(0, begun - 400)
    for end in _SENTENCE_END.finditer(live, start, begun):
        start = end.end()
    stop = _SENTENCE_END.search(live, behind, behind + 200)
    return live[start:begun], live[behind : stop.start() if stop else behind + 200]


def _folded(text: str) -> str:
    return " ".join(_CUT.sub(" ", text).split()).casefold()
