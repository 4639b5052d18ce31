import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from agent.analysis.explore import explore_tables
from agent.authors.model import ModelAuthor
from agent.authors.offline.author import OfflineAuthor
from agent.authors.types import Requests, SectionPlan, WrittenSection
from agent.events import ModelAdapted, Warned
from agent.model.errors import BudgetSpent, ModelError
from agent.model.scripted import Scripted, ScriptedModel
from agent.settings import DeriveRule
from latex.citations import fact_keys
from tests.agent.authors.pendulum import FIT, Stand, brief, findings, inventory, settings

PLAN = SectionPlan("results", "Results", "What was found.", ("fig:line", "tab:readings"))
OUTLINE = (
    SectionPlan("introduction", "Introduction", "The question."),
    PLAN,
    SectionPlan("conclusion", "Conclusion", "The answer."),
)
GOOD = r"""The square of the period grew in proportion to the length, as Figure~\ref{fig:line}
shows; the factor is \fact{swings.fit_t2_length.a}.

\asset{fig:line}

From it follows $g=$ \fact{gravity}, which agrees with the reference \fact{gravity.reference}.
Table~\ref{tab:readings} lists the readings.

\asset{tab:readings}"""
SAYS = r"The acceleration of free fall was found to be \fact{gravity}, from the slope of the line."


def fenced(latex):
    return f"```latex\n{latex}\n```"


def author_of(*script, model=None):
    events: list[object] = []
    model = model or ScriptedModel(script)
    author = ModelAuthor(model, settings(), fallback=Stand(), on_event=events.append)
    return author, model, events


def warnings(events):
    return [event.message for event in events if isinstance(event, Warned)]


def notes(events):
    return [event.what for event in events if isinstance(event, ModelAdapted)]


def write(*script, plan=PLAN, language="en"):
    author, model, events = author_of(*script)
    text = author.write_section(brief(language), OUTLINE, plan)
    return text, model.asked, events


class Failing:
    """A model that fails from a certain call on."""

    name = "failing"

    def __init__(self, error, replies=()):
        self._error = error
        self._model = ScriptedModel(replies)
        self._left = len(replies)
        self._lock = threading.Lock()

    def ask(self, messages, *, purpose, schema=None, max_tokens=None):
        with self._lock:
            self._left -= 1
            if self._left < 0:
                raise self._error
        return self._model.ask(messages, purpose=purpose, schema=schema, max_tokens=max_tokens)


def test_a_whole_report_is_planned_and_written():
    names = [f"part{n}" for n in range(8)]
    shown = {"part3": ["fig:line", "tab:readings"]}
    outline = {
        "sections": [
            {"id": n, "title": n.title(), "purpose": ".", "assets": shown.get(n, [])} for n in names
        ]
    }
    requests = {
        "requests": [{"kind": "column", "table": "swings", "name": "T", "formula": "sqrt(T2)"}]
    }
    figures = {"figures": [{"id": "line", "kind": "fit", "fit": FIT, "caption": "The line."}]}
    author, model, events = author_of(
        Scripted(json.dumps(requests), "request"),
        Scripted(json.dumps(figures), "figures"),
        Scripted(json.dumps(outline), "outline"),
        *(Scripted(fenced(f"{SAYS} This is {n}."), f"section {n}") for n in names),
        Scripted(fenced(SAYS), "abstract"),
    )
    wanted = author.request(inventory(), findings())
    assert [rule.name for rule in wanted.columns] == ["T"]
    specs = author.choose_figures(inventory(), findings())
    assert [(spec.id, spec.kind) for spec in specs] == [("line", "fit"), ("photo", "image")]
    plans = author.outline(brief())
    assert [plan.id for plan in plans] == names
    with ThreadPoolExecutor(4) as pool:
        bodies = list(pool.map(lambda plan: author.write_section(brief(), plans, plan), plans))
    assert all(f"This is {name}." in body for name, body in zip(names, bodies, strict=True))
    assert r"\asset{fig:line}" in bodies[3]
    sections = tuple(WrittenSection(*pair) for pair in zip(plans, bodies, strict=True))
    assert author.write_abstract(brief(), sections) == SAYS
    assert events == []
    assert model.asked[-1].purpose == "abstract"
    assert "This is part7." in model.asked[-1].messages[-1].content


def test_every_call_of_the_writing_begins_with_the_same_bytes():
    author, model, _ = author_of(
        Scripted('{"sections": []}', "outline"),
        Scripted('{"sections": []}', "outline"),
        *(Scripted(fenced(GOOD), "section") for _ in OUTLINE),
        Scripted(fenced(SAYS), "abstract"),
    )
    author.outline(brief())
    for plan in OUTLINE:
        author.write_section(brief(), OUTLINE, plan)
    author.write_abstract(brief(), ())
    starts = {
        (asked.messages[0].content, asked.messages[1].content.partition("# Task:")[0])
        for asked in model.asked
    }
    assert len(model.asked) == 6
    assert len(starts) == 1
    assert "</material>" in next(iter(starts))[1]


def test_a_good_section_is_taken_as_it_is_written():
    text, asked, events = write(fenced(GOOD))
    assert text == GOOD
    assert len(asked) == 1
    assert events == []


def test_prose_around_the_fence_is_left_out():
    text, _, _ = write(f"Sure, here it is:\n\n{fenced(GOOD)}\n\nLet me know!")
    assert text == GOOD


def test_a_whole_document_is_reduced_to_its_body():
    whole = "\\documentclass{article}\n\\begin{document}\n" + GOOD + "\n\\end{document}"
    text, _, _ = write(fenced(whole))
    assert text == GOOD


def test_its_own_heading_is_left_out_and_a_second_section_is_refused():
    text, asked, _ = write(
        fenced(GOOD + "\n\\section{Discussion}\nMore."), fenced("\\section{Results}\n" + GOOD)
    )
    assert text == GOOD
    assert r"`\section` has no place" in asked[1].messages[-1].content


def test_a_forgotten_figure_is_placed_where_it_is_referred_to():
    text, asked, _ = write(fenced(GOOD.replace("\\asset{fig:line}\n\n", "")))
    assert text == GOOD
    assert len(asked) == 1


def test_a_figure_of_another_section_is_taken_out():
    text, _, _ = write(fenced(GOOD), plan=SectionPlan("results", "Results", ".", ("fig:line",)))
    assert r"\asset{tab:readings}" not in text
    assert text.count(r"\asset{fig:line}") == 1


def test_an_unknown_fact_is_asked_about_once_and_then_stays_visible():
    wrong = fenced(GOOD.replace(r"\fact{gravity}", r"\fact{gravety}"))
    text, asked, events = write(wrong, wrong)
    assert "did you mean `gravity`?" in asked[1].messages[-1].content
    assert "gravety" in fact_keys(text)
    assert warnings(events) == [
        "The section 'Results' names the unknown fact 'gravety'; it is marked."
    ]


def test_an_unknown_source_is_asked_about_once_and_then_left_to_the_bibliography():
    wrong = fenced(GOOD + "\n\nSee \\citet{nobody2020}.")
    text, asked, events = write(wrong, wrong)
    assert "`nobody2020` is no source" in asked[1].messages[-1].content
    assert r"\citet{nobody2020}" in text
    assert "nobody2020" in notes(events)[0]


def test_an_invented_number_is_asked_about_once():
    wrong = fenced(GOOD + "\n\nThe ball weighed \\qty{3.71}{\\kilo\\gram}.")
    text, asked, _ = write(wrong, fenced(GOOD))
    assert "The number 3.71 stands neither in the facts nor in the notes." in (
        asked[1].messages[-1].content
    )
    assert text == GOOD


def test_numbers_of_the_notes_are_no_inventions():
    stated = GOOD + "\n\nThe stop watch reads \\qty{0.037}{\\second} late."
    text, asked, _ = write(fenced(stated))
    assert len(asked) == 1
    assert text == stated


def test_a_number_in_digits_becomes_the_fact_it_is():
    digits = GOOD.replace(r"$g=$ \fact{gravity}", r"$g = 9.809 \pm 0.021\,\mathrm{m\,s^{-2}}$")
    text, _, events = write(fenced(digits))
    assert r"$g = \fact{gravity}$" in text
    assert "gravity" in notes(events)[0]


def test_a_try_with_small_faults_is_better_than_none():
    flawed = GOOD + "\n\nSee \\citet{nobody2020}."
    text, _, events = write(fenced(flawed), "```latex\n\\begin{itemize}\n```")
    assert r"\citet{nobody2020}" in text
    assert warnings(events) == []


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "```latex\n```",
        fenced("Too short."),
        fenced(GOOD + " {"),
        fenced(GOOD + "\n\\begin{table}x\\end{table}"),
        fenced(GOOD + "\n\\input{/etc/passwd}"),
        fenced(GOOD + "\nTODO: discuss the residuals."),
        fenced(GOOD + "\n% rest of the section unchanged"),
        fenced(
            "单摆周期的平方与摆长成正比，由斜率求得重力加速度，结果与参考值一致，差别在误差之内。"
            * 2
        ),
        "<think>I should write",
    ],
)
def test_after_useless_replies_the_other_author_writes(reply):
    text, asked, events = write(reply, reply)
    assert len(asked) == 2
    assert text.startswith("Stand-in for results.")
    assert r"\asset{fig:line}" in text
    assert len(warnings(events)) == 1
    assert "'Results'" in warnings(events)[0]


def stand_in(plan, *outline):
    author, _, _ = author_of("", "")
    return author.write_section(brief(), outline, plan)


def test_a_section_of_a_name_the_other_author_does_not_know_is_written_as_its_like():
    plan = SectionPlan("procedure", "Procedure", ".", ("tab:readings",))
    text = stand_in(plan, OUTLINE[0], plan, PLAN)
    assert text.startswith("Stand-in for method.")
    assert text.endswith("See Table~\\ref{tab:readings}.\n\n\\asset{tab:readings}")


def test_two_sections_that_are_alike_do_not_get_the_same_text():
    second = SectionPlan("evaluation", "Evaluation", ".")
    assert stand_in(second, PLAN, second) == "The material holds too little for this section."


def test_what_a_model_asked_for_can_be_told_by_the_offline_author():
    half = DeriveRule(key="half", formula="gravity / 2", name="half of it")
    wide = settings().model_copy(update={"derive": (*settings().derive, half)})
    found = replace(brief(), findings=explore_tables(inventory().tables, wide))
    author = ModelAuthor(ScriptedModel([""] * 20), settings(), fallback=OfflineAuthor())
    plans = author.outline(found)
    bodies = [author.write_section(found, plans, plan) for plan in plans]
    assert any("half of it" in body for body in bodies)
    assert r"\fact{half}" in author.write_abstract(found, ())


def test_a_truncated_reply_is_not_used():
    author, _, events = author_of(model=Failing(ModelError("truncated", "the reply was cut")))
    assert author.write_section(brief(), OUTLINE, PLAN).startswith("Stand-in for results.")
    assert "the reply was cut" in warnings(events)[0]


@pytest.mark.parametrize("kind", ["auth", "network", "quota", "server", "timeout", "not_found"])
def test_a_model_that_cannot_be_asked_ends_the_writing(kind):
    error = ModelError(kind, "no")
    for act in (
        lambda a: a.request(inventory(), findings()),
        lambda a: a.choose_figures(inventory(), findings()),
        lambda a: a.outline(brief()),
        lambda a: a.write_section(brief(), OUTLINE, PLAN),
        lambda a: a.write_abstract(brief(), ()),
    ):
        author, _, _ = author_of(model=Failing(error))
        with pytest.raises(ModelError):
            act(author)


def test_when_the_budget_is_spent_the_other_author_goes_on_and_it_is_said_once():
    model = Failing(BudgetSpent("calls", 1), [fenced(GOOD)])
    author, _, events = author_of(model=model)
    bodies = [author.write_section(brief(), OUTLINE, PLAN) for _ in range(3)]
    assert bodies[0] == GOOD
    assert all(body.startswith("Stand-in") for body in bodies[1:])
    assert author.write_abstract(brief(), ()) == "Stand-in abstract."
    assert author.outline(brief()) == Stand().outline(brief())
    assert warnings(events) == [
        "The budget of 1 calls is spent; the offline author writes what is missing."
    ]


def test_when_the_budget_ends_between_two_tries_the_first_is_used():
    flawed = GOOD + "\n\nSee \\citet{nobody2020}."
    author, _, _ = author_of(model=Failing(BudgetSpent("tokens", 5), [fenced(flawed)]))
    assert r"\citet{nobody2020}" in author.write_section(brief(), OUTLINE, PLAN)


def test_json_garbage_asks_for_nothing_and_plans_as_usual():
    author, _, events = author_of(*["I cannot do that."] * 6)
    assert author.request(inventory(), findings()) == Requests()
    assert author.choose_figures(inventory(), findings()) == Stand().choose_figures(
        inventory(), findings()
    )
    assert author.outline(brief()) == Stand().outline(brief())
    assert len(warnings(events)) == 3


def test_an_empty_list_of_requests_is_no_mishap():
    author, model, events = author_of('{"requests": []}')
    assert author.request(inventory(), findings()) == Requests()
    assert len(model.asked) == 1
    assert events == []


def test_an_abstract_with_a_figure_is_refused():
    author, model, _ = author_of(
        fenced(SAYS + " \\asset{fig:line}"), fenced(SAYS + "\n\n\\subsection{x}")
    )
    assert author.write_abstract(brief(), ()) == "Stand-in abstract."
    assert "`\\asset` has no place" in model.asked[1].messages[-1].content


def test_chinese_is_asked_for_in_chinese_and_english_text_is_refused():
    chinese = (
        "由图~\\ref{fig:line}可见，周期的平方与摆长成正比，比例系数为\\fact{swings.fit_t2_length.a}，"
        "由此得重力加速度\\fact{gravity}，与参考值一致。\n\n\\asset{fig:line}\n\n"
        "读数列于表~\\ref{tab:readings}。\n\n\\asset{tab:readings}"
    )
    text, asked, _ = write(fenced(GOOD), fenced(chinese), language="zh")
    assert text == chinese
    assert "请撰写" in asked[0].messages[-1].content
    assert "Write in Chinese." in asked[1].messages[-1].content


def test_signs_that_no_font_of_the_report_has_become_commands():
    text, _, _ = write(fenced(GOOD + "\n\nIts χ² is near the number of degrees of freedom."))
    assert "χ" not in text
    assert r"\chi" in text
