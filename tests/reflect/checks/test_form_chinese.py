import pytest

from tests.reflect.checks.form import cured, seen


@pytest.mark.parametrize(
    "source",
    [
        "斜率为正，截距为零；见图 1, 2 和 Hubble (1929)。",
        "长度为 5, 宽度为 3。数据 (a) 如图，其余从略。",
        "斜率为正, 截距为零, 结果可靠. 数据如图.",
        "$a,b$ 和 \\texttt{斜,率}，\\cite{斜,率}。",
        "% 斜率,截距",
        "The slope (a), 5, is steep.",
        "The name 斜率 (slope), of the line that we have seen.",
    ],
)
def test_punctuation_in_its_place_is_left_alone(source):
    assert seen("chinese-punctuation", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("斜率为正,截距为零。数据如图。", "斜率为正，截距为零。数据如图。"),
        ("斜率为正, 截距为零。数据如图。", "斜率为正，截距为零。数据如图。"),
        (
            "如下:斜率为正。对吗?对!结果好。可靠。好。",
            "如下：斜率为正。对吗？对！结果好。可靠。好。",
        ),
        ("斜率为正，结果可靠.\n数据如图。", "斜率为正，结果可靠。\n数据如图。"),
        ("斜率(即比值)为正，数据如图。", "斜率（即比值）为正，数据如图。"),
        (
            "The slope，which is steep，is long。 It is（so）.",
            "The slope, which is steep, is long. It is (so).",
        ),
    ],
)
def test_punctuation_goes_with_its_letters(source, right):
    assert cured("chinese-punctuation", source) == right
    assert seen("chinese-punctuation", right) == []


def test_a_comment_behind_stays():
    source = "斜率为正, % 注\n截距为零。数据如图。"
    assert cured("chinese-punctuation", source) == "斜率为正， % 注\n截距为零。数据如图。"
