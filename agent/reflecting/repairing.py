"""A reviser as the one who mends what TeX refuses: one section, one error, the rules of a round."""

from collections.abc import Callable

from agent.authors.types import Language
from agent.model.errors import ModelError
from compile.asking import Ask, Question
from reflect.change import Change
from reflect.roles import NoRevision, Reviser, Spent, Task

_ISSUE = {
    "en": "TeX refuses this section: {problem}",
    "zh": "TeX 无法编译本节：{problem}",
}
_ACTION = {
    "en": "Make LaTeX accept it. Change only what causes the error; every word, number, formula "
    "and key stays.",
    "zh": "使 LaTeX 能够编译。只改动引起错误之处；文字、数字、公式与键名一律保留。",
}


def asked_of(reviser: Reviser, language: Language, tell: Callable[[str], None]) -> Ask:
    """`tell` hears why there was no reply that can be used."""

    def ask(question: Question) -> str | None:
        change = Change(
            section=question.titles[-1] if question.titles else "whole",
            issue=_ISSUE[language].format(problem=question.problem),
            action=_ACTION[language],
            severity=5,
            evidence=question.line,
        )
        task = Task((change,), "section", question.text, (), question.titles, question.examine)
        try:
            return reviser(task)
        except (NoRevision, ModelError) as error:
            tell(f"The model could not mend an error of TeX: {error}")
        except Spent:
            tell("The budget allows no question about an error of TeX.")
        return None

    return ask
