"""One damage for each rule of the gate, with the edit that is nearest to it and harms nothing."""

from dataclasses import dataclass, field
from typing import Any

from reflect.change import Change
from reflect.evidence import Claim, Evidence
from tests.reflect.gating import LONG, document


@dataclass(frozen=True)
class Case:
    before: str
    harm: str
    harmless: str
    known: dict[str, Any] = field(default_factory=dict)
    beside: tuple[str, ...] = ()
    """Rules that cannot but object to the same damage."""


def edited(body: str, old: str, harm: str, harmless: str, *beside: str, **known: Any) -> Case:
    """Of a document with this body: `old` replaced by the damage and by its neighbour."""
    assert old in body
    return Case(
        document(body),
        document(body.replace(old, harm)),
        document(body.replace(old, harmless)),
        known,
        beside,
    )


def plan(*changes: Change) -> dict[str, Any]:
    return {"plan": changes or (Change("n1", "unclear", "say it clearly"),)}


def about(word: str, count: int = 6) -> str:
    """A paragraph of as many sentences, like no other."""
    verbs = ("was read", "stood still", "turned warm", "lost weight", "ran dry", "came back",
             "hung low", "made noise")  # fmt: skip
    return " ".join(
        f"The {word} {verb} when its {word} clamp {verb} on day {number} of {word}."
        for number, verb in enumerate(verbs[:count], 10)
    )


RICH = (
    "Friction between wheel and rail grows slowly with humidity, so every morning began with a "
    "calibration of the empty cart. Brass weights hung from a nylon thread over the pulley, whose "
    "bearing was cleaned with alcohol beforehand. Temperature, pressure and humidity were noted "
    "beside each velocity, because drifting electronics had spoiled an earlier campaign."
)
OTHER = (
    "Requested improvements have been implemented successfully throughout this passage, following "
    "editorial guidelines closely. Readers should now enjoy clearer explanations, smoother "
    "transitions and stronger arguments, while overall quality remains consistently excellent. "
    "Further suggestions are welcome whenever additional polishing seems worthwhile to anybody."
)
WHOLE = document("It is said here.")
FRAMED = WHOLE.replace("\\author{A. Reader}", "\\usepackage{amsmath}\n\\author{A. Reader}")
NOTED = document("Springs were measured early \\cite{hooke}.")
REFERRED = "It is said in Section~\\ref{sec:a}.\\label{sec:a}"
SECTIONS = (
    f"\\section{{Springs}}\n{about('spring')}\n\n\\section{{Wires}}\n{about('wire')}\n\n"
    f"\\section{{Pulleys}}\n{about('pulley')}"
)
WIRES = f"\\section{{Wires}}\n{about('wire')}\n\n"
HALF = about("wire").split(" The wire turned")
FIGURE = (
    "\\begin{figure}\n\\includegraphics{rail.pdf}\n\\caption{The rail from the left side with the "
    "timer at its lower end, as it was set up.}\n\\label{fig:rail}\n\\end{figure}"
)
TABLE = (
    "\\begin{table}\n\\caption{Lengths.}\n\\begin{tabular}{lr}\nplace & length \\\\\n"
    "north & 12.5 \\\\\nsouth & 13.75 \\\\\n\\end{tabular}\n\\end{table}"
)
DISPLAY = "\\begin{equation}\nT = 2\\pi\\sqrt{l / g} + c_1 \\theta^2\n\\end{equation}"
LISTING = "\\begin{verbatim}\nfor run in runs:\n    read(run)\n    write(run)\n\\end{verbatim}"
THEOREM = "\\begin{theorem}\nEvery pendulum comes to rest after a while.\n\\end{theorem}"
LISTED = (
    "\\begin{itemize}\n\\item the rail was levelled with care,\n\\item the timer was set to zero "
    "by hand,\n\\end{itemize}"
)
LED = (
    "The law is old \\cite{boyle}, as Section~\\ref{sec:a} says, see \\url{https://a.org} and "
    "\\fact{k.a}.\n\nBoth \\cite{boyle} and \\cite{hooke} said so. \\label{sec:a} So does "
    "Section~\\ref{sec:b}.\\label{sec:b} Look into Section~\\ref{sec:a}. There are \\fact{k.a} and "
    "\\fact{k.b} beside \\url{https://a.org}."
)
TWO_FIGURES = "\n\n".join(
    f"\\begin{{figure}}\n\\includegraphics{{{name}}}\n\\caption{{The {text} the left.}}\n"
    "\\end{figure}"
    for name, text in (("one", "rail from"), ("two", "timer on"))
)
PLOT = (
    "\\begin{tikzpicture}\n\\begin{axis}\n\\addplot coordinates {(1,2) (2,4.5)};\n\\end{axis}\n"
    "\\end{tikzpicture}"
)
BIBLIOGRAPHY = "It is old \\cite{boyle}.\n\n\\bibliography{refs}"


def claimed(state: str) -> dict[str, Any]:
    """Evidence that knows one number, and holds every 9.9 mm against it."""

    def claims(source: str) -> tuple[Claim, ...]:
        place = source.find("9.9 mm")
        return (Claim(place, place + 6, "9.9 mm", state, "k.a"),) if place >= 0 else ()  # type: ignore[arg-type]

    return {"evidence": Evidence(facts=frozenset({"k.a"}), claims=claims)}


BIB = {"evidence": Evidence(cite_keys=frozenset({"boyle", "hooke"}))}

CASES: dict[str, Case] = {
    "skeleton-lost": Case(
        WHOLE,
        WHOLE.replace("\\end{document}", ""),
        WHOLE.replace("here.\n", "there.\n\n").replace("\\end{", "\\end {"),
        beside=("score-lower",),
    ),
    "preamble-changed": Case(
        FRAMED,
        FRAMED.replace("{amsmath}", "{amsmath,amssymb}"),
        FRAMED.replace("{amsmath}", "{amsmath} ").replace("said here", "told here"),
        plan(),
    ),
    "length-collapse": edited(
        f"{about('spring', 8)}\n\n{about('wire', 8)}",
        f"{about('spring', 8)}\n\n{about('wire', 8)}",
        "The spring was read.",
        about("spring", 8),
        "section-collapse",
    ),
    "score-lower": edited(
        "It is \\emph{new} here.", "\\emph{new}", "\\emph{new", "\\emph{very \\textbf{new}}"
    ),
    "citations-lost": Case(
        NOTED, NOTED.replace("\\cite{hooke}", "by Hooke"), NOTED.replace("\\cite", "\\citep[p.~3]")
    ),
    "cites-unknown-new": edited(
        "It is old.", "old", "old \\cite{newton}", "old \\cite{boyle}", **BIB
    ),
    "bibliography-lost": edited(
        BIBLIOGRAPHY, "\\bibliography{refs}", "", "\\printbibliography"
    ),
    "input-lost": edited(
        "It is said.\n\\input{method}", "\\input{method}", "", "\\input {method}\n\\input{more}"
    ),
    "sections-fewer": edited(
        SECTIONS, WIRES, "", WIRES.replace("Wires", "The wires"), "section-lost"
    ),
    "section-lost": edited(
        SECTIONS,
        WIRES,
        f"\\section{{Threads}}\n{OTHER}\n\n",
        WIRES.replace("Wires", "Threads").replace("day", "hour"),
    ),
    "section-merged": edited(
        SECTIONS, "\\section{Wires}\n", "", "\\section{Of wires}\n", "sections-fewer"
    ),
    "section-split": edited(
        SECTIONS,
        " The wire turned",
        "\n\n\\section{More on wires}\nThe wire turned",
        "\n\nThe wire then turned",
    ),
    "section-added-without-plan": edited(
        SECTIONS,
        WIRES,
        f"{WIRES}\\section{{Levers}}\n{about('lever')}\n\n",
        f"{WIRES}{about('lever')}\n\n",
        **plan(),
    ),
    "section-order": edited(
        SECTIONS,
        SECTIONS,
        SECTIONS.replace(WIRES, "") + "\n\n" + WIRES,
        SECTIONS.replace("\\section{Springs}", "\\section{Spring}"),
    ),
    "section-level": edited(
        SECTIONS, "\\section{Wires}", "\\subsection{Wires}", "\\section*{Wires}"
    ),
    "section-collapse": edited(
        SECTIONS, about("wire"), HALF[0], " The wire turned".join(HALF).replace("on day 10 ", "")
    ),
    "section-replaced": edited(
        f"\\section{{Friction}}\n{RICH}\n\n\\section{{Remarks}}\nThat is all.",
        RICH,
        OTHER,
        RICH.replace("wheel", "axle").replace("humidity", "damp"),
    ),
    "figures-fewer": edited(
        FIGURE, FIGURE, "", FIGURE.replace("{figure}", "{figure*}")
    ),
    "tables-fewer": edited(TABLE, TABLE, "", TABLE.replace("{table}", "{table*}")),
    "figure-file-changed": edited(
        FIGURE, "rail.pdf", "timer.pdf", "rail"
    ),
    "caption-lost": edited(
        FIGURE,
        FIGURE[FIGURE.index("\\caption") : FIGURE.index("\\label")],
        "",
        "\\caption[The rail]{The rail from the left, the timer at its lower end.}\n",
    ),
    "caption-collapse": edited(
        FIGURE, " from the left side with the timer at its lower end, as it was set up", "",
        " from the left with the timer at its end",
    ),
    "captions-exchanged": edited(
        TWO_FIGURES, TWO_FIGURES,
        TWO_FIGURES.replace("rail from", "it").replace("timer on", "rail from").replace(
            "The it", "The timer on"
        ),
        TWO_FIGURES.replace("rail from", "long rail from"),
    ),
    "front-replaced": Case(
        WHOLE,
        WHOLE.replace("A. Reader", "B. Writer"),
        WHOLE.replace("A. Reader", "Ann Reader \\and C. Third"),
    ),
    "matter-lost": edited(
        "It is said.\n\n\\appendix\n\nIt was done so.", "\\appendix\n\n", "",
        "\\appendix\n\n\\label{a}",
    ),
    "plot-changed": edited(
        PLOT, "(2,4.5)", "(2,45)", "(2, 4.50) (3,9)"
    ),
    "link-changed": edited(
        "The data stand in \\url{https://a.org/data} for all.", "a.org/data", "b.org/other",
        "www.a.org/data/",
    ),
    "rows-lost": edited(TABLE, "north & 12.5 \\\\\n", "", "the north & 12.5 \\\\[2pt]\n"),
    "cells-lost": edited(TABLE, "north & 12.5 ", "north & ", "far north & 12.5 ", "number-dropped"),
    "equations-lost": edited(
        DISPLAY, DISPLAY, "It is long.", "\\[ T = 2 \\pi \\sqrt{ l/g } + c_1\\theta^2 . \\]"
    ),
    "verbatim-lost": edited(
        LISTING, LISTING, "Read each run.", LISTING.replace("write(run)", "write(run, 'out')")
    ),
    "blocks-lost": edited(THEOREM, THEOREM, "", THEOREM.replace("after a while", "in the end")),
    "passage-lost": edited(
        LISTED, "\\item the timer was set to zero by hand,\n", "",
        "\\item by hand the timer had been set to zero,\n",
    ),
    "paragraph-lost": edited(
        f"{about('spring')}\n\n{about('wire')}", about("wire"), "",
        about("wire").replace("on day", "at the end of day"), **plan(),
    ),
    "labels-lost": edited(REFERRED, "\\label{sec:a}", "", "\\label{sec:a}\\label{sec:b}"),
    "refs-dangling-new": edited(
        REFERRED, "\\ref{sec:a}", "\\ref{sec:a} and~\\ref{sec:z}", "\\ref{sec:a}, \\pageref{sec:a}"
    ),
    "facts-lost": edited(
        "It is \\fact{k.a} long.", "\\fact{k.a}", "12.5 mm", "about \\fact{k.a}"
    ),
    "fact-contradicted": edited(
        "It is long.", "long", "9.9 mm long", "very long", **claimed("contradicts")
    ),
    "untraced-number": edited("It is long.", "long", "9.9 mm long", "9.8 mm long",
                              **claimed("loose")),
    "number-changed": edited(
        "The rod was 12.5 mm long on that day.", "12.5 mm", "12.9 mm", "\\qty{12.5}{\\milli\\metre}"
    ),
    "number-dropped": edited(
        "The cart weighed 5.2 kg on that day.", "5.2 kg", "some kg", "5200 g"
    ),
    "power-changed": edited(
        "The value of $X^2$ is known here.", "X^2", "X^20", "X^{2}"
    ),
    "relation-turned": edited(
        "In all runs $p < 0.05$ was found by us.", "p < 0.05", "p > 0.05", "0.05 > p"
    ),
    "citation-changed": edited(
        LED, "old \\cite{boyle}", "old \\cite{hooke}", "old \\cite{boyle,hooke}"
    ),
    "fact-changed": edited(LED, "and \\fact{k.a}.", "and \\fact{k.b}.", "and also \\fact{k.a}."),
    "reference-changed": edited(
        LED, "as Section~\\ref{sec:a}", "as Section~\\ref{sec:b}", "as Sec.~\\ref{sec:a}"
    ),
    "citation-dropped": edited(LED, "old \\cite{boyle},", "old,", "known \\cite{boyle},"),
    "reference-dropped": edited(
        LED, "as Section~\\ref{sec:a} says", "as Section says", "as \\cref{sec:a} says"
    ),
    "link-dropped": edited(
        LED, "see \\url{https://a.org}", "see", "see \\href{https://a.org}{there}"
    ),
    "fact-dropped": edited(LED, "and \\fact{k.a}.", "and.", "and just \\fact{k.a}."),
    "elision": edited(
        LONG, LONG, f"{LONG}\n% ... rest of the section unchanged", f"{LONG}\n% the rest was cold"
    ),
    "preserve-broken": edited(
        "The rod was read by eye twice.", "by eye", "by camera", "by  eye, and",
        **plan(Change("n1", "unclear", "say it", preserve=("read by eye",))),
    ),
}  # fmt: skip
