import pytest

from agent.analysis.facts import Fact, Facts, Origin
from agent.authors.literal_numbers import literals
from agent.authors.siunitx_units import leading_unit, unit_of
from agent.authors.trace_numbers import loose_numbers, trace

HUBBLE = "kilometer / second / megaparsec"
SPEED = "kilometer / second"


def fact(key, value, uncertainty=None, unit=None, *, digits=None, kind="statistic", parents=()):
    origin = Origin("computed", parents=parents)
    return Fact(key, value, key, kind, origin, uncertainty, unit, digits)


FACTS = Facts(
    (
        fact("h.a", 470.0, 50.0, HUBBLE),
        fact("h.c", 299850.0, 80.0, SPEED),
        fact("h.r2", 0.62345, digits=4),
        fact("h.n", 24, kind="count"),
        fact("h.max", 1090.0, None, SPEED),
        fact("h.decay", 1.23e-9, 1.2e-11, "second"),
        fact("twice.one", 77.5, None, "meter", digits=3),
        fact("twice.two", 77.5, None, "meter", digits=3),
        fact("h.share", 12.5, None, "percent", digits=3),
    )
)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"$H_0 = 470 \pm 50$ km/s/Mpc.", r"$H_0 = \fact{h.a}$."),
        (r"$470\pm50$~km\,s$^{-1}$\,Mpc$^{-1}$", r"\fact{h.a}"),
        (r"$H=470 \pm 50\,\mathrm{km\,s^{-1}\,Mpc^{-1}}$", r"$H=\fact{h.a}$"),
        (r"\qty{470 \pm 50}{\kilo\metre\per\second\per\mega\parsec}", r"\fact{h.a}"),
        (r"\SI{470(50)}{km.s^{-1}.Mpc^{-1}}", r"\fact{h.a}"),
        (r"about 470 ± 50 km s⁻¹ Mpc⁻¹, which", r"about \fact{h.a}, which"),
        (r"为470±50 km/s/Mpc，", r"为\fact{h.a}，"),
        (r"\qty{470}{km/s/Mpc}", r"\factvalue{h.a}\,\unit{km/s/Mpc}"),
        (r"470 km/s/Mpc", r"\factvalue{h.a} km/s/Mpc"),
        (r"up to 1090 km/s.", r"up to \fact{h.max}."),
        (r"$299\,850 \pm 80\,\unit{km/s}$", r"$\fact{h.c}$"),
        (r"$(1.230 \pm 0.012) \times 10^{-9}\,\mathrm{s}$", r"$\fact{h.decay}$"),
        (r"$R^2 = 0.6234$", r"$R^2 = \fact{h.r2}$"),
        (r"\num{0.6234}", r"\fact{h.r2}"),
        (r"12.5\,\% of them", r"\fact{h.share} of them"),
    ],
)
def test_a_number_that_is_certainly_one_fact_becomes_that_fact(written, meant):
    assert trace(written, FACTS).text == meant


@pytest.mark.parametrize(
    "written",
    [
        r"\fact{h.a} and \factvalue{h.n}",
        "24 nebulae in 1929",
        "465 km/s/Mpc, as nobody prints it",
        r"470 \pm 40 km/s/Mpc",
        "470 m",
        r"470 \pm 50 km/s",
        "77.5 m, which two facts are",
        "between 470--1090 km/s",
        "0.62",
        r"\ref{fig:1090} and \texttt{run 1090 km/s}",
        "% 470 ± 50 km/s/Mpc",
        r"x_{470} + y^{1090}",
        "1090.5 km/s and 10900 km/s",
        r"\qty{470}{\unheard\of}",
    ],
)
def test_a_number_that_is_not_certainly_a_fact_stays(written):
    assert trace(written, FACTS).text == written


def test_a_number_that_the_notes_state_stays_unless_its_uncertainty_tells():
    notes = "The spectrograph reaches 1090 km/s. Others found 470 once."
    assert trace("up to 1090 km/s", FACTS, notes).replaced == ()
    assert trace("470 ± 50 km/s/Mpc", FACTS, notes).text == r"\fact{h.a}"


def test_of_a_fact_and_its_copies_the_first_is_meant():
    copies = FACTS.plus([fact("result", 470.0000001, 50.0, HUBBLE, parents=("h.a",))])
    assert trace("470 ± 50 km/s/Mpc", copies).text == r"\fact{h.a}"
    rivals = FACTS.plus([fact("rival", 470.1, 50.1, HUBBLE)])
    assert trace("470 ± 50 km/s/Mpc", rivals).replaced == ()


def test_what_was_replaced_is_told():
    traced = trace("We get 470 ± 50 km/s/Mpc and $R^2=0.6234$.", FACTS)
    assert traced.replaced == (("470 ± 50 km/s/Mpc", "h.a"), ("0.6234", "h.r2"))


def test_tracing_twice_changes_nothing():
    once = trace(r"$H = 470 \pm 50$ km/s/Mpc, $R^2 = 0.6234$", FACTS).text
    assert trace(once, FACTS).text == once


def test_a_number_is_read_with_its_parts():
    (found,) = literals(r"$(1.230 \pm 0.012) \times 10^{-9}\,\mathrm{s}$")
    assert (found.value, found.uncertainty, found.exponent) == ("1.230", "0.012", -9)
    assert found.unit == "second"
    (short,) = literals(r"\qty{12.34(5)}{\metre}")
    assert (short.value, short.uncertainty, short.unit) == ("12.34", "0.05", "meter")


def test_invented_numbers_are_named_and_known_ones_are_not():
    text = r"It weighed \qty{3.7}{\kilo\gram}, swung 12.25 times, in 1929, at 95 \% and 24 places."
    assert loose_numbers(text, "the notes") == ("3.7", "12.25", "95")
    assert loose_numbers(text, "3.7 kg and 12.25, 95 %") == ()
    assert loose_numbers(text, "13.75 kg and 12.253, 95 %") == ("3.7", "12.25")


@pytest.mark.parametrize(
    ("written", "unit"),
    [
        (r"\kilo\metre\per\second", "kilometer / second"),
        (r"\metre\per\second\squared", "meter / second ** 2"),
        (r"\cubic\centi\metre", "centimeter ** 3"),
        (r"\metre\tothe{2}", "meter ** 2"),
        (r"\degreeCelsius", "degree_Celsius"),
        (r"\percent", "percent"),
        (r"\%", "percent"),
        ("km.s^{-1}.Mpc^{-1}", HUBBLE),
        ("m/s", "meter / second"),
        (r"\furlong", None),
        (r"\squared", None),
    ],
)
def test_units_are_read_as_siunitx_reads_them(written, unit):
    assert unit_of(written) == unit


def test_words_of_running_text_are_no_units():
    assert leading_unit("in all cases") is None
    assert leading_unit("at a time") is None
    assert leading_unit("m above the floor") == ("meter", 1)
    assert leading_unit("mmHg in all") == ("millimeter_Hg", 4)


def test_a_power_behind_the_letters_belongs_to_the_unit():
    assert leading_unit(r"\mathrm{m\,s}^{-2}.") == ("meter / second ** 2", 18)
    assert leading_unit(r"mm\(^2\) at") == ("millimeter ** 2", 8)
    assert leading_unit("mm$^2$ at") == ("millimeter ** 2", 6)


def test_degrees_of_freedom_and_lengths_of_the_layout_are_no_quantities():
    (free,) = literals("with 18 degrees of freedom")
    assert free.unit is None
    assert literals(r"\\[3pt] \vskip 4mm \setlength{\tabcolsep}{5pt} \rule{6cm}{7pt}") == ()


def test_numbers_that_are_invented_often_need_an_origin_too():
    text = r"at 99.7 \% with 100 ml, at the level 0.0501, is 2.576 standard deviations"
    assert loose_numbers(text, "") == ("99.7", "100", "0.0501", "2.576")
