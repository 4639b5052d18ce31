"""How sources are cited: with the command that fits the sentence, and tied to it."""

from collections.abc import Iterator

import regex

from latex.alternation import one_of
from latex.citations import Citation
from latex.structure import Structure
from reflect.checks.form_abilities import citing, is_redefined, prints_numbers
from reflect.checks.form_prose import HOLE, is_plain, prose
from reflect.checks.form_setup import is_english
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

TEXTUAL = {
    "natbib": {"cite": "citet", "citep": "citet"},
    "biblatex": {
        **{"cite": "textcite", "parencite": "textcite", "autocite": "textcite"},
        **{"citep": "citet"},
    },
}
"""What stands for a noun in a sentence, by what stands there now."""
PARENTHETICAL = {
    "citet": "citep",
    "citep": "citep",
    "textcite": "parencite",
    "parencite": "parencite",
}
"""What sets parentheses around names and year, by what stands in parentheses now."""

_VERBS = one_of(
    {
        *("show", "shows", "showed", "have shown", "has shown", "demonstrate", "demonstrates"),
        *("demonstrated", "propose", "proposes", "proposed", "find", "finds", "found", "report"),
        *("reports", "reported", "describe", "describes", "described", "introduce", "introduces"),
        *("introduced", "present", "presents", "presented", "suggest", "suggests", "suggested"),
        *("argue", "argues", "argued", "develop", "develops", "developed", "study", "studies"),
        *("studied", "investigate", "investigates", "investigated", "observe", "observes"),
        *("observed", "measure", "measures", "measured", "prove", "proves", "proved", "note"),
        *("notes", "noted", "claim", "claims", "claimed", "derive", "derives", "derived"),
        *("conclude", "concludes", "concluded", "discuss", "discusses", "discussed", "provide"),
        *("provides", "provided", "define", "defines", "defined", "analyze", "analyzes"),
        *("analyzed", "analyse", "analyses", "analysed", "examine", "examines", "examined"),
        *("establish", "establishes", "established", "predict", "predicts", "predicted"),
        *("compute", "computes", "computed", "calculate", "calculates", "calculated"),
        *("state", "states", "stated", "confirm", "confirms", "confirmed", "explain"),
        *("explains", "explained", "extend", "extends", "extended", "apply", "applies"),
        *("use", "uses", "used", "give", "gives", "gave", "obtain", "obtains", "obtained"),
        *("compare", "compares", "compared", "consider", "considers", "considered"),
        *("determine", "determines", "determined", "estimate", "estimates", "estimated"),
    }
)
NOUN_BEFORE = regex.compile(
    r"(?:\A|[.!?:;]|(?<![A-Za-z])(?:[Aa]s|[Ww]hile|[Ww]hereas|[Aa]lthough|because|since|that|where"
    r"|[Ww]hen|how|if|but))\s*+\Z"
)
"""A sentence or a clause begins."""
PREPOSITION = regex.compile(
    r"(?<![A-Za-z])(?:[Bb]y|[Ii]n|[Oo]f|[Ff]rom|[Ww]ith|than|(?<!\()[Ss]ee|[Ff]ollowing|[Tt]o)[\s~]++\Z"
)
VERB_BEHIND = regex.compile(rf"[\s~]++(?:first |also |then |later )?{_VERBS}(?![A-Za-z])")
GAP = regex.compile(r"(?<=[\p{Latin}\d)’%])(?P<gap>[ \t]++|[ \t]*+\r?\n[ \t]*+)\Z")
ET_AL = regex.compile(r"(?<![A-Za-z])(?:et[ ~]al\.?|[Cc]oworkers|colleagues)[\s~\x1a]*+\Z")
NAME = regex.compile(r"(?<![\p{L}\d])(?P<name>\p{Lu}\p{L}{2,}+)(?:’s|'s)?[\s~]++\Z")
YEAR_BEHIND = regex.compile(r"[\s~]*+\((?P<year>(?:1[5-9]|20)\d\d)[a-z]?\)")
LED_IN = r"(?:(?P<lead>see|See|e\.g\.,?|cf\.|compare|see also|see, e\.g\.,?)[\s~]++)"
IN_PARENTHESES = regex.compile(
    rf"""\({LED_IN}?+\\(?P<name>citet|citep|textcite|parencite)(?P<star>\*?)
    (?P<notes>(?:\[[^\[\]{{}}]{{0,120}}+\]){{0,2}}+)(?P<keys>\{{[^{{}}]{{1,400}}+\}})\)""",
    regex.VERBOSE,
)


@check("cite-as-noun", 2, Category.CITATION)
def cite_as_noun(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A citation in brackets that is the subject or object of a sentence, without its authors.

    With names and years natbib prints the authors for `\cite` all the same, and a number behind
    `by`, `in` and the like is let be.

    Pass: \usepackage[authoryear]{natbib}
        \citet{a} showed this, it was found before \citep{b}.
    Fail: \usepackage[authoryear]{natbib}
        \citep{a} showed this, as was found by \citep{b}.
    """
    package, printed = citing(structure)
    if not is_english(structure):
        return
    new_names = TEXTUAL.get(package or "", {"cite": ""})
    text = prose(structure).text
    for cite in _commands(structure):
        new = new_names.get(cite.command)
        start, end = cite.whole
        if new is None or text[start : start + 1] != HOLE or is_redefined(structure, cite.command):
            continue
        if (package, printed, cite.command) == ("natbib", "names", "cite"):
            continue
        before = text[max(start - 30, 0) : start].rpartition("\n\n")[2]
        if not _is_noun(before, text, end, printed):
            continue
        name = start + 1, start + 1 + len(cite.command)
        notes = structure.live[name[1] : cite.argument[0]]
        yield Hit(
            start,
            name[1],
            "The citation stands where the name of its authors belongs.",
            cure=(Edit(*name, new),) if new and notes.count("[") < 2 else (),
            action=f"Cite by name, with \\{new}." if new else "Write the name of the authors.",
        )


def _is_noun(before: str, text: str, end: int, printed: str | None) -> bool:
    if printed == "names" and PREPOSITION.search(before):
        return True
    begins = not before.strip() or NOUN_BEFORE.search(before) is not None
    return begins and VERB_BEHIND.match(text, end) is not None


def _commands(structure: Structure) -> Iterator[Citation]:
    """The first key of each citation."""
    done = -1
    for cite in structure.cites:
        if cite.whole[0] != done and not cite.silent and cite.whole[1] > cite.whole[0]:
            yield cite
        done = cite.whole[0]


@check("textual-cite-in-parentheses", 2, Category.CITATION)
def textual_cite_in_parentheses(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A citation that brings parentheses, in parentheses of its own.

    Pass: \usepackage[authoryear]{natbib}
        It was found early \citep{a}, see \citet{b}.
    Fail: \usepackage[authoryear]{natbib}
        It was found early (\citet{a}).
    """
    _, printed = citing(structure)
    if printed == "numbers":
        return
    for match in IN_PARENTHESES.finditer(structure.live, *_body(structure)):
        new = PARENTHETICAL[match["name"]]
        if is_redefined(structure, match["name"]) or (match["lead"] and printed is None):
            continue
        command = f"\\{new}{match['star']}{match['notes']}{match['keys']}"
        if match["lead"]:
            command = f"\\{new}{match['star']}[{match['lead']}][]{match['keys']}"
        sure = is_plain(structure, *match.span()) and not (match["lead"] and match["notes"])
        yield Hit(
            *match.span(),
            f"Parentheses stand in parentheses; \\{new} sets one pair.",
            cure=(Edit(*match.span(), command),) if sure else (),
        )


@check("author-twice", 3, Category.CITATION)
def author_twice(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A name right before a citation that prints it, or a year right behind it.

    Pass: \usepackage[authoryear]{natbib}
        Hubble's law \citep{hubble1929} and \citet{lemaitre1927}.
    Fail: \usepackage[authoryear]{natbib}
        Hubble \citet{hubble1929} and \citet{lemaitre1927} (1927).
    """
    package, printed = citing(structure)
    if package is None or printed != "names":
        return
    text = prose(structure).text
    for cite in _commands(structure):
        start, end = cite.whole
        if cite.command not in ("citet", "textcite") or text[start : start + 1] != HOLE:
            continue
        before = text[max(start - 40, 0) : start]
        name = NAME.search(before)
        if name and cite.key.casefold().startswith(name["name"].casefold()):
            shown = start - len(before) + name.start("name")
            yield Hit(shown, end, f"The name of {name['name']} is printed twice.")
        elif ET_AL.search(before):
            yield Hit(start, end, "The citation prints the names that stand before it.")
        year = YEAR_BEHIND.match(text, end)
        if year and year["year"] in cite.key:
            cure = (Edit(*year.span(), ""),) if is_plain(structure, *year.span()) else ()
            yield Hit(start, year.end(), f"The year {year['year']} is printed twice.", cure=cure)


@check("untied-citation", 2, Category.TYPOGRAPHY)
def untied_citation(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A number of a citation that may begin a line, apart from the word it belongs to.

    Pass: \usepackage[numbers]{natbib}
        It was found early~\cite{a}, and \citet{b} found it again.
    Fail: \usepackage[numbers]{natbib}
        It was found early \cite{a}.
    """
    certain = prints_numbers(structure)
    if certain is False:
        return
    text = prose(structure).text
    for cite in _commands(structure):
        start, end = cite.whole
        if cite.command not in ("cite", "citep", "parencite", "autocite"):
            continue
        gap = GAP.search(text, max(start - 40, 0), start)
        if gap is None or text[start : start + 1] != HOLE:
            continue
        span = gap.span("gap")
        cure = (Edit(*span, "~"),) if is_plain(structure, *span) else ()
        yield Hit(
            span[0],
            end,
            "A line may end between the word and its citation.",
            cure=cure,
            severity=None if certain else 1,
        )


def _body(structure: Structure) -> tuple[int, int]:
    return structure.body or (0, len(structure.live))
