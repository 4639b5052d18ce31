from compile.asking import MOST_CALLS, ask_for_cures
from compile.attempt import Attempt
from compile.ledger import Ledger
from latex.diagnostic import Diagnostic

TEXT = r"""\documentclass{article}
\begin{document}
Lead BAD in.
\section{One}
Alpha text is here.
\section{Two}
Beta text with BAD in it, and \cite{key}.
\subsection{Inner}
Gamma BAD stays.
\end{document}
"""


def tex(ledger):
    lines = ledger.texts["p.tex"].split("\n")
    found = tuple(
        Diagnostic("error", "Bad.", "bad", "p.tex", n)
        for n, line in enumerate(lines, 1)
        if "BAD" in line
    )
    return Attempt(found, len(found), True)


def asked(ask, text=TEXT):
    questions = []

    def recorded(question):
        questions.append(question)
        return ask(question)

    ledger = Ledger({"p.tex": text}, "pdflatex")
    kept, attempt = ask_for_cures(ledger, tex(ledger), root="p.tex", ask=recorded, attempt_on=tex)
    return kept, attempt, questions


def test_each_section_with_an_error_is_asked_for_once_and_spliced():
    kept, attempt, questions = asked(lambda q: q.text.replace("BAD", "good"))
    assert kept.texts["p.tex"] == TEXT.replace("BAD", "good")
    assert attempt.clean
    assert [q.titles for q in questions] == [(), ("Two",), ("Two", "Inner")]
    assert questions[1].text.startswith("\\section{Two}")
    assert "Gamma" not in questions[1].text
    assert questions[1].line == "Beta text with BAD in it, and \\cite{key}."


def test_reply_that_changes_nothing_for_tex_is_undone():
    kept, _, questions = asked(lambda q: q.text.replace("text", "words"))
    assert kept.texts["p.tex"] == TEXT
    assert len(questions) == MOST_CALLS


def test_reply_that_loses_a_cite_or_a_heading_never_reaches_tex():
    def careless(question):
        return question.text.replace("BAD", "good").replace(", and \\cite{key}", "")

    kept, _, questions = asked(careless)
    assert "\\cite{key}" in kept.texts["p.tex"]
    assert any("a cited key" in why for why in questions[1].examine(careless(questions[1])))


def test_unbalanced_reply_is_refused():
    kept, _, _ = asked(lambda q: q.text.replace("BAD", "{good"))
    assert kept.texts["p.tex"] == TEXT


def test_without_a_reply_nothing_changes():
    kept, _, questions = asked(lambda q: None)
    assert kept.texts["p.tex"] == TEXT
    assert len(questions) == MOST_CALLS


def test_change_is_one_small_edit_with_its_reason():
    kept, _, _ = asked(
        lambda q: q.text.replace("BAD", "good"), TEXT.replace("Lead BAD in.", "Lead.")
    )
    made = kept.made[0]
    assert (made.old, made.new) == ("BAD", "good")
    assert kept.cures[made.cure].remedy == "model"
    assert "“Two”" in kept.cures[made.cure].what
