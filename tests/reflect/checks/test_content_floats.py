import pytest

from tests.reflect.checks.content import cured, document, found, seen

FILES = frozenset({"figures/fall.pdf", "images/rail.png", "Photo.JPG"})


@pytest.mark.parametrize(
    "body",
    [
        r"See Figure~\ref{fig:a}. \begin{figure} x \caption{A.}\label{fig:a} \end{figure}",
        r"See \Fig{a}. \begin{figure} x \caption{A.}\label{fig:a} \end{figure}",
        r"\begin{figure} x \end{figure}",
        r"\input{text} \begin{figure} x \caption{A.}\label{fig:a} \end{figure}",
    ],
)
def test_a_float_that_may_be_referred_to_is_let_be(body):
    assert seen("unreferenced-float", document(body)) == []


def test_a_part_of_a_document_may_be_referred_to_from_elsewhere():
    source = r"\begin{figure} x \caption{A.}\label{fig:a} \end{figure}"
    assert seen("unreferenced-float", source) == []
    assert seen("unreferenced-float", document(source)) == [r"\begin{figure}"]


def test_one_reference_to_a_part_of_a_figure_is_enough():
    body = (
        r"See \ref{fig:a2}. \begin{figure*} \label{fig:a1} \label{fig:a2} \caption{A} \end{figure*}"
    )
    assert seen("unreferenced-float", document(body)) == []


@pytest.mark.parametrize(
    ("check_id", "source"),
    [
        ("float-without-label", r"\begin{figure} x \caption{A.}\label{a} \end{figure}"),
        ("float-without-label", r"\begin{figure} x \caption{A.}\figlabel{a} \end{figure}"),
        ("float-without-label", r"\begin{figure} x \caption*{A.} \end{figure}"),
        ("float-without-label", r"\begin{figure} x \end{figure}"),
        ("float-without-caption", r"\begin{figure} x \caption{A.} \end{figure}"),
        ("float-without-caption", r"\begin{figure} x \captionof{figure}{A.} \end{figure}"),
        ("float-without-caption", r"\begin{figure} x \bicaption{A.}{甲。} \end{figure}"),
        ("float-without-caption", r"\begin{longtable}{l} x \end{longtable}"),
        (
            "float-without-caption",
            r"\documentclass{beamer}\begin{document}\begin{figure} x \end{figure}\end{document}",
        ),
    ],
)
def test_floats_that_are_complete_in_their_way_are_let_be(check_id, source):
    assert seen(check_id, source) == []


def test_floats_without_label_or_caption_are_told():
    source = r"\begin{table} x \caption{A.} \end{table}\begin{figure*} y \end{figure*}"
    assert seen("float-without-label", source) == [r"\begin{table}"]
    assert seen("float-without-caption", source) == [r"\begin{figure*}"]


@pytest.mark.parametrize(
    ("source", "files"),
    [
        (r"\includegraphics{nothing}", None),
        (r"\includegraphics[width=5cm]{figures/fall}", FILES),
        (r"\includegraphics{./figures/fall.pdf}", FILES),
        (r"\graphicspath{{images/}{figures}}\includegraphics{rail}\includegraphics{fall}", FILES),
        (r"\includegraphics{example-image-a}", FILES),
        (r"\newcommand{\pic}[1]{\includegraphics{figures/#1}}", FILES),
        (r"% \includegraphics{nothing}", FILES),
    ],
)
def test_graphics_that_are_there_are_let_be(source, files):
    assert seen("missing-graphics", source, files=files) == []


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        (r"\includegraphics{fall.pdf}", r"\includegraphics{figures/fall.pdf}"),
        (r"\includegraphics{photo.jpg}", r"\includegraphics{Photo.JPG}"),
        (r"\includegraphics{img/rail}", r"\includegraphics{images/rail.png}"),
        (r"\includegraphics{slope.pdf}", None),
    ],
)
def test_a_missing_file_is_mended_only_in_case_and_folder(written, mended):
    assert found("missing-graphics", written, files=FILES)
    assert cured("missing-graphics", written, files=FILES) == mended


def test_no_files_differ_from_nothing_known():
    assert seen("missing-graphics", r"\includegraphics{a}", files=frozenset()) == ["a"]
