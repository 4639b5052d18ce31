"""Wrong numbers that are planted are found; numbers that may stand are let be."""

import pytest

from tests.agent.reflecting.number_report import CHINESE, ENGLISH, reported, with_sentence

PLANTED = [
    # a digit is another
    ("RESULTS", r"The mean of speed is 4.86 m/s.", "4.86 m/s"),
    ("ABSTRACT", r"It is $9.873 \pm 0.021$ m/s$^2$.", r"$9.873 \pm 0.021$ m/s$^2$"),
    ("CONCLUSION", r"We find $\qty{9.178 \pm 0.021}{\metre\per\second\squared}$.", None),
    ("CAPTION", r"The mass is 0.2375 kg.", "0.2375 kg"),
    ("DISCUSSION", r"测得电压为3.713 V。", "3.713 V"),
    ("RESULTS", r"摆长为１.３４６ m。", "１.３４６ m"),
    # the sign
    ("RESULTS", r"The intercept is $b = 0.154 \pm 0.012$ m/s.", r"0.154 \pm 0.012$ m/s"),
    ("DISCUSSION", r"The speed rose to $-8.873$ m/s.", "$-8.873$ m/s"),
    ("CONCLUSION", r"斜率为+0.482 V/s。", "+0.482 V/s"),
    # the unit
    ("RESULTS", r"The mean current was 12.47 A.", "12.47 A"),
    ("CONCLUSION", r"The mean of speed is 4.168 km/s.", "4.168 km/s"),
    ("ABSTRACT", r"周期为2.232 ms。", "2.232 ms"),
    ("RESULTS", r"The rail of 2.40 km was long.", "2.40 km"),
    # the rounding
    ("DISCUSSION", r"The mean of speed is \textbf{4.16 m/s}.", "4.16 m/s"),
    ("RESULTS", r"摆长约为1.24 m。", "1.24 m"),
    ("RESULTS", r"A speed of \qty{8.88}{m.s^{-1}} was reached.", r"\qty{8.88}{m.s^{-1}}"),
    # another fact
    ("CONCLUSION", r"The mean of speed is 8.873 m/s.", "8.873 m/s"),
    ("RESULTS", r"The maximum of speed is $4.168 \pm 0.052$ m/s.", r"4.168 \pm 0.052$ m/s"),
    ("RESULTS", r"摆长为2.232 m。", "2.232 m"),
    # invented
    ("DISCUSSION", r"This holds at a level of 99.7\,\%.", r"99.7\,\%"),
    ("RESULTS", r"We filled a 100-ml beaker.", "100-ml"),
    ("DISCUSSION", r"The effect is significant ($p < 0.05$).", "0.05"),
    ("INTRODUCTION", r"We used a laser of 632.9 nm.", "632.9 nm"),
    ("CONCLUSION", r"误差约为百分之七。", "百分之七"),
    ("RESULTS", r"小球落下三点七米。", "三点七米"),
    ("RESULTS", r"It took seventeen seconds.", "seventeen seconds"),
    ("RESULTS", r"We found $3.7 \times 10^{-19}$ C.", r"3.7 \times 10^{-19}$ C"),
    ("RESULTS", r"It moved by 3,71 m or 1{,}7 m.\footnote{At 1.377,5 m.}", None),
    ("RESULTS", r"It lies between 5.1--5.3 m/s.", None),
    ("CONCLUSION", r"The local value is 9.832 m/s$^2$.", "9.832 m/s$^2$"),
]


@pytest.mark.parametrize(("place", "sentence", "shown"), PLANTED)
def test_a_wrong_number_that_is_planted_is_found(place, sentence, shown):
    found = reported(with_sentence(place, sentence))
    assert found
    if shown is not None:
        assert [evidence for _, evidence, _ in found] == [shown]
    least = 3 if place in ("INTRODUCTION", "CAPTION") else 4
    assert all(severity >= least for _, _, severity in found)


LEGITIMATE = [
    # rounded, as printed, more briefly, in other units and notations
    r"It is $9.783 \pm 0.021$ m/s$^2$, or about 9.8 m/s$^2$.",
    r"The current of 12.47 mA is small; $12473\,\mu$A is not rounded.",
    r"The mass is 273.5(8) g, \qty{0.2735}{\kilogram} or 2.735e-1 kg.",
    r"The charge is $1.61\times10^{-19}$ C, and \SI{1.613e-19}{\coulomb} in short.",
    r"The loss is 12.5\,\%, or 0.125; it is about 13\,\%.",
    r"The reduced value is 1.27, and $R^2 = 0.998$.",
    r"The intercept is $b = -0.154 \pm 0.012$ m/s, of magnitude 0.154 m/s.",
    r"The uncertainty of 0.021 m/s$^2$ is small.",
    r"The speed was 416.8 cm/s on the average.",
    r"The speed was more than 4.1 m/s and less than 4.2 m/s.",
    r"The speed reached 8.9 m/s; it lay between 4.17--8.87 m/s.",
    # shares and ratios of facts
    r"The relative uncertainty of \fact{fall.speed.mean} is 1.3\,\%.",
    r"The ratio of \fact{fall.speed.max} to \fact{fall.speed.mean} is 2.13.",
    r"The result \fact{g} is 0.3\,\% below \fact{g.reference}.",
    r"The expanded uncertainty of \fact{g} is 0.042 m/s$^2$.",
    r"They lie 1.37 standard uncertainties apart, and $\num{1.4}$ in short.",
    # the notes
    r"The rail is 2.40 m, 240 cm or \qty{2.4}{\metre} long.",
    r"The ball has a diameter of 12.7 mm or 1.27 cm; HCl 2M cleaned it.",
    r"We took 5 values each, with 3.5\,\% of it, at a level of 95\,\%.",
    r"Air has \qty{1.81e-5}{\pascal\second}; light has 299\,792\,458 m/s or $3.00\times10^8$ m/s.",
    r"The scale shows 0.1 g; the rate was 1200 Hz, or 1.2 kHz; brass has 8.73 g/cm$^3$.",
    r"A lamp of 25 W (25~W) was twenty-five watts bright.",
    # numbers that are no quantities
    r"In 1998 and from 2019--2021 we did it on 2024-03-12 and 12.03.2024 at 14:30.",
    r"See Section~2.15, Figure 3.12, Table~1.2, Eq.~(4.17), pp.~123--145 and Ref.~12.",
    r"There were 36 rows, 34 degrees of freedom, 3 runs and 12 readings; the 2nd was best.",
    r"Python 3.11, NumPy 1.26.4 and version 2.5 of it were used; so was MATLAB 9.14.",
    r"H$_2$O, CuSO$_4\cdot5$H$_2$O, CuSO4·5H2O, \ce{H2SO4}, $^{14}$C, C-14 and U235 are names.",
    r"See \url{https://example.org/1.234} and doi 10.1000/xyz.123, arXiv:2101.12345.",
    r"$E = \frac{1}{2} m v^2$, $x^{2.5}$, $y_{3.14}$ and $\sqrt{2}$, $2\pi$, $10^{3}$.",
    r"\begin{equation} s = \frac{1}{2} g t^2 + 2 \pi r, \quad x_{1,2} = 3 y \end{equation}",
    r"\begin{tabular}{p{3cm}r} a & 7.77 \\[3pt] b & \num{5.55} \end{tabular}",
    r"\includegraphics[width=0.85\linewidth]{a-1.2} \vspace{2.5cm} \texttt{v = 7.77 m}",
    r"\cite[p.~12.5]{a} and \ref{fig:7.77} and \fact{g} and \factvalue{fall.n}.",
    r"They stand at 90° to each other, and 0 V is the zero.",
    r"\sisetup{round-precision=3} \setlength{\parskip}{7.5pt} \num[round-precision=3]{4.168}",
    # a cell of a table
    r"The highest point lies at 1.253 m.",
    # Chinese
    r"摆长为1.2346 m，即123.46 cm，约1.23米。",
    r"室温为23.5 °C，每隔5 s记录一次，共测36组，比例1:50。",
    r"2023年5月12日测得周期为2.232秒；电压约为3.3伏。",
    r"电压相对不确定度为0.6\,\%，见图3.2和第2.1节；斜率的绝对值为0.482 V/s。",
    r"每隔五秒记录一次，第三次实验，三个样品，一方面分析，百分之三点五的溶液。",
    r"周期为（２.２３２±０.００４）s。",
]


@pytest.mark.parametrize("place", ["RESULTS", "INTRODUCTION", "CONCLUSION"])
@pytest.mark.parametrize("sentence", LEGITIMATE)
def test_a_number_that_may_stand_is_let_be(place, sentence):
    assert reported(with_sentence(place, sentence)) == []


@pytest.mark.parametrize("source", [ENGLISH, CHINESE])
def test_the_reports_as_they_are_give_nothing_to_report(source):
    assert reported(source) == []


def test_there_are_as_many_cases_as_were_asked_for():
    assert len(PLANTED) >= 20
    assert len(LEGITIMATE) >= 40
