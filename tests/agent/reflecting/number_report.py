"""A made-up ledger, notes and reports in two languages, into which wrong numbers are planted."""

from agent.analysis.facts import Fact, Facts, Origin
from agent.reflecting.claims import claims_of
from reflect.checks.run import run_checks
from reflect.evidence import Evidence

SPEED = "meter / second"
ACCELERATION = "meter / second ** 2"


def fact(key, value, name, uncertainty=None, unit=None, *, digits=None, kind="statistic", of=()):
    origin = Origin("computed", "fall.csv", "fall", parents=of)
    return Fact(key, value, name, kind, origin, uncertainty, unit, digits)


FACTS = Facts(
    (
        fact("fall.n", 36, "number of rows", kind="count"),
        fact("fall.fit.a", 9.7834, "slope of speed against time", 0.0212, ACCELERATION,
             kind="parameter"),
        fact("fall.fit.b", -0.1537, "intercept of speed against time", 0.0121, SPEED,
             kind="parameter"),
        fact("fall.fit.dof", 34, "degrees of freedom of the fit", kind="count"),
        fact("fall.fit.chi2_nu", 1.274, "reduced χ²", digits=3),
        fact("fall.fit.r2", 0.99837, "R²", digits=5),
        fact("fall.speed.mean", 4.1682, "mean of speed", 0.0523, SPEED),
        fact("fall.speed.max", 8.873, "maximum of speed", None, SPEED, digits=4),
        fact("fall.mass.mean", 0.27345, "mean of mass", 0.00082, "kilogram"),
        fact("fall.current.mean", 0.012473, "mean of current", 0.000031, "ampere"),
        fact("fall.loss", 0.12537, "share of the loss", 0.0021),
        fact("charge", 1.6134e-19, "elementary charge", 4.1e-21, "coulomb", kind="derived"),
        fact("g", 9.7834, "acceleration of free fall", 0.0212, ACCELERATION, kind="derived",
             of=("fall.fit.a",)),
        fact("g.reference", 9.8124, "value of the town", 0.0001, ACCELERATION, kind="reference"),
        fact("g.difference", -0.0290, "difference", 0.0212, ACCELERATION, kind="derived"),
        fact("g.sigmas", 1.37, "distance in standard uncertainties", digits=2),
        fact("zh.length", 1.23462, "摆长", 0.0031, "meter"),
        fact("zh.period", 2.2317, "周期", 0.0042, "second"),
        fact("zh.voltage", 3.3127, "电压", 0.0210, "volt"),
        fact("zh.slope", -0.48213, "斜率", 0.00310, "volt / second"),
    )
)  # fmt: skip
SYMBOLS = {"fall.fit.a": "a", "fall.fit.b": "b", "g": "g", "zh.slope": "k"}
NOTES = """The rail is 2.40 m long. The ball has 12.7 mm diameter; its mass was weighed on a scale
with a resolution of 0.1 g. Every speed was measured 5 times, in 1998, in room 214. HCl 2M was used
to clean it. The solution had 3.5 %. The viscosity of air is 1.81e-5 Pa s, c = 299 792 458 m/s.
The level of confidence is 95 %. 室温为23.5 °C, 使用1:50的比例, 每隔5 s记录一次。
The sampling rate was 1,200 Hz.
The density of brass is 8,73 g/cm^3. The lamp is a 25 W bulb."""

ENGLISH = r"""\documentclass{article}
\begin{document}
\begin{abstract}
The acceleration of free fall is \fact{g}. ABSTRACT
\end{abstract}
\section{Introduction}
\label{sec:intro}
A ball falls along a rail of 2.40 m. INTRODUCTION
\section{Results}
The slope of speed against time is \fact{fall.fit.a}; the mean of speed is \fact{fall.speed.mean}.
RESULTS
\begin{table}\caption{The fit. CAPTION}\begin{tabular}{lr} $b$ & 8.888 \\ \end{tabular}\end{table}
\section{Discussion}
The share of the loss is \fact{fall.loss}. DISCUSSION
\section{Conclusion}
The acceleration of free fall is \fact{g}, and the town has \fact{g.reference}. CONCLUSION
\end{document}
"""
CHINESE = r"""\documentclass{ctexart}
\begin{document}
\begin{abstract}
测得摆长为\fact{zh.length}。ABSTRACT
\end{abstract}
\section{实验原理}
单摆做小角摆动。INTRODUCTION
\section{实验结果}
周期为\fact{zh.period}，电压为\fact{zh.voltage}。RESULTS
\section{讨论}
斜率为\fact{zh.slope}。DISCUSSION
\section{结论}
摆长为\fact{zh.length}。CONCLUSION
\end{document}
"""
PLACES = ("ABSTRACT", "INTRODUCTION", "RESULTS", "CAPTION", "DISCUSSION", "CONCLUSION")
EVIDENCE = Evidence(
    facts=frozenset(fact.key for fact in FACTS),
    material=NOTES,
    own=True,
    claims=claims_of(FACTS, NOTES, SYMBOLS, [(1.253, "meter"), (1.377, "second")]),
)
CHECKS = ("untraced-number", "number-contradicts-fact")


def with_sentence(place, sentence):
    """The report whose language the sentence is in, with the sentence at a place."""
    chinese = any("\u4e00" <= character <= "\u9fff" for character in sentence)
    source = CHINESE if chinese else ENGLISH
    for name in PLACES:
        source = source.replace(name, sentence if name == place else "")
    return source


def reported(source):
    """What the checks of numbers report: (check, what stands there, fault), in order."""
    return [(f.id, f.evidence, f.severity) for f in run_checks(source, EVIDENCE, only=CHECKS)]
