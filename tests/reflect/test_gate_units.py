"""A value keeps its size, in whatever unit it is written."""

from decimal import Decimal

import pytest

from reflect.gate_numbers import numbers_in, same
from reflect.gate_units import unit_behind
from tests.reflect.gating import rules

SAME = (
    ("250 mm", "25 cm"), ("120 s", "2 min"), ("20 °C", "293 K"), ("20 °C", "293.15 K"),
    (r"\SI{5}{\milli\metre}", r"\SI{0.5}{\centi\metre}"), ("90 s", "1.5 min"), ("3 days", "72 h"),
    (r"$5\,\mathrm{mm}$", r"$0.5\,\mathrm{cm}$"), (r"5\,\%", "0.05"), (r"5\%", "5 per cent"),
    ("5 kg", "5 千克"), ("500 克", "0.5 千克"), ("1 year", "365 days"), ("12,000", "12 thousand"),
    ("12000", "12,000"), ("12{,}5", "12.5"), ("5 mm", r"\SI{5}{mm}"), (r"2.5 N\,m", "2.5 J"),
    ("72 km/h", "20 m/s"), ("5 mm", r"5 \mm"), ("5 mm", "5e-3 m"), (r"$10^{-3}$ m", "1 mm"),
    ("30 degrees", r"$30^\circ$"), ("1.23456 m", "123 cm"), ("1013 hPa", "1.013 bar"),
    ("20 °C", "20 degrees"), ("5 K", "5 °C"),
        ("1.20(5) m", r"$1.20 \pm 0.05$ m"), ("5 Tage", "120 h"),
    ("300 K", "27 °C"), ("12,345 m", "12345 m"), ("2.5 kWh", "9 MJ"), ("5-second", "5 s"),
    (r"5 m\,s$^{-1}$", r"\qty{5}{\metre\per\second}"), ("1.2 万米", "12 km"),
    (r"$250\,\mu\mathrm{m}$", "0.25 mm"), ("5.0 dB", "5 dB"), ("4 m", "4 metres"),
)  # fmt: skip
OTHER = (
    ("12,000", "12"), ("3 days", "30 years"), (r"\SI{5}{\milli\metre}", r"\SI{5}{\centi\metre}"),
    (r"$5\,\mathrm{s}$", r"$5\,\mathrm{min}$"), (r"\SI{5}{\second}", r"\SI{5}{\minute}"),
    ("5 千克", "5 克"), ("5 mm", "5"), (r"5\%", "5"), ("250 mm", "25 mm"), ("250 mm", "250 cm"),
    ("120 s", "2 h"), ("5 mm", "5 m"), ("1.5", "15"), ("0.5 kg", "50 g"), ("5 m/s", "5 m"),
    ("5 m/s", "5 km/h"), ("$10^{-3}$ m", "$10^{-5}$ m"), ("3 Tage", "3 Jahre"), ("5 mA", "5 mV"),
    ("5 MHz", "5 mHz"), ("5 µm", "5 mm"), ("3 天", "3 年"), ("1.2 万", "1.2 亿"),
    ("300 K", "30 °C"),
)  # fmt: skip
TEXT = "The cart needed OLD on its whole way along the rail."


@pytest.mark.parametrize(("old", "new"), SAME)
def test_a_conversion_is_no_other_value(old, new):
    assert rules(TEXT.replace("OLD", old), TEXT.replace("OLD", new)) == ()


@pytest.mark.parametrize(("old", "new"), OTHER)
def test_another_size_is_another_value(old, new):
    assert rules(TEXT.replace("OLD", old), TEXT.replace("OLD", new)) == ("number-changed",)


@pytest.mark.parametrize(
    ("text", "name", "size"),
    [
        (r" \mathrm{mm}", "mm", "0.001"), (r"}{\kilo\gram\per\cubic\metre}", "kg m^-3", "1"),
        (r"\,kg\,m$^{-3}$", "kg m^-3", "1"), ("~°C", "°C", "1"), (r"^\circ\mathrm{C}", "°C", "1"),
        (r" \textdegree C", "°C", "1"), (r"\,\mu m", "µm", "0.000001"), ("毫米", "mm", "0.001"),
        (" and", "", "1"), (r" \pm 3", "", "1"), (" as before", "", "1"), (" in total", "", "1"),
    ],
)  # fmt: skip
def test_a_unit_is_read_in_all_its_forms(text, name, size):
    unit = unit_behind(f"5{text}", 1)
    assert (unit.name, unit.size) == (name, Decimal(size))


def test_a_command_that_may_mean_anything_is_no_unit_that_is_gone():
    assert not unit_behind(r"5 \mass", 1).known
    assert not unit_behind("5 mg/dose", 1).known
    assert rules(TEXT.replace("OLD", "5 kg"), TEXT.replace("OLD", r"5 \mass")) == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [("5 mm to 7 mm", "5 to 7 mm"), ("5 mm and 7 mm", r"\SIrange{5}{7}{\milli\metre}"),
     ("5 mm, 6 mm and 7 mm", "5, 6 and 7 mm"), ("5 mm--7 mm", "5--7 mm")],
)  # fmt: skip
def test_two_numbers_may_share_a_unit(old, new):
    assert rules(TEXT.replace("OLD", old), TEXT.replace("OLD", new)) == ()
    assert rules(TEXT.replace("OLD", old), TEXT.replace("OLD", "5 cm to 7 mm")) != ()


def test_what_stands_in_brackets_counts_in_the_last_places():
    numbers = [number.value for number, _, _ in numbers_in("1.20(5) m in run (5) of 12")]
    assert numbers == [Decimal("1.20"), Decimal("0.05"), 5, 12]


def test_a_unit_may_come_but_not_go():
    (bare, _, _), (long, _, _) = *numbers_in("5"), *numbers_in("5 mm")
    assert same(bare, long)
    assert not same(long, bare)


def test_the_unit_of_a_column_may_stand_in_its_head():
    table = "\\begin{tabular}{ll}\nplace & length \\\\\nnorth & 12.5 mm \\\\\n"
    table += "south & 3.5 mm \\\\\n\\end{tabular}"
    bare = table.replace(" mm", "")
    assert rules(table, bare.replace("length", "length in mm")) == ()
    assert rules(table, bare.replace("length", r"length / \si{\milli\metre}")) == ()
    assert rules(table, bare) == ("number-changed",)


def test_a_message_gives_the_unit_as_a_reader_knows_it():
    from reflect.gate import regression_check
    from tests.reflect.gating import document

    before = document(TEXT.replace("OLD", r"$250\,\mathrm{mm}$"))
    objection = regression_check(before, before.replace("250", "260")).objections[0]
    assert "`250 mm` became `260 mm`" in objection.message
