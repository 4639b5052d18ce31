import pytest

from tests.reflect.checks.form import cured, document, found, seen


@pytest.mark.parametrize(
    "source",
    [
        "The ``dark'' count of a 5\" tube and a 12\" wafer.",
        r'\verb|"a"| and \texttt{"a"} and {\ttfamily "a"} and \code{"a"}',
        "\\begin{lstlisting}\nprint(\"x\")\n\\end{lstlisting}",
        '% the "dark" count',
        'The formula $x = "a"$ stands.',
        'An "open one is not closed.',
        document('Der "dunkle" Wert.', r"\usepackage[ngerman]{babel}"),
        document('Der "dunkle" Wert.', r"\setdefaultlanguage{german}"),
        'F"ur den "dunklen" Wert.',
        'Der "`dunkle"\' Wert und "so".',
        document('The "dark" count.', r"\MakeOuterQuote{"  + '"}'),
        document('The "dark" count.', r"\MakeShortVerb{" + '\\"}'),
        'The ``dark" count.',
        "Schr\\\"odinger and M\\\"uller.",
        "In the '90s 'twas the dogs' bone, rock 'n' roll, the students' work.",
        "He didn't, she's, o'clock; Newton's and Hooke's laws.",
        "The `inner' and ``the `inner' one''.",
        r'\Figure[The "dark" count of the tube, as text for the blind.]{a}',
    ],
)  # fmt: skip
def test_what_is_no_straight_quotation_is_left_alone(source):
    assert seen("straight-quotes", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ('The "dark" count.', "The ``dark'' count."),
        ('("dark", "light")', "(``dark'', ``light'')"),
        ('The "dark\ncount" is low.', "The ``dark\ncount'' is low."),
        (r'"\emph{dark}" or \emph{"dark"}', r"``\emph{dark}'' or \emph{``dark''}"),
        ('"Quite," he said.', "``Quite,'' he said."),
        ("The ''dark'' count.", "The ``dark'' count."),
        ("The 'dark' count.", "The `dark' count."),
        ("The 'dark count' isn't low.", "The `dark count' isn't low."),
        (r"The \"dark\" count.", "The ``dark'' count."),
        ('所谓"暗计数"很低。', "所谓“暗计数”很低。"),
        ('An 8 "dark" one.', "An 8 ``dark'' one."),
        ('A % "b\n"dark" count.', "A % \"b\n``dark'' count."),
        (r'\section{The "dark" count}', r"\section{The ``dark'' count}"),
        (r'a\footnote{The "dark" count.}', r"a\footnote{The ``dark'' count.}"),
    ],
)
def test_a_straight_quotation_is_opened(source, right):
    assert cured("straight-quotes", source) == right
    assert seen("straight-quotes", right) == []


@pytest.mark.parametrize(
    "source",
    [
        'The "dark" count " of it.',
        'The "dark \\item count" of it.',
        'The "{dark" count}.',
        'A "dark %\ncount" of it.',
    ],
)
def test_a_quotation_that_is_not_sure_is_told_and_not_cured(source):
    assert found("straight-quotes", source)
    assert cured("straight-quotes", source) is None


def test_marks_of_another_paragraph_do_not_pair():
    assert seen("straight-quotes", 'An "open one.\n\nA "second one.') == []


@pytest.mark.parametrize(
    "source",
    [
        "The “dark” and the “light” count.",
        "The ``dark'' count.",
        "The so-called “暗” of the ``dark'' count.",
        "所谓“暗计数”，英文为 ``dark count''，很低，而且很稳定，数据如图所示。",
        "The ``dark'' count. % “light”",
    ],
)
def test_one_kind_of_quotation_marks_is_not_mixed(source):
    assert seen("mixed-quotes", source) == []


def test_the_rarer_kind_is_told_and_made_like_the_other():
    source = "The “dark” count, the ``light'' one and the ``red'' one."
    assert seen("mixed-quotes", source) == ["“dark”"]
    assert cured("mixed-quotes", source) == (
        "The ``dark'' count, the ``light'' one and the ``red'' one."
    )
    other = "The “dark” count, the “light” one and the ``red'' one."
    assert cured("mixed-quotes", other) == "The “dark” count, the “light” one and the “red” one."
