import pytest

from agent.analysis.facts import Fact, Facts, Origin
from agent.reflecting.claims import claims_of

HUBBLE = "kilometer / second / megaparsec"
SPEED = "meter / second"


def fact(key, value, name, uncertainty=None, unit=None, *, digits=None, parents=()):
    origin = Origin("computed", parents=parents)
    return Fact(key, value, name, "statistic", origin, uncertainty, unit, digits)


FACTS = Facts(
    (
        fact("fall.slope", 4.17, "slope of distance against time", 0.05, SPEED),
        fact("fall.speed.mean", 12.53, "mean of speed", 0.21, SPEED),
        fact("fall.speed.max", 23.74, "maximum of speed", None, SPEED, digits=4),
        fact("h.a", 424.0, "factor between velocity and distance", 42.0, HUBBLE),
        fact("pipe.length", 1.2345, "长度", 0.0031, "meter"),
        fact("pipe.share", 0.1253, "share of the loss", None, None, digits=4),
        fact("pipe.exponent", -0.9962, "exponent", 0.0020),
        fact("room.temperature", 21.4, "temperature of the room", 0.3, "degree_Celsius"),
        fact("copy", 4.17, "the final slope", 0.05, SPEED, parents=("fall.slope",)),
    )
)
NOTES = "The rail is 2.40 m long and has 1,250 holes; p = 998.7 hPa. Wait for 30 s. Bob: 55.5 g"
SYMBOLS = {"fall.slope": "v_0", "h.a": "H"}

claims = claims_of(FACTS, NOTES, SYMBOLS)


def states(source):
    return [(claim.text, claim.state, claim.fact) for claim in claims(source)]


@pytest.mark.parametrize(
    "source",
    [
        "",
        "{",
        "We took 25 readings in 1929, 12 times each, at right angles of 90°.",
        r"\fact{h.a} and \factvalue{fall.slope}",
        r"Section~4.17, Figure 3.25, Table~12.53, Eq.~(4.17) and 第3.125节",
        r"$g = \qty{9.81}{m.s^{-2}}$, $c = 3.00\times10^8$ m/s and 273.15 K",
        r"\begin{tabular}{lr} a & 8.888 \\ b & \qty{3}{m} \end{tabular}",
        r"\begin{longtable}{r} 77.77 m",
        r"\begin{thebibliography}{9} \bibitem{a} 77.77 m \end{thebibliography}",
        r"\documentclass[11pt]{article}\sisetup{x=3.333}\begin{document}x\end{document}",
        r"\[v = \sqrt{2 g h}, \quad 2 m v\] and $3 m$ and \(\frac{1}{2} a t^2\)",
        r"\includegraphics[width=12.5cm]{a} \setlength{\tabcolsep}{4pt} a \\[3pt] b \vskip 2mm",
        r"a $t$-distribution with 18 degrees of freedom",
        "% 77.77 m",
        r"\verb|77.77 m|",
    ],
)
def test_nothing_is_said_of_numbers_that_need_no_origin(source):
    assert states(source) == []


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (r"is $424 \pm 42$ km/s/Mpc.", r"$424 \pm 42$ km/s/Mpc", r"\fact{h.a}"),
        (r"$H = 424 \pm 42$ km/s/Mpc.", r"424 \pm 42$ km/s/Mpc", r"\fact{h.a}$"),
        (r"is 4.170 m/s, 424 km/s/Mpc", "424 km/s/Mpc", r"\factvalue{h.a} km/s/Mpc"),
        (r"\qty{4.170 \pm 0.050}{m.s^{-1}}", None, r"\fact{fall.slope}"),
        (r"up to 23.74 m/s", "23.74 m/s", r"\fact{fall.speed.max}"),
        (r"为1.2345±0.0031 m，", "1.2345±0.0031 m", r"\fact{pipe.length}"),
    ],
)
def test_a_number_printed_as_a_fact_is_expected_to_be_that_fact(source, text, expected):
    found = claims(source)[-1]
    assert (found.state, found.text, found.expected) == ("fact", text or source, expected)
    assert source[found.start : found.end] == found.text


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("about 4.2 m/s", "fall.slope"),
        ("about 420 km/s/Mpc", "h.a"),
        ("0.42 km/s/kpc", "h.a"),
        ("123.45 cm", "pipe.length"),
        ("a share of 12.5 \\%", "pipe.share"),
        ("an exponent of magnitude $0.9962 \\pm 0.0020$", "pipe.exponent"),
        ("an exponent of $-0.996$", "pipe.exponent"),
        ("uncertain by 42 km/s/Mpc", "h.a"),
        ("$4.17 \\pm 0.10$ m/s", "fall.slope"),
        ("the room had 294.6 K", "room.temperature"),
        ("4.17 m/s", "fall.slope"),
    ],
)
def test_a_number_that_rounds_or_converts_a_fact_is_that_fact_and_may_stay(source, key):
    (found,) = claims(source)
    assert (found.state, found.fact, found.expected) in {
        ("fact", key, ""),
        ("fact", key, rf"\factvalue{{{key}}} m/s"),
    }


@pytest.mark.parametrize(
    "source",
    ["2.40 m", "240 cm", "2.4 m", r"\qty{30}{s}", "99.87 kPa", "55.5 g", "weighed 0.0555 kg"],
)
def test_a_number_of_the_notes_is_stated(source):
    assert [claim.state for claim in claims(source)] == ["stated"]


@pytest.mark.parametrize(
    "source",
    [
        "7.3 m",
        r"\qty{7.3 \pm 0.2}{\metre}",
        "a factor of 1.618",
        "within 7 \\% of it",
        r"$T = 6.12\,\mathrm{s}$",
        r"\qty{7.1}{\unheard}",
        "5 m of wire",
        "4.3 m/s",
        "质量为7.31 kg",
    ],
)
def test_a_number_from_nowhere_is_loose(source):
    assert [claim.state for claim in claims(source)] == ["loose"]


@pytest.mark.parametrize(
    ("source", "key", "expected"),
    [
        (r"It is $4.71 \pm 0.05$ m/s.", None, ""),
        (r"It is $1.2435 \pm 0.0031$ m.", "pipe.length", r"\fact{pipe.length}"),
        (r"It is \qty{324 \pm 42}{km.s^{-1}.Mpc^{-1}}.", "h.a", r"\fact{h.a}"),
        ("The mean of speed is 15.1 m/s.", "fall.speed.mean", ""),
        ("The mean of speed is 12.35 m/s.", "fall.speed.mean", r"\factvalue{fall.speed.mean} m/s"),
        ("Hence the maximum of speed was found to be 32.74 m/s, which", "fall.speed.max", None),
        (r"The maximum of speed $v_m$ is $23.14\,\mathrm{m/s}$.", "fall.speed.max", None),
        (r"We find that the maximum of speed is \qty{88}{m/s}.", "fall.speed.max", ""),
        (r"因此长度为1.7345 m。", "pipe.length", r"\factvalue{pipe.length} m"),
        (r"From the fit $v_0 = 9.3$ m/s and", "fall.slope", ""),
    ],
)
def test_a_number_said_plainly_of_a_fact_it_is_not_contradicts_it(source, key, expected):
    (found,) = claims(source)
    if key is None:
        assert found.state == "contradicts" or found.state == "loose"
        return
    assert (found.state, found.fact) == ("contradicts", key)
    assert expected is None or found.expected == expected


@pytest.mark.parametrize(
    "source",
    [
        "The mean of speed is 12.5 m/s.",
        "In the second run, the mean of speed is 15.1 m/s.",
        "The mean of speed is 15.1 m/s for the second run.",
        "The mean of speed is less than 15.1 m/s.",
        r"The mean of speed is 15.1 m/s \cite{other}.",
        "The mean of speed would be 15.1 m/s.",
        "The literature says that the mean of speed is 15.1 m/s.",
        "The error of the mean of speed is 1.1 m/s.",
        "The mean of speed is 15.1 s.",
        "The relative mean of speed is 15.1 m/s.",
        "平均长度为1.7345 m。",
        r"It is $7.64 \pm 0.05$ m/s.",
        r"It is $1.2435 \pm 0.0030$ m.",
        r"$v_1 = 9.3$ m/s",
    ],
)
def test_what_is_not_said_plainly_contradicts_nothing(source):
    assert "contradicts" not in [claim.state for claim in claims(source)]


def test_of_a_fact_and_its_copy_the_first_is_meant():
    assert states("4.2 m/s") == [("4.2 m/s", "fact", "fall.slope")]


def test_a_name_that_two_facts_share_says_nothing_plainly():
    twins = claims_of(FACTS.plus([fact("b.mean", 3.0, "mean of speed", 0.1, SPEED)]), "")
    assert [claim.state for claim in twins("The mean of speed is 15.1 m/s.")] == ["loose"]


def test_claims_come_in_order_and_lie_where_they_say():
    source = r"First 7.3 m, then $424 \pm 42$ km/s/Mpc, then 2.40 m."
    found = claims(source)
    assert [claim.state for claim in found] == ["loose", "fact", "stated"]
    assert all(source[claim.start : claim.end] == claim.text for claim in found)
    assert [claim.start for claim in found] == sorted(claim.start for claim in found)


def test_an_empty_ledger_leaves_the_notes_to_tell():
    alone = claims_of(Facts(), NOTES)
    assert [claim.state for claim in alone("2.40 m and 7.77 m")] == ["stated", "loose"]
