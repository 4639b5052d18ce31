"""Least squares against the Statistical Reference Datasets of NIST (https://www.itl.nist.gov/div898/strd/).

Certified parameters, their standard deviations and residual sums of squares; `level` is NIST's.
"""

from dataclasses import dataclass

import numpy as np
import pytest

from agent.analysis.fitting import Function, fit_function, fit_linear
from tests.agent.analysis import nist


def numbers(text: str) -> np.ndarray:
    return np.array([float(word) for word in text.split()])


@dataclass(frozen=True)
class Linear:
    name: str
    design: np.ndarray
    y: np.ndarray
    values: list[float]
    deviations: list[float]
    residual: float
    """Residual standard deviation."""


def powers(x: np.ndarray, degree: int) -> np.ndarray:
    return np.column_stack([x**k for k in range(degree + 1)])


NORRIS_X = numbers(
    "0.2 337.4 118.2 884.6 10.1 226.5 666.3 996.3 448.6 777.0 558.2 0.4 0.6 775.5 666.9 338.0 447.5"
    " 11.6 556.0 228.1 995.8 887.6 120.2 0.3 0.3 556.8 339.1 887.2 999.0 779.0 11.1 118.3 229.2"
    " 669.1 448.9 0.5"
)
NORRIS_Y = numbers(
    "0.1 338.8 118.1 888.0 9.2 228.1 668.5 998.5 449.1 778.9 559.2 0.3 0.1 778.1 668.8 339.3 448.9"
    " 10.8 557.7 228.3 998.0 888.8 119.6 0.3 0.6 557.6 339.3 888.0 998.5 778.9 10.2 117.6 228.9"
    " 668.4 449.2 0.2"
)
PONTIUS_X = np.tile(np.arange(1, 21) * 150000.0, 2)
PONTIUS_Y = numbers(
    ".11019 .21956 .32949 .43899 .54803 .65694 .76562 .87487 .98292 1.09146 1.20001 1.30822"
    " 1.41599 1.52399 1.63194 1.73947 1.84646 1.95392 2.06128 2.16844 .11052 .22018 .32939 .43886"
    " .54798 .65739 .76596 .87474 .98300 1.09150 1.20004 1.30818 1.41613 1.52408 1.63159 1.73965"
    " 1.84696 1.95445 2.06177 2.16829"
)
LONGLEY = numbers(
    """60323 83.0 234289 2356 1590 107608 1947  61122 88.5 259426 2325 1456 108632 1948
    60171 88.2 258054 3682 1616 109773 1949  61187 89.5 284599 3351 1650 110929 1950
    63221 96.2 328975 2099 3099 112075 1951  63639 98.1 346999 1932 3594 113270 1952
    64989 99.0 365385 1870 3547 115094 1953  63761 100.0 363112 3578 3350 116219 1954
    66019 101.2 397469 2904 3048 117388 1955  67857 104.6 419180 2822 2857 118734 1956
    68169 108.4 442769 2936 2798 120445 1957  66513 110.8 444546 4681 2637 121950 1958
    68655 112.6 482704 3813 2552 123366 1959  69564 114.2 502601 3931 2514 125368 1960
    69331 115.7 518173 4806 2572 127852 1961  70551 116.9 554894 4007 2827 130081 1962"""
).reshape(16, 7)
WAMPLER_X = np.arange(21.0)
WAMPLER4_Y = numbers(
    "75901 -204794 204863 -204436 253665 -200894 214131 -185192 221249 -138370 315911 -27644 455253"
    " 197434 783995 608816 1370781 1303798 2205519 2408860 3444321"
)
LINEAR = (
    Linear(
        "Norris, lower",
        powers(NORRIS_X, 1),
        NORRIS_Y,
        [-0.262323073774029, 1.00211681802045],
        [0.232818234301152, 0.429796848199937e-03],
        0.884796396144373,
    ),
    Linear(
        "Pontius, lower",
        powers(PONTIUS_X, 2),
        PONTIUS_Y,
        [0.673565789473684e-03, 0.732059160401003e-06, -0.316081871345029e-14],
        [0.107938612033077e-03, 0.157817399981659e-09, 0.486652849992036e-16],
        0.205177424076185e-03,
    ),
    Linear(
        "NoInt1, average",
        np.arange(60.0, 71.0)[:, None],
        np.arange(130.0, 141.0),
        [2.07438016528926],
        [0.165289256198347e-01],
        3.56753034006338,
    ),
    Linear(
        "NoInt2, average",
        np.array([[4.0], [5.0], [6.0]]),
        np.array([3.0, 4.0, 4.0]),
        [0.727272727272727],
        [0.420827318078432e-01],
        0.369274472937998,
    ),
    Linear(
        "Longley, higher",
        np.column_stack([np.ones(16), LONGLEY[:, 1:]]),
        LONGLEY[:, 0],
        [
            -3482258.63459582,
            15.0618722713733,
            -0.358191792925910e-01,
            -2.02022980381683,
            -1.03322686717359,
            -0.511041056535807e-01,
            1829.15146461355,
        ],
        [
            890420.383607373,
            84.9149257747669,
            0.334910077722432e-01,
            0.488399681651699,
            0.214274163161675,
            0.226073200069370,
            455.478499142212,
        ],
        304.854073561965,
    ),
    Linear(
        "Wampler4, higher",
        powers(WAMPLER_X, 5),
        WAMPLER4_Y,
        [1.0] * 6,
        [
            215232.624678170,
            236355.173469681,
            77934.3524331583,
            10147.5507550350,
            564.566512170752,
            11.2324854679312,
        ],
        236014.502379268,
    ),
)


@pytest.mark.parametrize("case", LINEAR, ids=lambda case: case.name)
def test_linear_reference_data_are_met_to_six_digits(case: Linear):
    found = fit_linear(case.design, case.y, None)
    assert found is not None
    np.testing.assert_allclose(found.values, case.values, rtol=1e-6)
    np.testing.assert_allclose(np.sqrt(np.diag(found.covariance)), case.deviations, rtol=1e-6)
    assert np.sqrt(found.squares / found.dof) == pytest.approx(case.residual, rel=1e-6)


@dataclass(frozen=True)
class Nonlinear:
    name: str
    function: Function
    x: np.ndarray
    y: np.ndarray
    starts: tuple[list[float], list[float]]
    values: list[float]
    deviations: list[float]
    squares: float


MISRA_X = numbers(
    "77.6 114.9 141.1 190.8 239.9 289.0 332.8 378.4 434.8 477.3 536.8 593.1 689.1 760.0"
)
MISRA_Y = numbers(
    "10.07 14.73 17.94 23.93 29.61 35.18 40.02 44.82 50.76 55.05 61.01 66.40 75.47 81.78"
)
THURBER_X = numbers(
    "-3.067 -2.981 -2.921 -2.912 -2.840 -2.797 -2.702 -2.699 -2.633 -2.481 -2.363 -2.322 -1.501"
    " -1.460 -1.274 -1.212 -1.100 -1.046 -0.915 -0.714 -0.566 -0.545 -0.400 -0.309 -0.109 -0.103"
    " 0.010 0.119 0.377 0.790 0.963 1.006 1.115 1.572 1.841 2.047 2.200"
)
THURBER_Y = numbers(
    "80.574 84.248 87.264 87.195 89.076 89.608 89.868 90.101 92.405 95.854 100.696 101.060 401.672"
    " 390.724 567.534 635.316 733.054 759.087 894.206 990.785 1090.109 1080.914 1122.643 1178.351"
    " 1260.531 1273.514 1288.339 1327.543 1353.863 1414.509 1425.208 1421.384 1442.962 1464.350"
    " 1468.705 1447.894 1457.628"
)
ECKERLE_X = numbers(
    "400 405 410 415 420 425 430 435 436.5 438 439.5 441 442.5 444 445.5 447 448.5 450 451.5 453"
    " 454.5 456 457.5 459 460.5 462 463.5 465 470 475 480 485 490 495 500"
)
ECKERLE_Y = numbers(
    "0.0001575 0.0001699 0.0002350 0.0003102 0.0004917 0.0008710 0.0017418 0.0046400 0.0065895"
    " 0.0097302 0.0149002 0.0237310 0.0401683 0.0712559 0.1264458 0.2073413 0.2902366 0.3445623"
    " 0.3698049 0.3668534 0.3106727 0.2078154 0.1164354 0.0616764 0.0337200 0.0194023 0.0117831"
    " 0.0074357 0.0022732 0.0008800 0.0004579 0.0002345 0.0001586 0.0001143 0.0000710"
)
NONLINEAR = (
    Nonlinear(
        "Misra1a, lower",
        lambda x, b: b[0] * (1 - np.exp(-b[1] * x)),
        MISRA_X,
        MISRA_Y,
        ([500, 0.0001], [250, 0.0005]),
        [2.3894212918e02, 5.5015643181e-04],
        [2.7070075241e00, 7.2668688436e-06],
        1.2455138894e-01,
    ),
    Nonlinear(
        "DanWood, lower",
        lambda x, b: b[0] * x ** b[1],
        numbers("1.309 1.471 1.490 1.565 1.611 1.680"),
        numbers("2.138 3.421 3.597 4.340 4.882 5.660"),
        ([1, 5], [0.7, 4]),
        [7.6886226176e-01, 3.8604055871e00],
        [1.8281973860e-02, 5.1726610913e-02],
        4.3173084083e-03,
    ),
    Nonlinear(
        "BoxBOD, higher",
        lambda x, b: b[0] * (1 - np.exp(-b[1] * x)),
        numbers("1 2 3 5 7 10"),
        numbers("109 149 149 191 213 224"),
        ([1, 1], [100, 0.75]),
        [2.1380940889e02, 5.4723748542e-01],
        [1.2354515176e01, 1.0455993237e-01],
        1.1680088766e03,
    ),
    Nonlinear(
        "MGH09, higher",
        lambda x, b: b[0] * (x**2 + x * b[1]) / (x**2 + x * b[2] + b[3]),
        numbers("4 2 1 0.5 0.25 0.167 0.125 0.1 0.0833 0.0714 0.0625"),
        numbers("0.1957 0.1947 0.1735 0.1600 0.0844 0.0627 0.0456 0.0342 0.0323 0.0235 0.0246"),
        ([25, 39, 41.5, 39], [0.25, 0.39, 0.415, 0.39]),
        [1.9280693458e-01, 1.9128232873e-01, 1.2305650693e-01, 1.3606233068e-01],
        [1.1435312227e-02, 1.9633220911e-01, 8.0842031232e-02, 9.0025542308e-02],
        3.0750560385e-04,
    ),
    Nonlinear(
        "MGH10, higher",
        lambda x, b: b[0] * np.exp(b[1] / (x + b[2])),
        np.arange(50.0, 126.0, 5.0),
        numbers(
            "34780 28610 23650 19630 16370 13720 11540 9744 8261 7030 6005 5147 4427 3820 3307 2872"
        ),
        ([2, 400000, 25000], [0.02, 4000, 250]),
        [5.6096364710e-03, 6.1813463463e03, 3.4522363462e02],
        [1.5687892471e-04, 2.3309021107e01, 7.8486103508e-01],
        8.7945855171e01,
    ),
    Nonlinear(
        "Thurber, higher",
        lambda x, b: (
            (b[0] + b[1] * x + b[2] * x**2 + b[3] * x**3)
            / (1 + b[4] * x + b[5] * x**2 + b[6] * x**3)
        ),
        THURBER_X,
        THURBER_Y,
        ([1000, 1000, 400, 40, 0.7, 0.3, 0.03], [1300, 1500, 500, 75, 1, 0.4, 0.05]),
        [
            1.2881396800e03,
            1.4910792535e03,
            5.8323836877e02,
            7.5416644291e01,
            9.6629502864e-01,
            3.9797285797e-01,
            4.9727297349e-02,
        ],
        [
            4.6647963344e00,
            3.9571156086e01,
            2.8698696102e01,
            5.5675370270e00,
            3.1333340687e-02,
            1.4984928198e-02,
            6.5842344623e-03,
        ],
        5.6427082397e03,
    ),
    Nonlinear(
        "Rat43, higher",
        lambda x, b: b[0] / (1 + np.exp(b[1] - b[2] * x)) ** (1 / b[3]),
        np.arange(1.0, 16.0),
        numbers(
            "16.08 33.83 65.80 97.20 191.55 326.20 386.87 520.53 590.03 651.92 724.93 699.56 689.96"
            " 637.56 717.41"
        ),
        ([100, 10, 1, 1], [700, 5, 0.75, 1.3]),
        [6.9964151270e02, 5.2771253025e00, 7.5962938329e-01, 1.2792483859e00],
        [1.6302297817e01, 2.0828735829e00, 1.9566123451e-01, 6.8761936385e-01],
        8.7864049080e03,
    ),
    Nonlinear(
        "Eckerle4, higher",
        lambda x, b: b[0] / b[1] * np.exp(-(((x - b[2]) / b[1]) ** 2) / 2),
        ECKERLE_X,
        ECKERLE_Y,
        ([1, 10, 500], [1.5, 5, 450]),
        [1.5543827178e00, 4.0888321754e00, 4.5154121844e02],
        [1.5408051163e-02, 4.6803020753e-02, 4.6800518816e-02],
        1.4635887487e-03,
    ),
)


@pytest.mark.parametrize("case", NONLINEAR, ids=lambda case: case.name)
@pytest.mark.parametrize("start", (0, 1))
def test_nonlinear_reference_data_are_met_to_six_digits_from_both_starts(case: Nonlinear, start):
    found = fit_function(case.function, case.x, case.y, None, [case.starts[start]])
    assert found is not None
    np.testing.assert_allclose(found.values, case.values, rtol=1e-6)
    np.testing.assert_allclose(np.sqrt(np.diag(found.covariance)), case.deviations, rtol=1e-6)
    assert found.squares == pytest.approx(case.squares, rel=1e-6)


def enso(x, b):
    def wave(period, cosine, sine):
        return cosine * np.cos(2 * np.pi * x / period) + sine * np.sin(2 * np.pi * x / period)

    return b[0] + wave(12, b[1], b[2]) + wave(b[3], b[4], b[5]) + wave(b[6], b[7], b[8])


def nelson(_, b):
    return b[0] - b[1] * nist.NELSON_TIME * np.exp(-b[2] * nist.NELSON_HEAT)


@dataclass(frozen=True)
class Average:
    """Of average difficulty, from the second starting point of NIST."""

    name: str
    function: Function
    x: np.ndarray
    y: np.ndarray
    start: list[float]
    values: list[float]
    deviations: list[float]
    squares: float


AVERAGE = (
    Average(
        "Misra1c",
        lambda x, b: b[0] * (1 - (1 + 2 * b[1] * x) ** -0.5),
        nist.MISRA_X,
        nist.MISRA_Y,
        [600, 0.0002],
        [6.3642725809e02, 2.0813627256e-04],
        [4.6638326572, 1.7728423155e-06],
        4.0966836971e-02,
    ),
    Average(
        "Misra1d",
        lambda x, b: b[0] * b[1] * x / (1 + b[1] * x),
        nist.MISRA_X,
        nist.MISRA_Y,
        [450, 0.0003],
        [4.3736970754e02, 3.0227324449e-04],
        [3.6489174345, 2.9334354479e-06],
        5.6419295283e-02,
    ),
    Average(
        "Roszman1",
        lambda x, b: b[0] - b[1] * x - np.arctan(b[2] / (x - b[3])) / np.pi,
        nist.ROSZMAN_X,
        nist.ROSZMAN_Y,
        [0.2, -0.000005, 1200, -150],
        [2.0196866396e-01, -6.1953516256e-06, 1.2044556708e03, -1.8134269537e02],
        [1.9172666023e-02, 3.2058931691e-06, 7.4050983057e01, 4.9573513849e01],
        4.9484847331e-04,
    ),
    Average(
        "MGH17",
        lambda x, b: b[0] + b[1] * np.exp(-x * b[3]) + b[2] * np.exp(-x * b[4]),
        10.0 * np.arange(33),
        nist.MGH17_Y,
        [0.5, 1.5, -1, 0.01, 0.02],
        [3.7541005211e-01, 1.9358469127, -1.4646871366, 1.2867534640e-02, 2.2122699662e-02],
        [2.0723153551e-03, 2.2031669222e-01, 2.2175707739e-01, 4.4861358114e-04, 8.9471996575e-04],
        5.4648946975e-05,
    ),
    Average(
        "Nelson",
        nelson,
        nist.NELSON_TIME,
        np.log(nist.NELSON_Y),
        [2.5, 0.000000005, -0.05],
        [2.5906836021, 5.6177717026e-09, -5.7701013174e-02],
        [1.9149996413e-02, 6.1124096540e-09, 3.9572366543e-03],
        3.7976833176,
    ),
    Average(
        "ENSO",
        enso,
        np.arange(1.0, 169.0),
        nist.ENSO,
        [10, 3, 0.5, 44, -1.5, 0.5, 26, -0.1, 1.5],
        [
            1.0510749193e01,
            3.0762128085,
            5.3280138227e-01,
            4.4311088700e01,
            -1.6231428586,
            5.2554493756e-01,
            2.6887614440e01,
            2.1232288488e-01,
            1.4966870418,
        ],
        [
            1.7488832467e-01,
            2.4310052139e-01,
            2.4354686618e-01,
            9.4408025976e-01,
            2.8078369611e-01,
            4.8073701119e-01,
            4.1612939130e-01,
            5.1460022911e-01,
            2.5434468893e-01,
        ],
        7.8853978668e02,
    ),
)


@pytest.mark.parametrize("case", AVERAGE, ids=lambda case: case.name)
def test_fits_of_average_difficulty_are_met_from_the_second_start(case: Average):
    found = fit_function(case.function, case.x, case.y, None, [case.start])
    assert found is not None
    np.testing.assert_allclose(found.values, case.values, rtol=1e-6)
    np.testing.assert_allclose(np.sqrt(np.diag(found.covariance)), case.deviations, rtol=1e-6)
    assert found.squares == pytest.approx(case.squares, rel=1e-6)
