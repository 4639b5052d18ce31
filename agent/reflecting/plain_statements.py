"""Sentences that say a number of a fact so plainly that nothing else can be meant."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from agent.analysis.facts import Fact
from agent.authors.literal_numbers import Literal

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
        named = Counter(_folded(fact.name) for fact in known)
        lettered = Counter(_folded(symbol) for symbol in symbols.values())
        self._named = [
            (_named(name), fact)
            for fact in known
            if named[name := _folded(fact.name)] == 1 and len(name) > 1
        ]
        self._lettered = [
            (_lettered(symbol), fact)
            for fact in known
            if fact.key in symbols and lettered[symbol := _folded(symbols[fact.key])] == 1
        ]

    def fact(self, literal: Literal, live: str) -> Fact | None:
        """The fact that the number is said of; None when it is none, or not plainly one."""
        before, after = _sentence(live, literal)
        if _ELSEWHERE.search(before) or _ELSEWHERE.search(after) or not _AFTER.match(after):
            return None
        said = _folded(before) + " "
        for rules in (self._named, self._lettered):
            found = [fact for rule, fact in rules if rule.match(said)]
            if len(found) == 1:
                return found[0]
        return None


def _named(name: str) -> re.Pattern[str]:
    words = r"\s+".join(re.escape(word) for word in name.split())
    return re.compile(rf"{_OPENING}{words}{_LINK}\Z", re.VERBOSE)


def _lettered(symbol: str) -> re.Pattern[str]:
    return re.compile(rf".*(?:\$|\\\(|\\\[)\s*{re.escape(symbol)}\s*=[\s(]*\Z")


def _sentence(live: str, literal: Literal) -> tuple[str, str]:
    """What stands before and behind the number with its unit, as far as the sentence goes."""
    start = max(0, literal.start - 400)
    for end in _SENTENCE_END.finditer(live, start, literal.start):
        start = end.end()
    behind = literal.unit_span[1] if literal.unit_span else literal.end
    stop = _SENTENCE_END.search(live, behind, behind + 200)
    return live[start : literal.start], live[behind : stop.start() if stop else behind + 200]


def _folded(text: str) -> str:
    return " ".join(_CUT.sub(" ", text).split()).casefold()
