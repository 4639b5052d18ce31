"""All figures of a report: each drawn, placed, taken from the store, or refused with its reason."""

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from agent.analysis.types import Findings, Fit
from agent.figures.errors import Undrawable
from agent.figures.fonts import typefaces
from agent.figures.images import place_image
from agent.figures.types import Figure, Figures, FigureSpec
from agent.figures.workers import Workers

Memo = Callable[[str, Callable[[], Figure]], Figure]


def draw_all(
    specs: Sequence[FigureSpec],
    findings: Findings,
    folder: Path,
    target: Path,
    *,
    language: str = "en",
    memo: Memo | None = None,
    on_figure: Callable[[str], None] | None = None,
    jobs: int | None = None,
) -> Figures:
    """Draw each spec over the findings, or place its picture of the user's folder, in `target`.

    `memo(key, make)` may return what it made under that key before; the key covers the spec and all
    data the figure shows, so a changed table redraws only its own figures. `on_figure` hears the id
    of each that is done, drawn or refused. `jobs` figures are drawn at a time; None: one for each
    core, where there are enough figures to pay for starting processes.
    """
    ids = [spec.id for spec in specs]
    doubled = [name in ids[:position] for position, name in enumerate(ids)]
    with Workers(sum(spec.kind != "image" for spec in specs), count=jobs) as workers:

        def one(spec: FigureSpec, *, double: bool) -> Figure | Undrawable:
            try:
                if double:
                    raise Undrawable("its id is taken by another figure.")
                return _one(spec, findings, folder, target, language, memo, workers)
            except Undrawable as error:
                return error
            finally:
                if on_figure is not None:
                    on_figure(spec.id)

        with ThreadPoolExecutor(workers.count) as threads:
            asked = [
                threads.submit(one, spec, double=double)
                for spec, double in zip(specs, doubled, strict=True)
            ]
            made = [answer.result() for answer in asked]
    return Figures(
        tuple(figure for figure in made if isinstance(figure, Figure)),
        tuple(
            (spec.id, error.reason)
            for spec, error in zip(specs, made, strict=True)
            if isinstance(error, Undrawable)
        ),
    )


def _one(
    spec: FigureSpec,
    findings: Findings,
    folder: Path,
    target: Path,
    language: str,
    memo: Memo | None,
    workers: Workers,
) -> Figure:
    def make() -> Figure:
        if spec.kind == "image":
            return place_image(spec, folder, target)
        return workers.draw(spec, findings, target, language)

    if memo is None:
        return make()
    figure = memo(figure_key(spec, findings, folder, language), make)
    return figure if _stands(figure, target) else make()


def _stands(figure: Figure, target: Path) -> bool:
    try:
        content = (target / figure.file).read_bytes()
    except OSError:
        return False
    return hashlib.sha256(content).hexdigest() == figure.digest


def figure_key(spec: FigureSpec, findings: Findings, folder: Path, language: str) -> str:
    """Digest of the spec and of everything the drawing is made from."""
    digest = hashlib.sha256()
    for part in (repr(spec), language, repr(typefaces())):
        digest.update(part.encode())
        digest.update(b"\0")
    if spec.kind == "image":
        _feed_file(digest, folder / spec.image)
        return digest.hexdigest()
    fit = next((fit for fit in findings.fits if fit.key == spec.fit), None)
    if fit is not None:
        _feed_fit(digest, fit)
    if fit is not None:
        _feed_columns(digest, findings, fit.table, {fit.x, fit.y})
    # A matrix is shown by all columns of its table, named or not.
    shown = None if spec.kind == "heatmap" and not spec.z else {spec.x, *spec.y, spec.z}
    for name in dict.fromkeys((spec.table, *spec.tables)):
        _feed_columns(digest, findings, name, shown)
    digest.update(repr(findings.facts.get(spec.reference)).encode())
    return digest.hexdigest()


def _feed_columns(
    digest: "hashlib._Hash", findings: Findings, name: str, columns: set[str] | None
) -> None:
    table = next((table for table in findings.tables if table.name == name), None)
    for column in table.columns if table is not None else ():
        if columns is None or column.name in columns or column.uncertainty_of in columns:
            profile = findings.profile(name, column.name)
            said = (profile.symbol, profile.unit, profile.unit_text) if profile else None
            about = (column.name, column.unit, column.type, column.uncertainty_of, said)
            digest.update(repr((about, column.texts)).encode())
            digest.update(column.values.tobytes())


def _feed_fit(digest: "hashlib._Hash", fit: Fit) -> None:
    digest.update(repr((fit.key, fit.table, fit.x, fit.y, fit.model, fit.equation)).encode())
    for values in (
        fit.x_values,
        fit.y_values,
        fit.y_uncertainty,
        fit.fitted,
        fit.curve_x,
        fit.curve_y,
    ):
        digest.update(values.tobytes())


def _feed_file(digest: "hashlib._Hash", path: Path) -> None:
    try:
        with path.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    except OSError:
        digest.update(b"unreadable")
