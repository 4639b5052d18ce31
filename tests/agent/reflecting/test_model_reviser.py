"""The reviser over HTTP: what it sees, what it must not lose, and replies that are not spliced."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from agent.events import ModelAdapted
from agent.reflecting.criteria_files import criteria_of
from agent.reflecting.model_reviser import fitted
from agent.reflecting.recording import hooks_for
from latex.sections import outline
from reflect.history import Termination
from reflect.loop import reflect
from reflect.roles import NoRevision, Policy, Task
from tests.agent.reflecting.long_draft import long_draft, long_material
from tests.agent.reflecting.served import (
    answering,
    fenced,
    item,
    plan_of,
    prompt_of,
    served,
    text_of,
)
from tests.endpoint import completion, stream
from tests.reflect.drafts import CRITERIA, DRAFT

ONE_ROUND = Policy(rounds=1, criteria=CRITERIA)


def critic_of(*items):
    return lambda body: plan_of(*items)


def swapped(old, new):
    return lambda body: fenced(text_of(body).replace(old, new))


WELL = swapped("The photo gates were", "The photo gates had been")


def section(source, title):
    found = next(s for s in outline(source) if s.title == title)
    return source[found.start : found.end]


def one_item(tmp_path, reviser, *, draft=DRAFT, policy=ONE_ROUND, plan=None, **more):
    plan = plan or critic_of(item("n2"))
    with served(answering(plan, reviser), tmp_path, **more) as there:
        result = reflect(draft, there.roles, policy)
    return result, there


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("section", ["n2", "whole"])
def test_the_reviser_sees_item_and_text_but_no_criteria_and_no_score(tmp_path, language, section):
    criteria = criteria_of("lab")
    policy = Policy(rounds=1, criteria=criteria)
    plan = critic_of(item(section, severity=5, category="wrong_number", preserve=["photo gates"]))
    _, there = one_item(tmp_path, WELL, policy=policy, plan=plan, language=language,
                        criteria=criteria)  # fmt: skip
    (body,) = there.revisions
    said = "\n".join(message["content"] for message in body["messages"])
    assert "The tense is wrong." in said
    assert "Use the past perfect." in said
    assert "photo gates" in said
    for criterion in criteria:
        assert criterion.id not in said
        assert criterion.passes not in said
        assert criterion.fails not in said
    for word in ("criteri", "score", "severity", "wrong_number", "标准", "评分", "严重"):
        assert word not in said.lower()


def test_the_reviser_sees_its_section_and_nothing_else_of_the_draft(tmp_path):
    result, there = one_item(tmp_path, WELL)
    (body,) = there.revisions
    mine = section(DRAFT, "Results")
    assert text_of(body).startswith("\\section{Results}\n")
    assert "[[FIGURE-1]]" in prompt_of(body)
    assert "includegraphics" not in prompt_of(body)
    for title in ("Introduction", "Results and Discussion", "Conclusion"):
        assert section(DRAFT, title).strip().splitlines()[-1] not in prompt_of(body)
    assert "had been aligned" in section(result.final, "Results")
    assert DRAFT.split(mine) == result.final.split(section(result.final, "Results"))


def test_only_the_lines_of_the_material_that_concern_the_item_are_sent(tmp_path):
    plan = critic_of(
        item("n6", issue="The result of series 3 is missing.",
             action="State \\fact{pendulum.series_3.gravity} in the last sentence."),
        item("n2", issue="Nothing says who found this.", action="Cite a source.",
             category="citation"),
    )  # fmt: skip
    _, there = one_item(
        tmp_path, lambda body: fenced(text_of(body)), draft=long_draft(), plan=plan,
        material=long_material(),
    )  # fmt: skip
    by_text = {text_of(body).splitlines()[0]: prompt_of(body) for body in there.revisions}
    results = next(said for first, said in by_text.items() if "Results" in first)
    theory = next(said for first, said in by_text.items() if "Theory" in first)
    assert "pendulum.series_3.gravity: 9.83" in results
    assert "pendulum.series_8.length" not in results
    assert "nelson1986" not in results
    assert "huygens1673: Huygens" in theory
    assert "pendulum.series_3.gravity" not in theory
    for said in (results, theory):
        assert len(said) < len(long_material())


def test_a_paragraph_is_all_that_is_sent_where_the_scope_is_one(tmp_path):
    draft = long_draft()
    quote = section(draft, "Apparatus").split("\n\n")[2].split(". ")[1]
    plan = critic_of(item("n3", evidence=quote))
    policy = Policy(rounds=1, scope="paragraph", criteria=CRITERIA)
    result, there = one_item(
        tmp_path, swapped(quote, quote + " indeed"), draft=draft, policy=policy, plan=plan
    )
    (body,) = there.revisions
    assert text_of(body) == section(draft, "Apparatus").split("\n\n")[2]
    assert "One paragraph of the section Apparatus" in prompt_of(body)
    assert result.final == draft.replace(quote, quote + " indeed")


def test_whole_items_share_one_rewrite_of_the_body_without_preamble(tmp_path):
    plan = critic_of(item("whole", issue="One."), item("whole", issue="Two."))
    result, there = one_item(tmp_path, WELL, plan=plan)
    (body,) = there.revisions
    assert "1. Issue: One." in prompt_of(body)
    assert "2. Issue: Two." in prompt_of(body)
    assert "documentclass" not in prompt_of(body)
    assert r"\begin{figure}" not in prompt_of(body)
    assert result.final == DRAFT.replace("The photo gates were", "The photo gates had been")


def test_a_draft_that_cannot_be_sectioned_is_rewritten_as_a_whole(tmp_path):
    draft = "\\documentclass{article}\n\\begin{document}\nA praragraph of text.\n\\end{document}\n"
    result, there = one_item(
        tmp_path,
        swapped("praragraph", "paragraph"),
        draft=draft,
        plan=critic_of(item("n1", evidence="praragraph")),
    )
    assert "The body of the document" in prompt_of(there.revisions[0])
    assert result.final == draft.replace("praragraph", "paragraph")


def test_items_on_different_sections_are_asked_for_at_the_same_time(tmp_path):
    both = threading.Barrier(2, timeout=20)

    def reviser(body):
        both.wait()
        return WELL(body) if "{Results}" in text_of(body) else fenced(text_of(body) + "\nMore.")

    plan = critic_of(item("n2"), item("n3"), item("n2", issue="Another.", severity=3))
    rest = iter([WELL])

    def first_two(body):
        if "Another." in prompt_of(body):
            return next(rest)(body)
        return reviser(body)

    with served(answering(plan, first_two), tmp_path) as there, ThreadPoolExecutor(4) as pool:
        hooks = hooks_for(
            emit=there.events.append,
            folder=tmp_path / "rounds",
            spendings=there.spendings,
            pool=pool,
            verify=None,
        )
        result = reflect(DRAFT, there.roles, ONE_ROUND, hooks=hooks)
    assert not both.broken
    assert [attempt.fate for attempt in result.history[0].attempts] == ["kept", "kept", "unchanged"]
    assert "had been aligned" in section(result.final, "Results")
    assert section(result.final, "Results and Discussion").rstrip().endswith("More.")


# What a reviser must not lose.


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: text.replace("[[FIGURE-1]]", ""), "[[FIGURE-1]] is missing"),
        (lambda text: text + "\n[[FIGURE-1]]", "stands there 2 times"),
        (lambda text: text.replace("[[FIGURE-1]]", "[[FIGURE-2]]"), "is missing"),
        (lambda text: text.replace("[[FIGURE-1]]", "[[TABLE-1]]"), "is missing"),
        (lambda text: text.replace("[[FIGURE-1]]", "\\begin{figure}x\\end{figure}"), "is missing"),
    ],
)
def test_a_placeholder_that_is_dropped_or_doubled_is_asked_for_again_then_refused_and_recorded(
    tmp_path, damage, words, language
):
    result, there = one_item(
        tmp_path, lambda body: fenced(damage(text_of(body))), language=language
    )
    assert result.final == DRAFT
    first, second = there.revisions
    assert second["messages"][:2] == first["messages"]
    assert words in second["messages"][3]["content"]
    (attempt,) = result.history[0].attempts
    assert attempt.fate == "skipped"
    assert words in attempt.reasons[0]
    assert result.termination is Termination.NOT_IMPROVED


def test_a_placeholder_that_is_kept_comes_back_byte_for_byte(tmp_path):
    result, there = one_item(tmp_path, WELL)
    figure = DRAFT[DRAFT.index(r"\begin{figure}") : DRAFT.index(r"\end{figure}")]
    assert figure in result.final
    assert len(there.revisions) == 1


def test_with_protect_cites_and_references_travel_as_placeholders(tmp_path):
    policy = Policy(rounds=1, protect=True, criteria=CRITERIA)
    result, there = one_item(
        tmp_path, swapped("friction matters", "friction does matter"), policy=policy,
        plan=critic_of(item("n3")), protect=True,
    )  # fmt: skip
    (body,) = there.revisions
    system, prompt = (message["content"] for message in body["messages"])
    assert "coulomb" not in prompt
    assert "[[CITE-" in prompt
    assert "citations and references" in system
    assert result.final == DRAFT.replace("friction matters", "friction does matter")


def test_the_second_reply_is_taken_when_it_mends_the_first(tmp_path):
    replies = iter([lambda text: text.replace("[[FIGURE-1]]", ""), lambda text: text])

    def reviser(body):
        return fenced(next(replies)(text_of(body)).replace("photo gates were", "gates had been"))

    result, there = one_item(tmp_path, reviser)
    assert result.history[0].attempts[0].fate == "kept"
    assert any("asked again" in e.what for e in there.events if isinstance(e, ModelAdapted))


# A reply that ends too early.


def test_a_fence_that_is_never_closed_is_no_whole_reply(tmp_path):
    def cut(body):
        text = text_of(body)
        return f"```latex\n{text[: text.rindex('. ')]}. Nothing else was done on that day."

    result, there = one_item(tmp_path, cut)
    assert result.final == DRAFT
    assert len(there.revisions) == 2
    assert "Nothing shows that your reply is whole" in result.history[0].attempts[0].reasons[0]


def test_a_closed_fence_that_lacks_the_last_sentence_is_none_either(tmp_path):
    result, there = one_item(
        tmp_path, lambda body: fenced(text_of(body)[: text_of(body).rindex(". ") + 1])
    )
    assert result.final == DRAFT
    assert len(there.revisions) == 2
    assert "stops before the text does" in result.history[0].attempts[0].reasons[0]


def test_a_reply_without_a_fence_is_whole_when_it_ends_as_the_text_did(tmp_path):
    result, there = one_item(
        tmp_path, lambda body: text_of(body).replace("photo gates were", "photo gates had been")
    )
    assert result.history[0].attempts[0].fate == "kept"
    assert len(there.revisions) == 1


def test_a_cut_reply_is_never_asked_for_shorter(tmp_path):
    result, there = one_item(tmp_path, lambda body: completion("\\section{Results}\nThe", "length"))
    assert result.final == DRAFT
    (reason,) = result.history[0].attempts[0].reasons
    assert "truncated" in reason
    assert "max_output_tokens" in reason
    assert not any(
        "shorter" in message["content"] for b in there.revisions for message in b["messages"]
    )


def test_one_reply_that_fails_keeps_no_other_from_being_used(tmp_path):
    def reviser(body):
        cut = completion("\\section{", "length")
        return cut if "{Introduction}" in text_of(body) else WELL(body)

    result, _ = one_item(tmp_path, reviser, plan=critic_of(item("n1"), item("n2")))
    assert [a.fate for a in result.history[0].attempts] == ["skipped", "kept"]
    assert "had been aligned" in result.final


def test_a_budget_that_ends_between_two_items_keeps_the_first(tmp_path):
    plan = critic_of(item("n2"), item("n3"))
    result, there = one_item(tmp_path, WELL, plan=plan, budget={"calls": 2})
    assert len(there.endpoint.requests) == 2
    assert result.termination is Termination.BUDGET_SPENT
    assert [a.fate for a in result.history[0].attempts] == ["kept", "skipped"]
    assert result.history[0].attempts[1].reasons == ("The budget is spent.",)


def test_a_text_with_bytes_that_are_no_characters_is_not_sent(tmp_path):
    draft = DRAFT.replace("photo gates", "photo g\udce4tes")
    result, there = one_item(tmp_path, WELL, draft=draft)
    assert there.revisions == []
    assert result.history[0].attempts[0].fate == "skipped"
    assert result.final == draft


def task(text):
    return Task((), "section", text, (), ("Results",), lambda reply: ())


def test_a_text_about_latex_is_not_cut_at_what_it_names(tmp_path):
    body = (
        r"\section{Results}" + "\nA body stands after \\verb|\\begin{document}| alone. It ends.\n"
    )
    draft = DRAFT.replace("\\section{Conclusion}", body + "\\section{Conclusion}")
    result, _ = one_item(
        tmp_path, swapped("It ends.", "It did end."), draft=draft, plan=critic_of(item("n4"))
    )
    assert result.final == draft.replace("It ends.", "It did end.")


@pytest.mark.parametrize(
    ("reply", "old", "new"),
    [
        ("New.\n", "Old.", "New."),
        ("\n\nNew.\n\n", "  Old.\n\n\n", "  New.\n\n\n"),
        ("One.\nTwo.", "Old.\r\nMore.\r\n", "One.\r\nTwo.\r\n"),
        ("One.\r\nTwo.", "Old.\r\nMore.\r\n", "One.\r\nTwo.\r\n"),
        ("One.\nTwo.", "Old.\r\nMixed.\n", "One.\nTwo.\n"),
        ("A **bold** word.", "Old.\n", "A \\emph{bold} word.\n"),
        ("Is 5% of a_b.", "Was 4\\%.\n", "Is 5\\% of a\\_b.\n"),
        (r"\mykey{a_b} is new.", "\\mykey{a_b} is old.\n", "\\mykey{a_b} is new.\n"),
    ],
)
def test_ends_and_habits_are_made_to_fit_the_old_text(reply, old, new):
    assert fitted(reply, old) == new


def test_a_reviser_called_alone_says_why_it_has_nothing(tmp_path):
    with served(lambda body, n: stream("No."), tmp_path) as there:
        bad = Task((), "section", "\\section{A}\nText.\n", (), ("A",), lambda reply: ("Too bad.",))
        with pytest.raises(NoRevision) as caught:
            there.reviser(bad)
        assert there.reviser(task("No.")) == "No."
    assert caught.value.args == ("Too bad.",)
