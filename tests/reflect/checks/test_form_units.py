import pytest

from tests.reflect.checks.form import cured, seen


@pytest.mark.parametrize(
    "source",
    [
        r"The rail is 2.05\,m long, 35~mm wide and \qty{5}{mm} thick.",
        "A 3D print, the 2nd of 4x4, in the 1990s, at 5pm, with 5G and 4K.",
        "Figure 5m, Table~3V, panel 4W and Section 2m.",
        "In 2N3904 and 74LS00 and COVID19mm.",
        r"$x$5mm \approx5mm",
        "version 6.79h of file 0x5mm, 3.5K users, 10px",
        r"\vspace{5mm} \hskip 5mm plus 1mm \parindent=5mm \rule{1cm}{2mm}",
        r"\includegraphics[width=5cm]{a}",
        r"\begin{tikzpicture}\draw (0,0) -- (5mm,2cm);\end{tikzpicture}",
        r"\begin{tabular}{p{5mm}} 5mm \end{tabular}",
        r"$5mm$ % 5mm",
        "1,5s and 45% and 20°",
        "5mmol5 and 5mms",
    ],
)
def test_what_is_no_glued_unit_is_left_alone(source):
    assert seen("unit-glued", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("35mm wide", r"35\,mm wide"),
        ("3.2kg", r"3.2\,kg"),
        ("at 20℃.", r"at 20\,℃."),
        ("at 50Hz,", r"at 50\,Hz,"),
        ("a 10-20mm gap", r"a 10-20\,mm gap"),
        ("9.81m/s", r"9.81\,m/s"),
        ("a 12V supply", r"a 12\,V supply"),
        ("of 1.5T or 2.5s", r"of 1.5\,T or 2.5\,s"),
        ("长度为5mm的", r"长度为5\,mm的"),
        (r"\caption{A 5mm gap}", r"\caption{A 5\,mm gap}"),
        ("a 5mm-thick plate", r"a 5\,mm-thick plate"),
        ("(5kΩ)", r"(5\,kΩ)"),
    ],
)
def test_a_glued_unit_gets_its_space(source, right):
    assert cured("unit-glued", source) == right
    assert seen("unit-glued", right) == []


@pytest.mark.parametrize(
    "source",
    [
        r"5~mm, 5\,mm, 5\ mm, \qty{5}{mm}",
        "in Figure 5 m is shown, Table 3 V",
        "we saw 5 men, 3 bars and 2 miles",
        "$5$ mm",
    ],
)
def test_a_number_that_holds_its_unit_or_has_none_is_left_alone(source):
    assert seen("unit-breaking-space", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("35 mm wide", "35~mm wide"),
        (r"\caption{5 kg more}", r"\caption{5~kg more}"),
        ("2.5 m/s", "2.5~m/s"),
        ("of 5\n  kg", "of 5~kg"),
        ("at 300 K", "at 300~K"),
    ],
)
def test_a_unit_is_tied_to_its_number(source, right):
    assert cured("unit-breaking-space", source) == right


def test_a_comment_between_number_and_unit_is_not_cured_away():
    source = "of 5 % roughly\nkg"
    assert cured("unit-breaking-space", source) is None


@pytest.mark.parametrize(
    "source",
    [
        r"$5\,\mathrm{mm}$, $5\text{ mm}$, $\SI{5}{mm}$",
        "$n = 2km$, $2nm + 1$, $3 mm'$, $x_5 mm$, $5 m$",
        "$2 n m$",
    ],
)
def test_products_and_upright_units_are_left_alone(source):
    assert seen("unit-in-italics", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("$5 mm$", r"$5\,\mathrm{mm}$"),
        ("$2.5kg$", r"$2.5\,\mathrm{kg}$"),
        (r"$v = 3~m/s$", r"$v = 3\,\mathrm{m/s}$"),
        (r"\(g = 9.81 m/s^2\)", r"\(g = 9.81\,\mathrm{m/s^2}\)"),
        (r"\[ f = 50Hz. \]", r"\[ f = 50\,\mathrm{Hz}. \]"),
    ],
)
def test_a_unit_in_a_formula_is_set_upright(source, right):
    assert cured("unit-in-italics", source) == right
    assert seen("unit-in-italics", right) == []


def test_a_unit_beyond_ascii_in_a_formula_is_left_to_a_reviser():
    assert seen("unit-in-italics", "$5.5 µm$") == ["5.5 µm"]
    assert cured("unit-in-italics", "$5.5 µm$") is None
