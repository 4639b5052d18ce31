import pytest

from tests.reflect.checks.content import cured, document, found, seen


@pytest.mark.parametrize(
    "source",
    [
        "Todo lists are useful, and here we are.",
        "% TODO: look again",
        r"\newcommand{\todo}[1]{\textbf{#1}}",
        "Louis XXX of France; the XXX Corps; volume XXX-2; X-ray",
        r"\verb|TODO| and \texttt{x\_TODO}",
        "The term lorem denotes a plant [see below] and x < y > z.",
        "[ref](http://example.org)",
        "Why? What?? Section 3?",
        r"\begin{lstlisting}" "\n# TODO\n" r"\end{lstlisting}",
        document("text", r"\author{Your Name \textsc{never}}").replace("Your Name", "Y. Name"),
        "这里插图说明了结果，待测样品放在台上。待测的电阻。",
        "该方法有待完善的地方很多。",
        "He wrote to the author.",
        r"\usepackage{lipsum} % \lipsum",
        document("text", r"\newcommand{\x}{TODO}"),
    ],
)
def test_text_that_stands_for_itself_is_no_placeholder(source):
    assert seen("placeholder", source) == []


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("The mean is TODO m/s.", "TODO"),
        ("FIXME: say more", "FIXME"),
        ("It is XXX m long.", "XXX"),
        ("It is X.XX m long.", "X.XX"),
        ("As shown in Figure~??.", "Figure~??"),
        ("Lorem ipsum dolor", "Lorem ipsum"),
        ("We use [insert name of device].", "[insert name of device]"),
        ("PUT YOUR RESULTS HERE", "PUT YOUR RESULTS HERE"),
        ("as known [citation needed].", "[citation needed]"),
        (r"\author{Your Name}", "Your Name"),
        (document("x", r"\author{Author One}"), "Author One"),
        ("\\section{A}\\todo[inline]{say more}", r"\todo[inline]{"),
        (document(r"\lipsum[1-2]"), r"\lipsum"),
        ("实验结果（待补）如下。", "（待补）"),
        ("误差分析待补充。", "待补充"),
        ("此处填写结论", "此处填写"),
        ("XX大学物理系", "XX大学"),
    ],
)
def test_a_placeholder_is_told(source, what):
    assert seen("placeholder", source) == [what]


@pytest.mark.parametrize(
    "source",
    [
        "Here the revised value of the slope is used.",
        "Here is the letter that Boyle sent in full.",
        "The model says ``As an AI, I cannot''.",
        "Sure enough, the ball fell.",
        "Certainly, the slope is steep.",
        "We hope that this clears the matter.",
        "If you heat the air, it expands.",
        "以下是修改电路的步骤。",
        "根据理论的要求，斜率为常数。",
        "% Here is the revised section:",
        r"\begin{verbatim}" "\nSure, here is it.\n" r"\end{verbatim}",
    ],
)
def test_sentences_of_the_document_are_no_talk_of_a_model(source):
    assert seen("model-talk", source) == []


@pytest.mark.parametrize(
    "talk",
    [
        "Here is the revised section:",
        "Here's the improved LaTeX code for the section.",
        "Sure! Here is the revised text.",
        "Certainly! I have rewritten the section as asked.",
        "I hope this helps!",
        "Let me know if you need any changes.",
        "As an AI language model, I cannot measure.",
        "I have revised the section to address your comments.",
        "以下是修改后的章节：",
        "好的，以下是结论部分。",
        "希望以上内容对您有所帮助。",
        "如果您有其他问题，请随时告诉我。",
        "作为一个AI语言模型，我无法测量。",
    ],
)
def test_talk_of_a_model_is_told_and_taken_out(talk):
    source = document(f"{talk}\n\nThe slope is steep.")
    assert {finding.severity for finding in found("model-talk", source)} == {5}
    assert cured("model-talk", source).split() == document("The slope is steep.").split()


def test_talk_beside_text_is_told_and_left_to_a_reviser():
    source = "The slope is steep. I hope this helps!"
    assert seen("model-talk", source) == ["I hope this helps!"]
    assert cured("model-talk", source) is None
