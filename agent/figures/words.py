"""The few words a figure itself says, in the language of the report."""

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    "count": "count",
    "mean": "mean",
    "reference": "reference value",
    "outside": "outside the axes",
    "residual": "residual",
    "measured": "measured",
    "value": "value",
    "points": "points per cell",
    "fit": "{model}",
    "proportional": "proportionality",
    "line": "straight line",
    "parabola": "parabola",
    "power": "power law",
    "exponential": "exponential",
    "exponential_offset": "exponential with offset",
    "logarithm": "logarithm",
    "gaussian": "Gaussian peak",
    "sine": "sine",
    "damped_sine": "damped sine",
}
CHINESE: Mapping[str, str] = {
    "count": "频数",
    "mean": "平均值",
    "reference": "参考值",
    "outside": "超出坐标范围",
    "residual": "残差",
    "measured": "测量值",
    "value": "数值",
    "points": "每格点数",
    "fit": "{model}拟合",
    "proportional": "正比",
    "line": "直线",
    "parabola": "抛物线",
    "power": "幂函数",
    "exponential": "指数",
    "exponential_offset": "带偏移的指数",
    "logarithm": "对数",
    "gaussian": "高斯峰",
    "sine": "正弦",
    "damped_sine": "阻尼正弦",
}


def words(language: str) -> Mapping[str, str]:
    return CHINESE if language.startswith("zh") else ENGLISH


def model_name(model: str, language: str) -> str:
    """What the legend calls a fitted model."""
    catalogue = words(language)
    return catalogue["fit"].format(model=catalogue.get(model, model.replace("_", " ")))
