"""Sentences that stay must give and lead to what they did."""

import pytest

from reflect.change import Change
from reflect.evidence import Claim, Evidence
from reflect.finding import Category
from tests.reflect.gating import rules

HERE = r"The law was found early \cite{boyle}, as Section~\ref{sec:a} says. See \url{https://a.org/b} and \fact{k.a} there.\label{sec:a}\label{sec:b}"  # noqa: E501


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        (r" \cite{boyle}", "", "citation-dropped"),
        (r"~\ref{sec:a}", "", "reference-dropped"),
        (r" \url{https://a.org/b}", "", "link-dropped"),
        (r" \fact{k.a}", "", "fact-dropped"),
        (r"\cite{boyle}", r"\cite{hooke}", "citation-changed"),
        (r"\ref{sec:a}", r"\ref{sec:b}", "reference-changed"),
        (r"\fact{k.a}", r"\fact{k.b}", "fact-changed"),
    ],
)
def test_a_sentence_that_stays_leads_where_it_led(old, new, rule):
    # Elsewhere everything is still there, so that no count falls.
    rest = r" Both \cite{boyle} and \cite{hooke} are old. So is Section~\ref{sec:a}, \fact{k.a}, \fact{k.b}."  # noqa: E501
    assert rules(HERE + "\n\n" + rest, HERE.replace(old, new) + "\n\n" + rest) == (rule,)


def test_a_number_left_open_may_become_a_fact_and_a_fact_may_not_be_left_open():
    rest = "\n\n" + r"And \fact{k.a} and \fact{k.b} stand here as well."
    open_, known = HERE.replace(r"\fact{k.a}", r"\fact{?}"), HERE
    assert rules(open_ + rest, known + rest) == ()
    assert rules(known + rest, open_ + rest) == ("fact-dropped",)
    assert rules(known, open_) == ("facts-lost", "fact-dropped")
    assert rules(open_, open_.replace(r" and \fact{?} there", "")) == ()


def test_a_number_left_open_does_not_become_one_from_nowhere():
    def claims(source):
        at = source.find("7.3 m")
        return (Claim(at, at + 5, "7.3 m", "loose"),) if at >= 0 else ()

    evidence = Evidence(claims=claims)
    made_up = HERE.replace(r"\fact{k.a}", "7.3 m")
    assert rules(HERE.replace(r"\fact{k.a}", r"\fact{?}"), made_up, evidence=evidence) == (
        "untraced-number",
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\cite{boyle}", r"\citep[p.~3]{boyle}"),
        (r"\cite{boyle}", r"\cite{boyle,hooke}"),
        (r"found early \cite{boyle}", r"found \cite{boyle} very early"),
        (r"\url{https://a.org/b}", r"\href{https://a.org/b}{the page}"),
        (r"The law was found early \cite{boyle}, as", r"That law is old \cite{boyle}, as"),
    ],
)
def test_other_words_or_other_forms_are_no_loss(old, new):
    assert rules(HERE, HERE.replace(old, new)) == ()


def test_a_label_that_is_renamed_everywhere_is_the_same_label():
    assert rules(HERE, HERE.replace("sec:a", "sec:method")) == ()


def test_a_key_that_a_change_names_may_go_from_one_of_its_sentences():
    body = HERE + "\n\n" + r"And again \cite{boyle} said it, see Section~\ref{sec:b}."
    plan = (Change("n1", "cited twice", "cite once", removes=("boyle",)),)
    assert rules(body, body.replace(r" early \cite{boyle}", " early"), plan=plan) == ()


def test_a_reference_may_be_set_right_where_a_change_is_about_references():
    plan = (Change("n1", "wrong section", "refer to b", Category.REFERENCE),)
    assert rules(HERE, HERE.replace(r"\ref{sec:a}", r"\ref{sec:b}"), plan=plan) == ()
