import io

import pytest
from PIL import Image

from compile.document import compile_document
from compile.loss import losses
from compile.remedies.conversion import has_eps_converter
from compile.remedies.figures import (
    convert_picture,
    copy_to_safe_name,
    find_picture,
    include_directly,
    note_unnamed_picture,
    replace_damaged_picture,
    replace_unprinted_picture,
)
from latex.diagnostic import Diagnostic
from tests.compile.conftest import Write
from tests.compile.remedies.test_conversion import EPS, SVG, picture
from tests.compile.remedies.trying import cured, first, problem_at, project_of, whole

GRAPHICX = "\\usepackage{graphicx}\n"


def missing(project, name):
    return problem_at(project, name, "missing-figure", f"The picture {name} is not there.")


def one(remedy, problem, project):
    return next(iter(remedy(problem, project)))


def test_another_ending_is_written():
    project = project_of(whole(r"\includegraphics[width=3cm]{fig.jpg}"), {"fig.pdf": None})
    text = first(find_picture, missing(project, "fig.jpg"), project)
    assert r"\includegraphics[width=3cm]{fig.pdf}" in text


def test_a_note_takes_the_place_of_a_picture_that_is_nowhere():
    project = project_of(whole(r"\includegraphics[width=3cm]{lost_plot.png}"))
    cure = one(find_picture, missing(project, "lost_plot.png"), project)
    text = cured(cure, project)
    assert cure.visible
    assert r"\absentpicture{3cm}{The picture \texttt{lost\_" in text
    assert r"{\includegraphics[width=3cm]{lost_plot.png}}" in text
    assert losses(project.texts["main.tex"], text) == ()


def test_a_second_note_uses_the_definition_of_the_first():
    body = "\\includegraphics{first.png}\n\n\\includegraphics{second.png}"
    project = project_of(whole(body))
    text = first(find_picture, missing(project, "first.png"), project)
    again = project_of(text)
    text = first(find_picture, missing(again, "second.png"), again)
    assert text.count(r"\newcommand{\absentpicture}") == 1
    assert text.count(r"\absentpicture{") == 2


def test_a_picture_with_a_note_is_left_alone():
    project = project_of(whole(r"\includegraphics{first.png}"))
    text = first(find_picture, missing(project, "first.png"), project)
    again = project_of(text)
    assert list(find_picture(missing(again, "first.png"), again)) == []


def test_the_other_picture_of_a_line_stays():
    preamble = "\\newcommand{\\plot}[1]{\\includegraphics{plots/#1}}\n"
    project = project_of(
        whole(r"\plot{good} \plot{gone}", preamble), {"plots/good.png": picture("PNG")}
    )
    problem = problem_at(
        project, r"\plot{good}", "missing-figure", "The picture gone is not there."
    )
    for cure in find_picture(problem, project):
        assert r"\plot{good} \absentpicture" in cured(cure, project)


@pytest.mark.parametrize(
    ("width", "wide"),
    [("1cm", "3cm"), ("20mm", "3cm"), ("2in", "2in"), (r".5\textwidth", r".5\textwidth")],
)
def test_a_note_is_as_wide_as_the_picture_but_not_too_narrow(width, wide):
    project = project_of(whole(f"\\includegraphics[width={width}]{{gone}}"))
    assert f"\\absentpicture{{{wide}}}" in first(find_picture, missing(project, "gone"), project)


def test_other_missing_files_are_not_pictures():
    project = project_of(whole(r"\input{chapter}"))
    problem = problem_at(project, "chapter", "missing-file", "The file chapter is not there.")
    assert list(find_picture(problem, project)) == []


def test_a_drawing_is_converted():
    project = project_of(whole(r"\includegraphics{a drawing.svg}"), {"a drawing.svg": SVG})
    problem = problem_at(project, ".svg", "figure-format", "Pictures of the kind .svg …")
    cure = one(convert_picture, problem, project)
    assert r"\includegraphics{a-drawing.pdf}" in cured(cure, project)
    assert cure.files[0].name == "a-drawing.pdf"
    assert cure.files[0].data.startswith(b"%PDF-")


def test_a_converted_picture_replaces_no_other_file():
    files = {"a.svg": SVG, "a.pdf": b"%PDF-"}
    project = project_of(whole(r"\includegraphics{a.svg}"), files)
    cure = one(convert_picture, problem_at(project, ".svg", "figure-format"), project)
    assert cure.files[0].name == "a-2.pdf"


def test_a_picture_of_another_kind_becomes_png():
    project = project_of(whole(r"\includegraphics{scan.tif}"), {"scan.tif": picture("TIFF")})
    cure = one(convert_picture, problem_at(project, ".tif", "figure-format"), project)
    assert r"\includegraphics{scan.png}" in cured(cure, project)
    assert not cure.visible


def test_includesvg_keeps_the_options_that_includegraphics_knows():
    body = r"\includesvg[width=4cm,inkscapelatex=false]{plot}"
    project = project_of(whole(body), {"plot.svg": SVG})
    problem = problem_at(
        project, "includesvg", "package-error", "svg: File `plot_svg-tex.pdf' is missing."
    )
    assert r"\includegraphics[width=4cm]{plot.pdf}" in first(include_directly, problem, project)


def test_errors_of_other_packages_concern_no_picture():
    project = project_of(whole(r"\includegraphics{plot}"))
    problem = problem_at(project, "plot", "package-error", "caption: something else")
    assert list(include_directly(problem, project)) == []


@pytest.mark.skipif(has_eps_converter(), reason="Ghostscript is here")
def test_postscript_gets_a_note_without_its_ending():
    project = project_of(whole(r"\includegraphics{p.eps}"), {"p.eps": EPS})
    problem = problem_at(project, "p.eps", "figure-format", "The picture p.eps is not printed: …")
    cure = one(convert_picture, problem, project)
    assert cure.visible
    assert "PostScript" in cured(cure, project)
    assert r"{\includegraphics{p}}" in cured(cure, project)


def test_a_pdf_beside_the_postscript_is_taken():
    project = project_of(whole(r"\includegraphics{p.eps}"), {"p.eps": EPS, "p.pdf": None})
    problem = problem_at(project, "p.eps", "figure-format", "The picture p.eps is not printed: …")
    files = [cured(cure, project) for cure in convert_picture(problem, project)]
    assert any(r"\includegraphics{p.pdf}" in text for text in files[:2])


def test_what_is_left_of_a_picture_is_shown():
    data = picture("PNG", size=(90, 90))
    project = project_of(
        whole(r"\includegraphics{photo.png}"), {"photo.png": data[: len(data) // 2]}
    )
    problem = problem_at(project, "photo", "broken-figure", "The picture photo.png cannot be read.")
    cure = one(replace_damaged_picture, problem, project)
    assert cure.visible
    assert Image.open(io.BytesIO(cure.files[0].data)).size == (90, 90)
    assert r"\includegraphics{photo-2.png}" in cured(cure, project)


def test_a_damaged_picture_without_a_name_in_the_log_is_found():
    files = {"good.png": picture("PNG"), "bad.png": picture("PNG", size=(99, 99))[:2000]}
    project = project_of(whole("\\includegraphics{good}\n\n\\includegraphics{bad}"), files)
    problem = Diagnostic("error", "A PNG picture is damaged.", "broken-figure")
    cures = list(replace_damaged_picture(problem, project))
    assert cures
    assert all(r"\includegraphics{good}" in cured(cure, project) for cure in cures)


@pytest.mark.parametrize(
    ("written", "name"), [("a#b.png", "a#b.png"), (r"a\&b.png", "a&b.png"), ("50%.png", "50%.png")]
)
def test_unsafe_names_are_copied(written, name):
    project = project_of(whole(f"\\includegraphics{{{written}}}"), {name: picture("PNG")})
    cure = one(copy_to_safe_name, problem_at(project, written, "wrong-parameter"), project)
    safe = cure.files[0].name
    assert not set(safe) & set("#&%")
    assert f"\\includegraphics{{{safe}}}" in cured(cure, project)


def test_a_safe_name_needs_no_copy():
    project = project_of(whole(r"\includegraphics{a_b.png}"), {"a_b.png": picture("PNG")})
    problem = problem_at(project, "a_b", "wrong-parameter")
    assert list(copy_to_safe_name(problem, project)) == []


def test_a_picture_without_a_name_gets_a_note():
    project = project_of(whole("\\includegraphics[width=2cm]\n\\caption{A}"))
    problem = problem_at(project, "\\caption", "wrong-syntax")
    text = first(note_unnamed_picture, problem, project)
    assert r"{\includegraphics[width=2cm]}" in text
    assert r"\absentpicture{3cm}" in text


def test_a_command_that_is_defined_with_includegraphics_is_no_nameless_picture():
    preamble = r"\let\plot\includegraphics" + "\n"
    project = project_of(whole(r"\plot{a}", preamble))
    problem = problem_at(project, r"\plot{a}", "wrong-syntax")
    assert list(note_unnamed_picture(problem, project)) == []


def test_of_what_the_driver_gives_up_at_only_postscript_is_replaced():
    files = {"p.eps": EPS, "q.png": picture("PNG")}
    body = "\\includegraphics{p.eps}\n\n\\includegraphics{q.png}"
    project = project_of(whole(body), files, engine="xelatex")
    message = "The PDF could not be written: pdf_link_obj(): passed invalid object."
    problem = Diagnostic("error", message, "no-output")
    for cure in replace_unprinted_picture(problem, project):
        assert r"\includegraphics{q.png}" in cured(cure, project)
        assert "q.png}}" not in cured(cure, project)


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])
def test_a_report_with_four_faulty_pictures_is_printed(write: Write, engine):
    names = ("curve.png", "drawing.svg", "photo.png", "nowhere.pdf")
    body = "\n\n".join(f"\\includegraphics[width=2cm]{{{name}}}" for name in names)
    path = write(body, preamble=GRAPHICX)
    (path.parent / "Curve.jpg").write_bytes(picture("JPEG"))
    (path.parent / "drawing.svg").write_bytes(SVG)
    (path.parent / "photo.png").write_bytes(b"not a picture")
    result = compile_document(path, engine=engine)
    assert not [d for d in result.diagnostics if d.severity == "error"]
    assert result.pdf
    assert result.outcome == "degraded"
    assert [c.visible for c in result.cured].count(True) == 2
    assert {"find-picture", "convert-picture"} <= {c.remedy for c in result.cured}


def test_names_of_pictures_are_no_words_of_the_text():
    names = ("red.jpg", "green.jpg", "blue.jpg", "white.jpg")
    before = "".join(f"\\includegraphics[width=1cm]{{{name}}}\n" for name in names)
    assert losses(before, before.replace(".jpg", ".png")) == ()
    assert losses(f"{before} one two three four five", before) != ()


@pytest.mark.tex
@pytest.mark.slow
def test_a_cut_off_picture_at_which_the_driver_gives_up_is_shown_in_part(write: Write):
    path = write(r"\includegraphics[width=2cm]{photo.png}", preamble=GRAPHICX)
    data = picture("PNG", size=(200, 200))
    (path.parent / "photo.png").write_bytes(data[: len(data) // 2])
    result = compile_document(path, engine="xelatex")
    assert [c.remedy for c in result.cured] == ["replace-damaged-picture"]
    assert result.outcome == "degraded"
    assert (path.parent / "paper.repaired" / "photo-2.png").is_file()


@pytest.mark.tex
@pytest.mark.slow
def test_many_missing_pictures_get_a_note_each(write: Write):
    names = [f"plot-{number}.png" for number in range(9)]
    body = "\n\n".join(f"\\includegraphics[width=4cm]{{{name}}}" for name in names)
    path = write(body, preamble=GRAPHICX)
    result = compile_document(path)
    assert [c.visible for c in result.cured] == [True] * 9
    repaired = (path.parent / "paper.repaired.tex").read_text()
    assert repaired.count(r"\newcommand{\absentpicture}") == 1
