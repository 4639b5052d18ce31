import pytest

from agent.authors.offline.told import told


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("minimum of height", "height的最小值"),
        ("height of y against x", "y–x 关系的峰高"),
        ("mean of t where day is 2", "t（day 2）的平均值"),
        (
            "difference of exponent of the power law from the reference value",
            "幂函数的指数与参考值之差",
        ),
        ("reference value of exponent of the power law", "幂函数的指数的参考值"),
        (
            "modified z-score of the residuals above 3.5 (Iglewicz and Hoaglin 1993)",
            "残差的修正 z 分数大于 3.5（Iglewicz 与 Hoaglin，1993）",
        ),
        (
            "AICc of the next best model above that of the fit of y against x",
            "y–x 拟合的次优模型的 AICc 差值",
        ),
        (
            "AICc of the next best model above that of the least-squares fit of a power law",
            "最小二乘幂函数拟合与次优模型的 AICc 差值",
        ),
        (
            "residual standard error of the least-squares fit of a power law",
            "最小二乘幂函数拟合的残差标准偏差",
        ),
    ],
)
def test_a_phrase_is_told_and_a_name_stays(english, chinese):
    assert told(english, "zh") == chinese
