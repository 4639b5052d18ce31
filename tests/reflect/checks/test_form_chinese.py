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


@pytest.mark.parametrize(
    "source",
    [
        "用 A 和 B 画图，用C和D画图。",
        "用 A 画图，用 B 画图，用 C 画图，2024年5月3日，由 D 给出。",
        "用A画图，用B画图，用C画图，共5次，由D给出。",
        "用 A、用$x$、用\\texttt{C}、用\\cite{d}、用 E、用 F。",
        "The name 斜率a and 斜率 b and 斜率 c, 斜率d, 斜率 e, 斜率f.",
    ],
)
def test_one_habit_of_spacing_is_left_alone(source):
    assert seen("chinese-spacing", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        (
            "用 A 组和 B 组的数据画图，再用C组数据画图，测量8次。",
            "用 A 组和 B 组的数据画图，再用 C 组数据画图，测量 8 次。",
        ),
        (
            "用A组和B组的数据画图，重复测量8次，再用 C 组与D组。最后用 E 组。",
            "用A组和B组的数据画图，重复测量8次，再用C组与D组。最后用E组。",
        ),
    ],
)
def test_of_two_habits_the_commoner_is_kept(source, right):
    assert cured("chinese-spacing", source) == right
    assert seen("chinese-spacing", right) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("长度为５ｍ，误差２％，记作Ａ组。", "长度为5m，误差2\\%，记作A组。"),
        ("Ｘ＝３＋４", "X=3+4"),
        ("The ｗｏｒｄ is wide.", "The word is wide."),
    ],
)
def test_letters_of_full_width_become_ordinary_ones(source, right):
    assert cured("wide-letters", source) == right
    assert seen("wide-letters", right) == []


def test_full_width_in_formulas_and_listings_is_no_text():
    assert seen("wide-letters", "\\verb|Ａ| \\begin{verbatim}\nＢ\n\\end{verbatim} % Ｃ") == []


def test_a_comment_behind_stays():
    source = "斜率为正, % 注\n截距为零。数据如图。"
    assert cured("chinese-punctuation", source) == "斜率为正， % 注\n截距为零。数据如图。"
