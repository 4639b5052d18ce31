import pytest

from compile import repair as repairing
from compile.attempt import Attempt
from compile.document import compile_document
from compile.ledger import Ledger
from compile.remedies import registry
from compile.remedies.cure import Cure, Edit
from compile.repair import repair
from compile.result import Outcome
from latex.diagnostic import Diagnostic


def tex(ledger):
    """Errs at each BAD and, as an echo, at each ECHO behind one."""
    found, bad = [], False
    for number, line in enumerate(ledger.texts["p.tex"].split("\n"), start=1):
        bad = bad or "BAD" in line
        if "BAD" in line or (bad and "ECHO" in line):
            found.append(Diagnostic("error", "Wrong.", "wrong", "p.tex", number))
    return Attempt(tuple(found), len(found), True)


def proposals(*words):
    """A remedy that proposes each of these words in place of BAD or ECHO."""

    def propose(problem, project):
        start, end = project.line(problem.file, problem.line)
        text = project.texts[problem.file]
        for name in ("BAD", "ECHO"):
            at = text.find(name, start, end)
            if at >= 0:
                for word in words:
                    edit = Edit(problem.file, at, at + len(name), word)
                    yield Cure(f"{name} to {word}", (edit,), remedy="propose")

    return propose


@pytest.fixture
def repaired(monkeypatch):
    def run(text, remedy, attempt_on=tex):
        monkeypatch.setattr(repairing, "cures_for", remedy)
        ledger = Ledger({"p.tex": text}, "pdflatex")
        return repair(ledger, attempt_on(ledger), root="p.tex", assets=frozenset(),
                      attempt_on=attempt_on)  # fmt: skip

    return run


def test_ten_independent_errors_take_one_round(repaired):
    text = "\n\n".join(f"Number {n} is BAD." for n in range(10))
    done = repaired(text, proposals("good"))
    assert done.attempt.clean
    assert done.passes <= 2
    assert done.ledger.texts["p.tex"] == text.replace("BAD", "good")


def test_second_proposal_is_tried_when_the_first_does_not_help(repaired):
    done = repaired("One BAD.", proposals("BADDER", "good"))
    assert done.ledger.texts["p.tex"] == "One good."
    assert [cure.what for cure in done.ledger.cures.values()] == ["BAD to good"]
    assert done.undone == 1


def test_cure_of_an_echo_is_taken_back(repaired):
    done = repaired("One BAD.\n\nTwo ECHO.\n\nThree ECHO.", proposals("good"))
    assert done.ledger.texts["p.tex"] == "One good.\n\nTwo ECHO.\n\nThree ECHO."


def test_text_that_nothing_helps_comes_back_as_it_was(repaired):
    text = "One BAD.\n\nTwo."
    done = repaired(text, proposals("BADDER", "BADDEST"))
    assert done.ledger.changed == {}
    assert not done.attempt.clean


def test_cure_that_loses_words_is_never_tried(repaired):
    tried = []

    def counted(ledger):
        tried.append(ledger.texts["p.tex"])
        return tex(ledger)

    def swallow(problem, project):
        yield Cure("gone", (Edit("p.tex", 0, len(project.texts["p.tex"]), ""),), remedy="swallow")

    text = "Some words that a reader would miss are BAD."
    done = repaired(text, swallow, counted)
    assert done.ledger.texts["p.tex"] == text
    assert tried == [text]


def test_a_cure_that_did_not_help_beside_another_fault_is_tried_again(repaired):
    """As \\end{itemize} behind a_b: while the formula runs on, closing the list mends nothing."""

    def hidden(ledger):
        text = ledger.texts["p.tex"]
        found = [Diagnostic("error", "Wrong.", "wrong", "p.tex", 1)] * text.count("BAD")
        found += [Diagnostic("error", "Open.", "open", "p.tex", 1)] * ("closed" not in text)
        echoes = [Diagnostic("error", "Echo.", "echo", "p.tex", 1)] * ("BAD closed" in text)
        return Attempt((*found, *echoes), len(found) + len(echoes), True)

    def both(problem, project):
        text = project.texts["p.tex"]
        if "closed" not in text:
            end = len(text)
            yield Cure("close", (Edit("p.tex", end, end, " closed"),), remedy="close")
        if (at := text.find("BAD")) >= 0:
            yield Cure("mend", (Edit("p.tex", at, at + 3, "good"),), remedy="mend")

    done = repaired("One BAD", both, hidden)
    assert done.attempt.clean
    assert done.ledger.texts["p.tex"] == "One good closed"


def test_cures_that_lead_round_in_a_circle_end(repaired):
    def turn(problem, project):
        text = project.texts["p.tex"]
        new = text.replace("BAD one", "BAD two") if "one" in text else text.replace("two", "one")
        yield Cure("turn", (Edit("p.tex", 0, len(text), new),), remedy="turn")

    assert not repaired("BAD one", turn).attempt.clean


def test_every_remedy_and_precaution_has_a_name_of_its_own():
    import compile.remedies  # noqa: F401

    assert len(registry.PRECAUTIONS) == len(set(registry.PRECAUTIONS))
    for code, remedies in registry.REMEDIES.items():
        names = [name for name, _ in remedies]
        assert len(names) == len(set(names)), code


TEN = r"""\documentclass{article}
\begin{document}
The shop sells bread & butter.

It costs 5_000 coins.

A \textbff{bold} word.

\begin{itemize}
  Without an item.
\end{itemize}

The force is \frac{m}{a} here.

\begin{tabular}{l}
a & b \\
\end{tabular}

See $x^2^3$ as well.

\begin{align}
 a &= b
\end{align}

The bracket $\left( x $ is open.

\SI{5}{\metre} is long.

\end{document}
"""


@pytest.mark.tex
@pytest.mark.slow
def test_ten_kinds_of_error_in_one_document_are_cured_in_three_passes(tmp_path):
    root = tmp_path / "paper.tex"
    root.write_text(TEN)
    plain = compile_document(root, mend=False, output=tmp_path / "plain.pdf")
    assert len(plain.errors) >= 10
    result = compile_document(root)
    assert result.outcome is Outcome.WARNINGS
    assert not result.quarantined
    final = len(result.pass_reasons) + 1
    assert result.passes - final <= 3
