import pytest

from tests.reflect.checks.content import document, seen

ENGLISH = (
    "The velocities of the nebulae grow with their distances, as Hubble has shown in his paper of "
    "that year, and this report repeats the simplest form of his question on the first table."
)
CHINESE = (
    "星云的速度随距离增大，哈勃在当年的论文中已经说明了这一点，"
    "本报告用第一张表重复他最简单的问题，并给出比例系数的不确定度。"
)


@pytest.mark.parametrize(
    ("source", "language"),
    [
        ("", None),
        (ENGLISH, "en"),
        (CHINESE, "zh"),
        (f"{ENGLISH}\n\n{CHINESE}", None),
        (f"{CHINESE}\n\n物理量 velocity 与 distance 成正比，见 Hubble (1929) 的论文。", "zh"),
        (rf"{CHINESE} \begin{{abstract}} {ENGLISH} \end{{abstract}}", "zh"),
        (rf"{CHINESE} \section*{{Abstract}} {ENGLISH}", "zh"),
        (rf"{ENGLISH} \section*{{摘 要}} {CHINESE}", "en"),
        (rf"{ENGLISH} \begin{{quote}} {CHINESE} \end{{quote}}", "en"),
        (rf"{CHINESE} \begin{{thebibliography}}{{9}} {ENGLISH} \end{{thebibliography}}", "zh"),
        (f"{CHINESE}\n\nEdwin Hubble, A relation between distance and radial velocity", "zh"),
        (f"{CHINESE}\n\n% {ENGLISH}", "zh"),
        (rf"{ENGLISH} The word {CHINESE[:12]} is a quotation.", "en"),
        (document(CHINESE, rf"\title{{{ENGLISH}}}"), "zh"),
    ],
)
def test_paragraphs_in_the_right_language_are_let_be(source, language):
    assert seen("wrong-language", source, language=language) == []


def test_a_paragraph_in_the_other_language_is_told():
    both = f"{ENGLISH}\n\n{CHINESE}"
    assert seen("wrong-language", both, language="en") == [CHINESE]
    assert seen("wrong-language", both, language="zh") == [ENGLISH]


def test_without_a_setting_the_language_of_most_of_the_text_counts():
    mostly = "\n\n".join([CHINESE] * 9)
    assert seen("wrong-language", f"{mostly}\n\n{ENGLISH}") == [ENGLISH]
