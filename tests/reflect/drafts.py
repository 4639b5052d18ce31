"""Small drafts and scripted roles for the tests of the loop."""

from reflect.change import Change, EditPlan
from reflect.roles import Critiqued, Policy, Task
from reflect.score import Criterion

SENTENCES = (
    "The cart was released from rest and its position was read every tenth of a second",
    "A straight line describes the velocity over the whole range of the track",
    "Friction was estimated from the deceleration on the level rail",
    "The photo gates were aligned by eye before each series of runs",
    "Each series was repeated with the second weight on the hanger",
    "The scatter of the readings is larger than the resolution of the timer",
)


def prose(seed: int, sentences: int = 4) -> str:
    """A paragraph that differs from all others."""
    chosen = [SENTENCES[(seed + i) % len(SENTENCES)] for i in range(sentences)]
    return " ".join(f"{text} in case {seed}{chr(97 + i)}." for i, text in enumerate(chosen))


DRAFT = "\n".join(
    [
        r"\documentclass{article}",
        r"\usepackage{natbib}",
        r"\begin{document}",
        r"\maketitle",
        r"\begin{abstract}",
        prose(0),
        r"\end{abstract}",
        r"\section{Introduction}",
        r"\label{sec:intro}",
        prose(1) + r" Earlier work by \citet{hooke} measured springs.",
        "",
        r"\section{Results}",
        prose(2) + r" See Figure~\ref{fig:track}.",
        r"\begin{figure}",
        r"\includegraphics{figures/track.pdf}",
        r"\caption{The track.}\label{fig:track}",
        r"\end{figure}",
        prose(3),
        "",
        r"\section{Results and Discussion}",
        prose(4) + r" As said in Section~\ref{sec:intro}, friction matters \citep{coulomb}.",
        "",
        r"\section{Conclusion}",
        prose(5),
        r"\end{document}",
        "",
    ]
)


class ScriptedCritic:
    """Gives prepared plans, an empty one when they run out; an exception is raised."""

    def __init__(self, *plans: EditPlan | Exception) -> None:
        self.plans = list(plans)
        self.seen: list[Critiqued] = []

    def __call__(self, critiqued: Critiqued) -> EditPlan:
        self.seen.append(critiqued)
        plan = self.plans.pop(0) if self.plans else EditPlan()
        if isinstance(plan, Exception):
            raise plan
        return plan


class ScriptedReviser:
    """Answers by a function of the task, or by replacing words in its text."""

    def __init__(self, *replacements: tuple[str, str], answer=None) -> None:
        self.replacements = replacements
        self.answer = answer
        self.tasks: list[Task] = []

    def __call__(self, task: Task) -> str:
        self.tasks.append(task)
        if self.answer is not None:
            reply = self.answer(task)
            if isinstance(reply, Exception):
                raise reply
            return str(reply)
        text = task.text
        for old, new in self.replacements:
            text = text.replace(old, new)
        return text


def change(section: str, issue: str = "unclear", **fields) -> Change:
    fields = {"action": f"mend: {issue}", "severity": 4, **fields}
    return Change(section, issue, **fields)


def plan(*changes: Change) -> EditPlan:
    return EditPlan(tuple(changes))


CRITERIA = (
    Criterion("references", "Every reference leads somewhere.", "?? in the text", "high",
              ("dangling-ref",)),
    Criterion("clarity", "Every paragraph says one thing.", "Three subjects in one", "low"),
)  # fmt: skip
POLICY = Policy(rounds=2, criteria=CRITERIA)
