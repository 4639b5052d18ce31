import pytest

from compile.remedies.units import (
    complete_quantity,
    mend_number,
    name_unit,
    part_from_physics,
    put_power_first,
    use_older_name,
    write_unit_sign,
)
from tests.compile.remedies.curing import cured, cured_by, document

SIUNITX = r"\usepackage{siunitx}"


def unreadable(text: str) -> str:
    return f"siunitx cannot read {text} as a number; in an S column enclose text in braces."


def undefined(name: str) -> str:
    return f"The command \\{name} is not defined; it is misspelt or its package is not loaded."


@pytest.mark.parametrize(
    "body", [r"\num{5}", r"\qty{5}{\metre}", r"\ang{1;2;3}", r"\verb|\num{a}|", r"% \num{a}", "a"]
)
def test_numbers_that_are_right_stay(body):
    source = document(body, SIUNITX)
    assert cured(mend_number, unreadable("a"), source, body) == source


def test_an_unreadable_number_without_a_place_stays():
    source = document(r"\num{a}", SIUNITX)
    assert cured(mend_number, unreadable("a"), source) == source


def test_of_two_numbers_on_a_line_the_named_one_is_mended():
    source = document(r"\num{1 x 10^3} and \num{2 x 10^4}", SIUNITX)
    new = cured(mend_number, unreadable("2 x 10^4"), source, r"\num")
    assert new == source.replace(r"\num{2 x 10^4}", r"\num{2e4}")


@pytest.mark.parametrize("body", [r"\qty{5}{\metre}", r"\metres", r"\verb|\qty{5}{\metres}|"])
def test_only_a_unit_is_named_as_one(body):
    source = document(body, SIUNITX)
    assert cured(name_unit, undefined("metres"), source, body) == source


def test_without_siunitx_nothing_is_a_unit():
    source = document(r"\qty{5}{\metres}")
    assert cured(name_unit, undefined("metres"), source, r"\qty") == source


def test_a_misspelt_unit_is_corrected_and_another_one_declared():
    source = document(r"\qty{5}{\metres}", SIUNITX)
    assert r"\qty{5}{\metre}" in cured(name_unit, undefined("metres"), source, r"\qty")
    source = document(r"\qty{5}{\counts}", SIUNITX)
    new = cured(name_unit, undefined("counts"), source, r"\qty")
    assert new == source.replace(SIUNITX, f"{SIUNITX}\n\\DeclareSIUnit\\counts{{counts}}")


def test_a_number_in_front_of_a_unit_makes_a_quantity():
    source = document(r"\si{\metre} and \si{5}{\metre}", SIUNITX)
    new = cured(complete_quantity, undefined("metre"), source, r"\si{5")
    assert new == source.replace(r"\si{5}", r"\SI{5}")


def test_the_older_name_is_taken_only_where_siunitx_is_loaded():
    bare = document(r"\qty{5}{\metre}")
    assert cured(use_older_name, undefined("qty"), bare, r"\qty") == bare
    source = document(r"\qty{5}{\metre} \unit{\metre}", SIUNITX)
    new = cured(use_older_name, undefined("qty"), source, r"\qty")
    assert new == source.replace(r"\qty", r"\SI")


def test_a_quantity_beside_physics_takes_the_older_name():
    source = document(r"$\qty{x}$ and \qty{5}{\metre}", "\\usepackage{siunitx,physics}")
    new = cured(part_from_physics, "There is a } too many.", source, r"\qty")
    assert new == source.replace(r"\qty{5}", r"\SI{5}")
    alone = document(r"\qty{5}{\metre}", SIUNITX)
    assert cured(part_from_physics, "There is a } too many.", alone, r"\qty") == alone


def test_signs_in_units_become_names():
    source = document(r"\qty{5}{µm/s} and \qty{5}{kg}", SIUNITX)
    new = cured(write_unit_sign, "The character µ is not known.", source)
    assert new == source.replace("µm/s", r"\micro\metre\per\second")
    plain = document("5 µm", SIUNITX)
    assert cured(write_unit_sign, "The character µ is not known.", plain) == plain


def test_a_power_behind_its_unit_is_written_as_such():
    source = document(r"\qty{2}{\metre\square} \qty{2}{\square\metre}", SIUNITX)
    message = "siunitx: Found power part with no unit"
    new = cured(put_power_first, message, source)
    assert new == source.replace(r"\metre\square}", r"\metre\squared}")
    assert cured(put_power_first, "siunitx: other", source) == source


@pytest.mark.parametrize("sign", ["{", "\\num{", "\\qty{1}{", "\\num[", "$"])
def test_hostile_sources_end_soon(sign):
    source = document(sign * 20_000, SIUNITX)
    for remedy in (mend_number, complete_quantity, name_unit, put_power_first, write_unit_sign):
        assert cured(remedy, unreadable("a"), source, sign) is not None


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "remedy", "kept"),
    [
        (r"About \num{3 \times 10^8} and \qty{10-20}{\metre}.", "mend-number", r"\num{3e8}"),
        (r"It was \qty{unknown}{\metre}.", "mend-number", r"unknown~\unit{\metre}"),
        (r"It gave \qty{12}{\counts}.", "name-unit", r"\DeclareSIUnit\counts"),
        (r"Of \qty{2}{\metre\square}.", "put-power-first", r"\metre\squared"),
    ],
)
def test_tex_takes_what_is_mended(tmp_path, body, remedy, kept):
    new, left = cured_by(tmp_path, document(body, SIUNITX), remedy)
    assert kept in new
    assert [e for e in left if "10-20" not in e.message] == []
