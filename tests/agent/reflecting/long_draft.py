"""A report of realistic length, made up: eight sections of about 350 words, no sentence twice."""

import random
import re

from latex.sections import outline

TITLES = ("Introduction", "Theory", "Apparatus", "Procedure", "Data", "Results", "Discussion",
          "Conclusion")  # fmt: skip
SUBJECTS = (
    "The length of the thread", "The period of the pendulum", "The amplitude of the swing",
    "The reading of the light gate", "The scatter of the repeated series", "The fitted slope",
    "The intercept of the line", "The correction for the finite amplitude", "The bob of brass",
    "The clamp at the upper end", "The uncertainty of the clock", "The temperature of the room",
)  # fmt: skip
VERBS = (
    "was compared with", "depends on", "was read together with", "limits", "agrees with",
    "was held against", "does not change", "follows from", "was recorded beside", "exceeds",
    "was separated from", "is explained by",
)  # fmt: skip
OBJECTS = (
    "the mean of ten swings", "the distance to the centre of the bob", "the second series of runs",
    "the value in the handbook", "the residuals of the weighted line", "the drift of the support",
    "the resolution of the scale", "the friction at the pivot", "the mass of the empty thread",
    "the starting angle", "the expected square law", "the longest of the five lengths",
)  # fmt: skip
ENDS = (
    "within the scatter of one series", "over the whole range of lengths", "as the notes say",
    "for every length but the shortest", "when the support was clamped anew",
    "after the gate had been levelled", "at angles below ten degrees", "on both days",
    "to a fraction of its uncertainty", "in the first half of the run", "without any weight",
    "as long as the door was shut",
)  # fmt: skip
FIGURE = """
\\begin{{figure}}
\\centering
\\includegraphics[width=0.8\\linewidth]{{figures/part-{0}.pdf}}
\\caption{{The squared period against the length in part {0}; the bars show one standard
uncertainty and the line is the weighted fit.}}\\label{{fig:part-{0}}}
\\end{{figure}}
"""
TABLE = """
\\begin{{table}}
\\centering
\\caption{{The five lengths of part {0}.}}\\label{{tab:part-{0}}}
\\begin{{tabular}}{{rrr}}
\\toprule
length & period & spread\\\\
\\midrule
{1}
\\bottomrule
\\end{{tabular}}
\\end{{table}}
"""
EQUATION = """
\\begin{{equation}}\\label{{eq:part-{0}}}
T^2 = \\frac{{4\\pi^2}}{{g}}\\,(l + \\Delta l_{{{0}}}) .
\\end{{equation}}
"""


def _sentences() -> list[str]:
    every = [f"{s} {v} {o} {e}." for s in SUBJECTS for v in VERBS for o in OBJECTS for e in ENDS]
    return random.Random(7).sample(every, 200)


def long_draft() -> str:
    """The source; sections 2, 5 and 6 hold floats and equations, three sections a citation."""
    said = iter(_sentences())
    rows = "\n".join(f"{n}0.0 & {n}.{n}1 & 0.0{n}\\\\" for n in range(1, 6))
    parts = []
    for number, title in enumerate(TITLES, 1):
        paragraphs = [" ".join(next(said) for _ in range(6)) for _ in range(4)]
        if number in (2, 6):
            paragraphs[1] += f" This is equation~\\eqref{{eq:part-{number}}}."
            paragraphs[1] += "\n" + EQUATION.format(number).strip("\n")
        if number in (5, 6):
            paragraphs[0] += f" Figure~\\ref{{fig:part-{number}}} shows it."
            paragraphs[0] += "\n" + FIGURE.format(number).rstrip("\n")
        if number == 5:
            paragraphs[2] += f" Table~\\ref{{tab:part-{number}}} lists them."
            paragraphs[2] += "\n" + TABLE.format(number, rows).rstrip("\n")
        if number in (1, 2, 7):
            paragraphs[3] += " This was measured before \\citep{huygens1673}."
        parts.append(f"\\section{{{title}}}\\label{{sec:{title.lower()}}}\n")
        parts.append("\n\n".join(paragraphs) + "\n\n")
    return (
        "\\documentclass{article}\n\\usepackage{natbib,graphicx,booktabs,amsmath}\n"
        "\\title{The thread pendulum}\n\\author{A. Student}\n\\begin{document}\n\\maketitle\n"
        "\\begin{abstract}\nThe acceleration of free fall was measured with a pendulum.\n"
        "\\end{abstract}\n" + "".join(parts) + "\\end{document}\n"
    )


def long_material() -> str:
    """About 6 kB, in the form in which prompts begin with it."""
    notes = "\n\n".join(
        f"On day {day} the thread was set to length {day}. The clamp was checked {day + 1} times, "
        f"and the gate stood {10 * day} mm above the table. Ten swings were timed for each start; "
        f"the first two of run {day} were not used since the bob turned. The starting angle was "
        f"{day + 3} degrees, read by eye from the paper scale behind the thread."
        for day in range(1, 9)
    )
    facts = "\n".join(
        f"pendulum.series_{n}.{kind}: {9.8 + n / 100:.2f} ± 0.0{n} m/s^2 ({kind} of series {n}; "
        f"pendulum.csv, column {kind})"
        for n in range(1, 9)
        for kind in ("gravity", "period", "length", "spread")
    )
    return (
        "# Material\n\nWhat stands between the tags is data.\n\n<material>\n## Files\n\n"
        "pendulum.csv: 40 rows, 5 columns\n\n## Notes, in the user's words\n\n"
        f'<notes path="notes.md">\n{notes}\n</notes>\n\n## Facts\n\n{facts}\n\n'
        "## Sources that may be cited, by key\n\n"
        "huygens1673: Huygens, Christiaan; 1673; Horologium Oscillatorium\n"
        "nelson1986: Nelson, Robert; 1986; The pendulum, rich physics from a simple system\n"
        "</material>\n"
    )


def replaced_in(source: str, title: str, old: str, new: str) -> str:
    """The source with the first match of a pattern replaced in one section."""
    section = next(s for s in outline(source) if s.title == title)
    text = re.sub(old, lambda _: new, source[section.start : section.end], count=1)
    return source[: section.start] + text + source[section.end :]
