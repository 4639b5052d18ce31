"""Results: figures, tables, and the sentences that state the facts."""

from agent.analysis.types import ColumnProfile, Comparison, Findings, Fit, Grouping
from agent.authors.offline.words import (
    MODELS,
    capital,
    fact,
    full,
    listed,
    model,
    number_word,
    paragraphs,
    plain,
    quantity,
    sentences,
    short,
    value,
)
from agent.authors.tables import table_called
from agent.authors.types import Brief
from agent.figures.types import Figure
from agent.materials.types import Table
from latex.escape import escape

FEW, SEVERAL = 3, 8
"""Tables up to which everything, or the most important, is told in full."""
ALL, SOME = 20, 3


def write_results(brief: Brief, assets: tuple[str, ...]) -> str:
    """One block for each table, then the derived results; assets follow the text they serve."""
    findings = brief.findings
    blocks = []
    busy = [t for t in findings.tables if _block(t, brief, 1)]
    most = ALL if len(busy) <= FEW else SOME if len(busy) <= SEVERAL else 1
    for table in busy:
        heading = rf"\subsection{{{capital(plain(table.name))}}}" + "\n" if len(busy) > 1 else ""
        blocks.append(heading + _block(table, brief, most))
    derived = paragraphs(*(_derived(key, brief) for key in findings.results))
    if derived and len(busy) > 1:
        derived = "\\subsection{Derived results}\n" + derived
    text = paragraphs(*blocks, derived)
    forgotten = [label for label in assets if rf"\asset{{{label}}}" not in text]
    pictures = [_picture(label, brief) for label in forgotten]
    return paragraphs(text, *pictures)


def _picture(label: str, brief: Brief) -> str:
    figure = next((f for f in brief.figures.items if f.label == label), None)
    if figure is None or figure.spec.kind != "image":
        return rf"\asset{{{label}}}"
    return (
        rf"Figure~\ref{{{label}}} is taken from the material as it is." + f"\n\n\\asset{{{label}}}"
    )


def _block(table: Table, brief: Brief, most: int) -> str:
    """What is said of one table; of each kind of result at most so many are told in full."""
    findings = brief.findings
    fits = [fit for fit in findings.fits if fit.table == table.name]
    repeats = [p for p in findings.profiles if p.table == table.name and p.role == "repeat"]
    groupings = [g for g in findings.groupings if g.table == table.name]
    rest = len(fits) - most
    return paragraphs(
        *(_repeat(profile, brief) for profile in repeats[:most]),
        *(_grouping(grouping, brief) for grouping in groupings[:most]),
        *(_fit(fit, brief) for fit in fits[:most]),
        _parameters(table, fits, brief) if most > 1 else _more_fits(rest),
        "" if fits else _bare(table, brief),
    )


def _more_fits(rest: int) -> str:
    if rest < 1:
        return ""
    if rest == 1:
        return "One more column of this table was fitted and is not shown."
    return f"{capital(number_word(rest))} more columns of this table were fitted and are not shown."


def figures_of(brief: Brief, kind: str, table: str, column: str) -> list[Figure]:
    """The drawn figures of one kind that show a column."""
    return [
        f
        for f in brief.figures.items
        if f.spec.kind == kind
        and f.spec.table == table
        and (column in f.spec.y or f.spec.x == column)
    ]


def _shown(figure: Figure) -> str:
    return rf"Figure~\ref{{{figure.label}}}"


def _place(figures: list[Figure]) -> str:
    return "\n\n".join(rf"\asset{{{figure.label}}}" for figure in figures)


def _repeat(profile: ColumnProfile, brief: Brief) -> str:
    key, name = profile.key, quantity(brief.findings, profile.table, profile.column)
    shown = figures_of(brief, "histogram", profile.table, profile.column)
    where = f" ({_shown(shown[0])})" if shown else ""
    text = sentences(
        f"The {value(f'{key}.n')} values of {name}{where} have the mean {fact(f'{key}.mean')}, "
        f"where the uncertainty is the standard error; their standard deviation is "
        f"{fact(f'{key}.sd')}.",
        f"They lie between {fact(f'{key}.min')} and {fact(f'{key}.max')}, with the median at "
        f"{fact(f'{key}.median')}.",
    )
    return paragraphs(text, _place(shown))


def _grouping(grouping: Grouping, brief: Brief) -> str:
    findings = brief.findings
    by, name = plain(grouping.by), short(findings, grouping.table, grouping.column)
    low = min(grouping.levels, key=lambda level: level.mean)
    high = max(grouping.levels, key=lambda level: level.mean)
    table = table_called(brief, f"{grouping.table}-{grouping.column}-by-{grouping.by}")
    boxes = figures_of(brief, "box", grouping.table, grouping.column)
    shown = [figure for figure in boxes if figure.spec.x == grouping.by]
    where = [_shown(f) for f in shown]
    where += [rf"Table~\ref{{tab:{table.id}}}"] if table is not None else []
    see = f" ({' and '.join(where)})" if where else ""
    p = findings.facts.get(f"{grouping.key}.p")
    verdict = (
        "the groups differ by more than the scatter within them explains"
        if p is not None and not isinstance(p.value, str) and p.value < 0.05
        else "the groups do not differ by more than the scatter within them explains"
    )
    test = (
        rf"The analysis of variance gives $F=$ {value(f'{grouping.key}.f')} with "
        f"{value(f'{grouping.key}.df_between')} and {value(f'{grouping.key}.df_within')} degrees "
        f"of freedom ({probability(findings, f'{grouping.key}.p')}): {verdict}."
        if p is not None
        else ""
    )
    text = sentences(
        f"Split by {by}{see}, the mean of {name} runs from {fact(f'{low.key}.mean')} "
        f"({by} {escape(low.name)}) to {fact(f'{high.key}.mean')} ({by} {escape(high.name)}).",
        test,
    )
    placed = rf"\asset{{tab:{table.id}}}" if table is not None else ""
    return paragraphs(text, _place(shown), placed)


def probability(findings: Findings, key: str) -> str:
    """`$p=$ 0.003`, or below a bound where the digits would mean nothing."""
    known = findings.facts.get(key)
    if known is not None and not isinstance(known.value, str) and known.value < 0.001:
        return "$p<0.001$"
    return f"$p=$ {value(key)}"


def _fit(fit: Fit, brief: Brief) -> str:
    findings = brief.findings
    shown = figures_of(brief, "fit", fit.table, fit.y)
    shown = [f for f in shown if f.spec.fit == fit.key]
    y, x = quantity(findings, fit.table, fit.y), quantity(findings, fit.table, fit.x)
    opening = (
        f"{_shown(shown[0])} shows {y} against {x}."
        if shown
        else f"The dependence of {y} on {x} was fitted; no figure shows it."
    )
    others = [c for c in fit.candidates if c.model != fit.model]
    chosen = (
        f"Of the {number_word(len(fit.candidates))} models that could be fitted, "
        f"{model(fit)} is used"
        if others
        else f"{capital(model(fit))} was fitted"
    )
    parameters = listed([f"${p.symbol}=$ {fact(p.key)}" for p in fit.parameters])
    return paragraphs(
        sentences(
            opening,
            f"{chosen}, $ {fit.equation} $, with {parameters}.".replace("$ ", "$", 1).replace(
                " $,", "$,", 1
            ),
            quality(fit),
            rivals(fit),
            runner_up(fit, findings),
            *(escape(remark) for remark in fit.remarks),
        ),
        _place(shown),
    )


def is_exact(fit: Fit) -> bool:
    """Whether nothing is left but the rounding of the computation."""
    size = max((abs(float(y)) for y in fit.y_values), default=0.0)
    return fit.rse <= 1e-10 * size


def quality(fit: Fit) -> str:
    """How well the model describes the readings, in one sentence."""
    freedom = f"{value(f'{fit.key}.dof')} degrees of freedom"
    if fit.dof == 1:
        freedom = "one degree of freedom"
    if is_exact(fit):
        return "It passes through every reading, to the last digit of the computation."
    if fit.weighted and fit.chi2_nu is not None:
        return rf"The fit has $\chi^2/\nu=$ {value(f'{fit.key}.chi2_nu')} with {freedom}."
    return f"The residual standard error is {fact(f'{fit.key}.rse')} with {freedom}."


def rivals(fit: Fit) -> str:
    """Which other models describe the readings equally well."""
    others = [MODELS[name] for name in fit.indistinguishable if name != fit.model]
    if not others or is_exact(fit):
        return ""
    verb = "describes" if len(others) == 1 else "describe"
    return (
        f"{capital(listed(others))} {verb} the readings equally well ($\\Delta$AICc below 2); "
        "the simpler model was kept."
    )


def runner_up(fit: Fit, findings: Findings) -> str:
    """How far behind the next model is, where none is as good."""
    others = [c for c in fit.candidates if c.model not in {fit.model, *fit.indistinguishable}]
    if f"{fit.key}.next_delta" not in findings.facts or fit.indistinguishable or is_exact(fit):
        return ""
    return (
        f"The next best model, {MODELS[others[0].model]}, has an AICc that is "
        f"{value(f'{fit.key}.next_delta')} higher."
    )


def _parameters(table: Table, fits: list[Fit], brief: Brief) -> str:
    if len(fits) < 2:
        return ""
    asset = table_called(brief, f"{table.name}-fits")
    if asset is None:
        return ""
    return paragraphs(
        rf"Table~\ref{{tab:{asset.id}}} collects the parameters of the "
        f"{number_word(len(fits))} fits.",
        rf"\asset{{tab:{asset.id}}}",
    )


def _bare(table: Table, brief: Brief) -> str:
    """What can be said of a table without a fit."""
    shown = [
        f
        for f in brief.figures.items
        if f.spec.table == table.name and f.spec.kind in {"data", "lines"}
    ]
    asset = table_called(brief, f"{table.name}-statistics")
    repeats = {
        p.column for p in brief.findings.profiles if p.table == table.name and p.role == "repeat"
    }
    strongest = [
        d
        for d in brief.findings.dependences
        if d.table == table.name and d.n >= 5 and not {d.x, d.y} & repeats
    ]
    strongest.sort(key=lambda d: -abs(d.spearman))
    text = []
    for figure in shown:
        names = listed([quantity(brief.findings, table.name, y) for y in figure.spec.y])
        text.append(
            f"{_shown(figure)} shows {names} against "
            f"{quantity(brief.findings, table.name, figure.spec.x)}."
        )
    if asset is not None:
        text.append(rf"Table~\ref{{tab:{asset.id}}} summarises the columns.")
    if strongest and shown:
        d = strongest[0]
        way = "rises" if d.spearman > 0 else "falls"
        if abs(d.spearman) >= 0.7:
            y, x = (short(brief.findings, table.name, n) for n in (d.y, d.x))
            text.append(f"Of all pairs, {y} {way} most steadily with {x}.")
    placed = rf"\asset{{tab:{asset.id}}}" if asset is not None else ""
    return paragraphs(sentences(*text), _place(shown), placed)


def result_name(key: str, brief: Brief) -> str:
    """What a result is called, with its symbol where the user gave one."""
    rule = next((r for r in brief.settings.derive if r.key == key), None)
    name = escape(brief.findings.facts[key].name)
    return f"{name} ${rule.symbol}$" if rule is not None and rule.symbol else name


def _beside(key: str, brief: Brief) -> str:
    """A reference value that no uncertainty allows to be judged by."""
    if f"{key}.reference" not in brief.findings.facts:
        return ""
    rule = next((r for r in brief.settings.derive if r.key == key), None)
    source = f" ({rule.reference_source})" if rule is not None and rule.reference_source else ""
    return (
        f"The reference value is {fact(f'{key}.reference')}{source}, from which it differs by "
        f"{fact(f'{key}.difference')}; neither has an uncertainty, so whether the two agree "
        "cannot be said."
    )


def _derived(key: str, brief: Brief) -> str:
    findings = brief.findings
    name = result_name(key, brief)
    mean = _mean_behind(key, findings)
    first = (
        f"The mean of {short(findings, mean.table, mean.column)} is the {name}."
        if mean is not None
        else f"The {name} is {fact(key)}."
    )
    comparison = next((c for c in findings.comparisons if c.key == key), None)
    return sentences(first, compare(comparison) if comparison is not None else _beside(key, brief))


def _mean_behind(key: str, findings: Findings) -> ColumnProfile | None:
    """The repeated quantity whose mean a result simply is; that mean was told already."""
    result = findings.facts[key]
    for profile in findings.profiles:
        mean = f"{profile.key}.mean"
        if profile.role == "repeat" and result.origin.parents == (mean,):
            same = result.value == findings.facts[mean].value
            return profile if same else None
    return None


def compare(comparison: Comparison, subject: str = "It") -> str:
    """The result beside the reference value, with the distance in standard uncertainties."""
    key = comparison.key
    source = f" ({comparison.source})" if comparison.source else ""
    verdict = "the two agree" if comparison.agrees else "the two do not agree"
    unit = "standard uncertainty" if comparison.sigmas == 1 else "standard uncertainties"
    return full(
        f"{subject} differs from the reference value {fact(f'{key}.reference')}{source} by "
        f"{fact(f'{key}.difference')}, which is {value(f'{key}.sigmas')} {unit}: {verdict}"
    )
