"""Results: figures, tables, and the sentences that state the facts."""

from agent.analysis.types import ColumnProfile, Comparison, Findings, Fit, Grouping
from agent.authors.offline.words import (
    Speech,
    capital,
    fact,
    full,
    paragraphs,
    plain,
    quantity,
    short,
    speech,
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
        title = speech(brief).say("results.derived_heading")
        derived = rf"\subsection{{{title}}}" + "\n" + derived
    text = paragraphs(*blocks, derived)
    wanted = [label for label in assets if label.startswith("fig:")]
    forgotten = [label for label in wanted if rf"\asset{{{label}}}" not in text]
    pictures = [_picture(label, brief) for label in forgotten]
    return paragraphs(text, *pictures)


def _picture(label: str, brief: Brief) -> str:
    figure = next((f for f in brief.figures.items if f.label == label), None)
    if figure is None or figure.spec.kind != "image":
        return rf"\asset{{{label}}}"
    said = speech(brief)
    return said.say("results.picture", figure=_shown(figure, said)) + f"\n\n\\asset{{{label}}}"


def _block(table: Table, brief: Brief, most: int) -> str:
    """What is said of one table; of each kind of result at most so many are told in full."""
    findings, said = brief.findings, speech(brief)
    fits = [fit for fit in findings.fits if fit.table == table.name]
    repeats = [p for p in findings.profiles if p.table == table.name and p.role == "repeat"]
    groupings = [g for g in findings.groupings if g.table == table.name]
    rest = len(fits) - most
    return paragraphs(
        *(_repeat(profile, brief) for profile in repeats[:most]),
        *(_grouping(grouping, brief) for grouping in groupings[:most]),
        *(_fit(fit, brief) for fit in fits[:most]),
        _parameters(table, fits, brief) if most > 1 else _more_fits(rest, said),
        "" if fits else _bare(table, brief),
    )


def _more_fits(rest: int, said: Speech) -> str:
    if rest < 1:
        return ""
    if rest == 1:
        return said.say("results.one_more_fit")
    return capital(said.say("results.more_fits", n=said.number_word(rest)))


def figures_of(brief: Brief, kind: str, table: str, column: str) -> list[Figure]:
    """The drawn figures of one kind that show a column."""
    return [
        f
        for f in brief.figures.items
        if f.spec.kind == kind
        and f.spec.table == table
        and (column in f.spec.y or f.spec.x == column)
    ]


def _shown(figure: Figure, said: Speech) -> str:
    return said.say("see.figure", label=figure.label)


def _place(figures: list[Figure]) -> str:
    return "\n\n".join(rf"\asset{{{figure.label}}}" for figure in figures)


def _repeat(profile: ColumnProfile, brief: Brief) -> str:
    said = speech(brief)
    key, name = profile.key, quantity(brief.findings, profile.table, profile.column)
    shown = figures_of(brief, "histogram", profile.table, profile.column)
    text = said.sentences(
        said.say(
            "repeat.mean",
            n=value(f"{key}.n"),
            name=name,
            where=said.say("see.in", where=_shown(shown[0], said)) if shown else "",
            mean=fact(f"{key}.mean"),
            sd=fact(f"{key}.sd"),
        ),
        said.say(
            "repeat.range",
            min=fact(f"{key}.min"),
            max=fact(f"{key}.max"),
            median=fact(f"{key}.median"),
        ),
    )
    return paragraphs(text, _place(shown))


def _grouping(grouping: Grouping, brief: Brief) -> str:
    findings, said = brief.findings, speech(brief)
    by, name = plain(grouping.by), short(findings, grouping.table, grouping.column)
    low = min(grouping.levels, key=lambda level: level.mean)
    high = max(grouping.levels, key=lambda level: level.mean)
    table = table_called(brief, f"{grouping.table}-{grouping.column}-by-{grouping.by}")
    boxes = figures_of(brief, "box", grouping.table, grouping.column)
    shown = [figure for figure in boxes if figure.spec.x == grouping.by]
    where = [_shown(f, said) for f in shown]
    where += [said.say("see.table", id=table.id)] if table is not None else []
    text = said.sentences(
        said.say(
            "grouping.range",
            by=by,
            see=said.say("see.in", where=said.listed(where)) if where else "",
            name=name,
            low=fact(f"{low.key}.mean"),
            low_name=escape(low.name),
            high=fact(f"{high.key}.mean"),
            high_name=escape(high.name),
        ),
        _test(grouping, findings, said),
    )
    placed = rf"\asset{{tab:{table.id}}}" if table is not None else ""
    return paragraphs(text, _place(shown), placed)


def _test(grouping: Grouping, findings: Findings, said: Speech) -> str:
    p = findings.facts.get(f"{grouping.key}.p")
    if p is None:
        return ""
    differ = not isinstance(p.value, str) and p.value < 0.05
    return said.say(
        "grouping.test",
        f=value(f"{grouping.key}.f"),
        between=value(f"{grouping.key}.df_between"),
        within=value(f"{grouping.key}.df_within"),
        p=probability(findings, f"{grouping.key}.p"),
        verdict=said.say("grouping.differ" if differ else "grouping.same"),
    )


def probability(findings: Findings, key: str) -> str:
    """`$p=$ 0.003`, or below a bound where the digits would mean nothing."""
    known = findings.facts.get(key)
    if known is not None and not isinstance(known.value, str) and known.value < 0.001:
        return "$p<0.001$"
    return f"$p=$ {value(key)}"


def parameters_of(fit: Fit, said: Speech) -> str:
    """`$a=$ 1.2 and $b=$ 3`."""
    return said.listed(
        [said.say("parameter.is", symbol=p.symbol, value=fact(p.key)) for p in fit.parameters]
    )


def _fit(fit: Fit, brief: Brief) -> str:
    findings, said = brief.findings, speech(brief)
    shown = figures_of(brief, "fit", fit.table, fit.y)
    shown = [f for f in shown if f.spec.fit == fit.key]
    y, x = quantity(findings, fit.table, fit.y), quantity(findings, fit.table, fit.x)
    opening = (
        said.say("fit.shown", figure=_shown(shown[0], said), y=y, x=x)
        if shown
        else said.say("fit.not_shown", y=y, x=x)
    )
    others = [c for c in fit.candidates if c.model != fit.model]
    chosen = said.say(
        "fit.of_several" if others else "fit.one",
        n=said.number_word(len(fit.candidates)),
        model=said.model(fit.model),
        equation=fit.equation,
        parameters=parameters_of(fit, said),
    )
    return paragraphs(
        said.sentences(
            opening,
            chosen,
            quality(fit, said),
            rivals(fit, said),
            runner_up(fit, findings, said),
            *(said.told(remark) for remark in fit.remarks),
        ),
        _place(shown),
    )


def is_exact(fit: Fit) -> bool:
    """Whether nothing is left but the rounding of the computation."""
    size = max((abs(float(y)) for y in fit.y_values), default=0.0)
    return fit.rse <= 1e-10 * size


def quality(fit: Fit, said: Speech) -> str:
    """How well the model describes the readings, in one sentence."""
    if is_exact(fit):
        return said.say("fit.exact")
    freedom = said.say("fit.degrees", n=value(f"{fit.key}.dof"))
    if fit.dof == 1:
        freedom = said.say("fit.one_degree")
    if fit.weighted and fit.chi2_nu is not None:
        return said.say("fit.chi2", chi2=value(f"{fit.key}.chi2_nu"), freedom=freedom)
    return said.say("fit.rse", rse=fact(f"{fit.key}.rse"), freedom=freedom)


def rivals(fit: Fit, said: Speech) -> str:
    """Which other models describe the readings equally well."""
    others = [said.model(name) for name in fit.indistinguishable if name != fit.model]
    if not others or is_exact(fit):
        return ""
    return said.say(
        "fit.one_rival" if len(others) == 1 else "fit.rivals", others=said.listed(others)
    )


def runner_up(fit: Fit, findings: Findings, said: Speech) -> str:
    """How far behind the next model is, where none is as good."""
    others = [c for c in fit.candidates if c.model not in {fit.model, *fit.indistinguishable}]
    if f"{fit.key}.next_delta" not in findings.facts or fit.indistinguishable or is_exact(fit):
        return ""
    return said.say(
        "fit.runner_up",
        model=said.model(others[0].model),
        delta=value(f"{fit.key}.next_delta"),
    )


def _parameters(table: Table, fits: list[Fit], brief: Brief) -> str:
    if len(fits) < 2:
        return ""
    asset = table_called(brief, f"{table.name}-fits")
    if asset is None:
        return ""
    said = speech(brief)
    seen = said.say("see.table", id=asset.id)
    return paragraphs(
        said.say("fit.table", table=seen, n=said.number_word(len(fits))),
        rf"\asset{{tab:{asset.id}}}",
    )


def _bare(table: Table, brief: Brief) -> str:
    """What can be said of a table without a fit."""
    said = speech(brief)
    shown = [
        f
        for f in brief.figures.items
        if f.spec.table == table.name and f.spec.kind in {"data", "lines"}
    ]
    asset = table_called(brief, f"{table.name}-statistics")
    text = [
        said.say(
            "bare.shown",
            figure=_shown(figure, said),
            names=said.listed([quantity(brief.findings, table.name, y) for y in figure.spec.y]),
            x=quantity(brief.findings, table.name, figure.spec.x),
        )
        for figure in shown
    ]
    if asset is not None:
        text.append(said.say("bare.table", table=said.say("see.table", id=asset.id)))
    if shown:
        text.append(_strongest(table, brief, said))
    placed = rf"\asset{{tab:{asset.id}}}" if asset is not None else ""
    return paragraphs(said.sentences(*text), _place(shown), placed)


def _strongest(table: Table, brief: Brief, said: Speech) -> str:
    """The pair of columns that goes together most steadily, where one does."""
    findings = brief.findings
    repeats = {p.column for p in findings.profiles if p.table == table.name and p.role == "repeat"}
    pairs = [
        d
        for d in findings.dependences
        if d.table == table.name and d.n >= 5 and not {d.x, d.y} & repeats
    ]
    best = max(pairs, key=lambda d: abs(d.spearman), default=None)
    if best is None or abs(best.spearman) < 0.7:
        return ""
    y, x = (short(findings, table.name, name) for name in (best.y, best.x))
    return said.say("bare.rises" if best.spearman > 0 else "bare.falls", y=y, x=x)


def result_name(key: str, brief: Brief) -> str:
    """What a result is called, with its symbol where the user gave one."""
    rule = next((r for r in brief.settings.derive if r.key == key), None)
    name = escape(brief.findings.facts[key].name)
    return f"{name} ${rule.symbol}$" if rule is not None and rule.symbol else name


def _beside(key: str, brief: Brief) -> str:
    """A reference value that no uncertainty allows to be judged by."""
    if f"{key}.reference" not in brief.findings.facts:
        return ""
    said = speech(brief)
    rule = next((r for r in brief.settings.derive if r.key == key), None)
    return said.say(
        "derived.beside",
        reference=fact(f"{key}.reference"),
        source=_source(rule.reference_source if rule is not None else "", said),
        difference=fact(f"{key}.difference"),
    )


def _source(source: str, said: Speech) -> str:
    return said.say("see.source", source=source) if source else ""


def _derived(key: str, brief: Brief) -> str:
    findings, said = brief.findings, speech(brief)
    name = result_name(key, brief)
    mean = _mean_behind(key, findings)
    first = (
        said.say("derived.mean_is", mean=short(findings, mean.table, mean.column), name=name)
        if mean is not None
        else said.say("derived.is", name=name, value=fact(key))
    )
    comparison = next((c for c in findings.comparisons if c.key == key), None)
    second = compare(comparison, said) if comparison is not None else _beside(key, brief)
    return said.sentences(first, second)


def _mean_behind(key: str, findings: Findings) -> ColumnProfile | None:
    """The repeated quantity whose mean a result simply is; that mean was told already."""
    result = findings.facts[key]
    for profile in findings.profiles:
        mean = f"{profile.key}.mean"
        if profile.role == "repeat" and result.origin.parents == (mean,):
            same = result.value == findings.facts[mean].value
            return profile if same else None
    return None


def compare(comparison: Comparison, said: Speech) -> str:
    """The result beside the reference value, with the distance in standard uncertainties."""
    key = comparison.key
    return full(
        said.say(
            "derived.compare_one" if comparison.sigmas == 1 else "derived.compare",
            reference=fact(f"{key}.reference"),
            source=_source(comparison.source, said),
            difference=fact(f"{key}.difference"),
            sigmas=value(f"{key}.sigmas"),
            verdict=said.say("derived.agree" if comparison.agrees else "derived.disagree"),
        ),
        "。" if said.language == "zh" else ".",
    )
