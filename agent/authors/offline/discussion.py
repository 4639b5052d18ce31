"""Discussion: how far the facts carry, and what the data cannot say."""

from agent.analysis.counting import OUTLIERS
from agent.analysis.types import Findings, Fit
from agent.authors.offline.words import Speech, fact, paragraphs, quantity, short, speech, value
from agent.authors.types import Brief
from latex.escape import escape

NAMED = 4
"""Fits or outliers that are discussed one by one; of more than these only the number is said."""


def discuss(brief: Brief, own_words: str) -> str:
    """Fit quality, outliers, agreement, limits; then what the user wrote about it."""
    findings, said = brief.findings, speech(brief)
    fits = list(findings.fits)[:NAMED]
    return paragraphs(
        paragraphs(*(_judge(fit, findings, said) for fit in fits)),
        _outliers(findings, said),
        _agreement(brief),
        _unfitted(findings, said),
        _limits(findings, said),
        own_words,
    )


def _judge(fit: Fit, findings: Findings, said: Speech) -> str:
    y, x = (short(findings, fit.table, column) for column in (fit.y, fit.x))
    model = said.model(fit.model)
    name = said.say("judge.name", the_model=said.the_model(fit), model=model, y=y)
    parts = []
    if fit.weighted and fit.chi2_nu is not None:
        parts.append(_chi(fit, name, said))
    if fit.runs_p is not None and fit.runs_p < 0.05:
        parts.append(said.say("judge.trend", name=name, x=x, p=_p(fit)))
    elif fit.runs_p is not None:
        parts.append(said.say("judge.no_trend", name=name, x=x))
    return said.sentences(*parts)


def _p(fit: Fit) -> str:
    small = fit.runs_p is not None and fit.runs_p < 0.001
    return "$p<0.001$" if small else f"$p=$ {value(f'{fit.key}.runs_p')}"


def _chi(fit: Fit, name: str, said: Speech) -> str:
    assert fit.chi2_nu is not None
    spread = (2 / fit.dof) ** 0.5
    large, small = fit.chi2_nu > 1 + 2 * spread, fit.chi2_nu < 1 - 2 * spread
    which = "large" if large else "small" if small else "right"
    return said.say(f"judge.chi_{which}", name=name, chi2=value(f"{fit.key}.chi2_nu"))


def _outliers(findings: Findings, said: Speech) -> str:
    flagged = [
        (p, o) for p in findings.profiles if p.role not in {"index", "group"} for o in p.outliers
    ]
    if not flagged:
        return ""
    if len(flagged) > NAMED:
        columns = sorted({short(findings, p.table, p.column) for p, _ in flagged})
        number = said.counted(len(flagged), OUTLIERS)
        return said.say("outliers.many", n=number, columns=said.listed(columns[:6]))
    places = [
        said.say(
            "outliers.place",
            row=str(outlier.row + 1),
            name=quantity(findings, p.table, p.column),
        )
        for p, outlier in flagged
    ]
    off = all("residual" in profile.outlier_rule for profile, _ in flagged)
    number = "one" if len(flagged) == 1 else "many"
    return said.say(f"outliers.{number}_{'curve' if off else 'column'}", places=said.listed(places))


def _agreement(brief: Brief) -> str:
    said, parts = speech(brief), []
    for comparison in brief.findings.comparisons:
        near = "within" if comparison.sigmas >= 1 else "close"
        parts.append(
            said.say(
                f"agreement.{near if comparison.agrees else 'off'}",
                name=escape(comparison.name),
                sigmas=value(f"{comparison.key}.sigmas"),
            )
        )
    return said.sentences(*parts)


def _unfitted(findings: Findings, said: Speech) -> str:
    """Why there is no result where one would be looked for."""
    if findings.fits or findings.comparisons:
        return ""
    return said.sentences(*(said.told(remark) for remark in findings.remarks[:NAMED]))


def _limits(findings: Findings, said: Speech) -> str:
    parts = []
    if findings.fits and not any(fit.weighted for fit in findings.fits):
        parts.append(said.say("limits.unweighted"))
    repeats = [p for p in findings.profiles if p.role == "repeat"]
    if repeats and not findings.fits:
        parts.append(said.say("limits.repeats"))
    for fit in findings.fits[:1]:
        x = findings.profile(fit.table, fit.x)
        if x is not None:
            name = short(findings, fit.table, fit.x)
            low, high = fact(f"{x.key}.min"), fact(f"{x.key}.max")
            parts.append(said.say("limits.range", name=name, low=low, high=high))
    if findings.dependences and not findings.fits and not repeats:
        parts.append(said.say("limits.cause"))
    return said.sentences(*parts)
