"""What is objected to in the text of a model: what cannot be used, and what is asked about once."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, field

import regex

from agent.authors.model_outline import labels_of
from agent.authors.model_placing import ASSET, references
from agent.authors.model_tidy import tidy
from agent.authors.trace_numbers import loose_numbers, trace
from agent.authors.types import Brief, Language, SectionPlan
from latex.citations import UNKNOWN_NUMBER, cite_keys, fact_keys
from latex.health import examine
from latex.mask import mask

LEAST_WORDS = {"en": 10, "zh": 20}
"""English words or Chinese characters that a text needs to say anything."""
FOREIGN = 0.35
"""Share of letters of the other language from which a text is in the wrong one."""

_NOT_IN_BODY = regex.compile(
    r"""\\(?:section|chapter|part|title|author|maketitle|tableofcontents|appendix|printbibliography
      |newcommand|renewcommand|providecommand|def|gdef|edef|xdef|let|newenvironment|caption
      |includegraphics|input|include)(?![A-Za-z])
    | \\begin\s*\{(?:figure|table|wrapfigure|tabular|tabularx|longtable|abstract|thebibliography
      |filecontents|tikzpicture)\*?\}""",
    regex.VERBOSE,
)
_NOT_IN_ABSTRACT = regex.compile(
    r"\\(?:(?:sub)*section|paragraph|begin|asset|ref|label)(?![A-Za-z])"
)
_FILLER = regex.compile(
    r"""\b(?:TODO|FIXME|TBD|XXX)\b | \b[Ll]orem\ ipsum\b | \[(?:insert|your|add|to\ be)\b[^\]]*\]
    | (?:此处|这里)(?:填写|插入|补充) | 待补充""",
    regex.VERBOSE,
)
_LABEL = regex.compile(r"\\label\s*\{([^{}]*)\}")
_HAN = regex.compile(r"\p{Han}")
_WORD = regex.compile(r"\p{Latin}{2,}")
_COMMAND = regex.compile(r"\\[A-Za-z]+\*?(?:\s*\{[^{}]*\})?|\$(?:\\.|[^$\\])*\$")


@dataclass(slots=True)
class Examination:
    """Examines the tries at one text; remembers a try that could be used, if need be."""

    brief: Brief
    plan: SectionPlan | None
    """None for the abstract."""
    outline: tuple[SectionPlan, ...]
    known: str
    """The material as the model saw it."""
    spare: str | None = field(default=None, init=False)
    """A try without a grave fault, tidied."""

    def __call__(self, source: str) -> tuple[str, ...]:
        """The objections, as sentences for the model.

        Small faults are objected to once: a second text with none but small faults is accepted.
        """
        text = tidy(source)
        grave = tuple(self._grave(text))
        small = tuple(self._small(text))
        if not grave and (self.spare is not None or not small):
            return ()
        if not grave:
            self.spare = text
        return (*grave, *small, *self._forgotten(text))

    def _grave(self, text: str) -> Iterator[str]:
        yield from examine(text)
        live = mask(text)
        forbidden = _NOT_IN_BODY if self.plan is not None else _NOT_IN_ABSTRACT
        for found in dict.fromkeys(match[0] for match in forbidden.finditer(live)):
            yield f"`{found}` has no place in this text."
        for found in dict.fromkeys(match[0] for match in _FILLER.finditer(live)):
            yield f"`{found}` is a placeholder; write what is known, or nothing."
        yield from _language(live, self.brief.language)

    def _small(self, text: str) -> Iterator[str]:
        facts = self.brief.findings.facts
        keys = [fact.key for fact in facts]
        for key in unknown_facts(text, self.brief):
            close = difflib.get_close_matches(key, keys, n=1, cutoff=0.6)
            hint = f"; did you mean `{close[0]}`?" if close else ", so leave it out."
            yield rf"`\fact{{{key}}}` names no fact of the list{hint}"
        for key in unknown_cites(text, self.brief):
            yield f"`{key}` is no source that may be cited."
        known = {*labels_of(self.brief), *_LABEL.findall(mask(text))}
        known |= {f"sec:{plan.id}" for plan in self.outline}
        for label in references(text):
            if label not in known:
                yield rf"`\ref{{{label}}}` refers to nothing."
        traced = trace(text, facts, self.known).text
        for number in loose_numbers(traced, self.known):
            yield f"The number {number} stands neither in the facts nor in the notes."

    def _forgotten(self, text: str) -> Iterator[str]:
        placed = {match["label"] for match in ASSET.finditer(mask(text))}
        for label in self.plan.assets if self.plan is not None else ():
            if label not in placed:
                yield rf"Place `\asset{{{label}}}`, and refer to it."


def unknown_facts(text: str, brief: Brief) -> tuple[str, ...]:
    known = brief.findings.facts
    return tuple(key for key in fact_keys(text) if key not in known and key != UNKNOWN_NUMBER)


def unknown_cites(text: str, brief: Brief) -> tuple[str, ...]:
    cited = dict.fromkeys(citation.key for citation in cite_keys(text))
    return tuple(key for key in cited if key not in brief.cite_keys)


def _language(live: str, language: Language) -> Iterator[str]:
    prose = _COMMAND.sub(" ", live)
    han, words = len(_HAN.findall(prose)), len(_WORD.findall(prose))
    # A Chinese word has about two characters.
    other = (2 * words if language == "zh" else han) / max(han + 2 * words, 1)
    if (han if language == "zh" else words) + other < LEAST_WORDS[language] and other <= FOREIGN:
        yield "The text is too short to say anything."
    elif other > FOREIGN:
        yield "Write in Chinese." if language == "zh" else "Write in English."
