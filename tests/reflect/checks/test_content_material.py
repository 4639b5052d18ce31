import pytest

from tests.reflect.checks.content import document, found, seen

USED_UP = (("fall.csv", ("fall.csv", "fall.")), ("rail_1.csv", ("rail_1.csv", "rail_1.")))


@pytest.mark.parametrize(
    "body",
    [
        r"\fact{fall.slope} and \fact{rail_1.n}",
        r"\texttt{fall.\allowbreak{}csv} and \texttt{rail\_\allowbreak{}1.csv}",
        r"The files Fall.csv and rail\_1.csv.",
    ],
)
def test_material_that_shows_is_used(body):
    assert seen("unused-material", document(body), used_up=USED_UP) == []


def test_nothing_is_known_without_evidence():
    assert seen("unused-material", document("text")) == []


def test_material_that_shows_nowhere_is_told_with_its_name():
    body = "\\fact{fall.slope} % rail_1.csv"
    (finding,) = found("unused-material", document(body), used_up=USED_UP)
    assert "rail_1.csv" in finding.message
    assert finding.evidence == ""
