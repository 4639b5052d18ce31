"""Discussion: how far the facts carry, and what the data cannot say."""

from agent.analysis.counting import OUTLIERS
from agent.analysis.types import Findings, Fit
from agent.authors.offline.words import (
    capital,
    counted,
    listed,
    paragraphs,
    quantity,
    sentences,
    short,
    the_model,
    value,
)
from agent.authors.types import Brief
from latex.escape import escape

NAMED = 4
"""Fits or outliers that are discussed one by one; of more than these only the number is said."""


def discuss(brief: Brief, own_words: str) -> str:
    """Fit quality, outliers, agreement, limits; then what the user wrote about it."""
    findings = brief.findings
    fits = list(findings.fits)[:NAMED]
    return paragraphs(
        paragraphs(*(_judge(fit, findings) for fit in fits)),
        _outliers(findings),
        _agreement(brief),
        _unfitted(findings),
        _limits(findings),
        own_words,
    )


def _judge(fit: Fit, findings: Findings) -> str:
    name = f"{the_model(fit)} for {short(findings, fit.table, fit.y)}"
    parts = []
    if fit.weighted and fit.chi2_nu is not None:
        parts.append(_chi(fit, name))
    if fit.runs_p is not None:
        parts.append(
            f"The signs of the residuals of {name} are not in random order along "
            f"{short(findings, fit.table, fit.x)} (runs test, {_p(fit)}), which points to a "
            "systematic departure that the model does not describe."
            if fit.runs_p < 0.05
            else f"The residuals of {name} show no order along "
            f"{short(findings, fit.table, fit.x)} that the runs test would notice."
        )
    return sentences(*parts)


def _p(fit: Fit) -> str:
    small = fit.runs_p is not None and fit.runs_p < 0.001
    return "$p<0.001$" if small else f"$p=$ {value(f'{fit.key}.runs_p')}"


def _chi(fit: Fit, name: str) -> str:
    assert fit.chi2_nu is not None
    key = value(f"{fit.key}.chi2_nu")
    spread = (2 / fit.dof) ** 0.5
    if fit.chi2_nu > 1 + 2 * spread:
        return (
            rf"For {name} $\chi^2/\nu=$ {key} is larger than chance allows: either the "
            "uncertainties of the readings are too small, or the model leaves something out."
        )
    if fit.chi2_nu < 1 - 2 * spread:
        return (
            rf"For {name} $\chi^2/\nu=$ {key} is smaller than expected: the uncertainties of "
            "the readings are probably stated too large."
        )
    return (
        rf"For {name} $\chi^2/\nu=$ {key} is what readings with the stated uncertainties "
        "should give."
    )


def _outliers(findings: Findings) -> str:
    flagged = [
        (p, o) for p in findings.profiles if p.role not in {"index", "group"} for o in p.outliers
    ]
    if not flagged:
        return ""
    if len(flagged) > NAMED:
        columns = sorted({short(findings, p.table, p.column) for p, _ in flagged})
        return (
            f"{capital(counted(len(flagged), OUTLIERS))} values lie far from the rest of their "
            f"column (in {listed(columns[:6])}); they were kept."
        )
    places = [
        f"reading {outlier.row + 1} of {quantity(findings, p.table, p.column)}"
        for p, outlier in flagged
    ]
    verb, kept = ("lies", "it was") if len(flagged) == 1 else ("lie", "they were")
    off = all("residual" in profile.outlier_rule for profile, _ in flagged)
    where = "off the fitted curve" if off else "far from the rest of the column"
    return (
        f"{capital(listed(places))} {verb} {where} by the rule named above; {kept} kept, since "
        "nothing in the notes says that the measurement went wrong."
    )


def _agreement(brief: Brief) -> str:
    parts = []
    for comparison in brief.findings.comparisons:
        name = escape(comparison.name)
        sigmas = value(f"{comparison.key}.sigmas")
        parts.append(
            f"The {name} agrees with the reference value within {sigmas} standard uncertainties."
            if comparison.agrees and comparison.sigmas >= 1
            else f"The {name} agrees with the reference value to better than one standard "
            "uncertainty."
            if comparison.agrees
            else f"The {name} is {sigmas} standard uncertainties from the reference value. A "
            "difference of this size is hardly an accident of the scatter: one of the two values "
            "has a systematic error, or an uncertainty is understated."
        )
    return sentences(*parts)


def _unfitted(findings: Findings) -> str:
    """Why there is no result where one would be looked for."""
    if findings.fits or findings.comparisons:
        return ""
    return sentences(*(escape(remark) for remark in findings.remarks[:NAMED]))


def _limits(findings: Findings) -> str:
    parts = []
    if findings.fits and not any(fit.weighted for fit in findings.fits):
        parts.append(
            "The readings come without uncertainties of their own, so those of the fitted "
            "parameters rest on the scatter about the model alone; an error common to all "
            "readings, such as one of calibration, is not in them."
        )
    repeats = [p for p in findings.profiles if p.role == "repeat"]
    if repeats and not findings.fits:
        parts.append(
            "The standard error of a mean covers what varies from one reading to the next; an "
            "error common to all readings does not show in the scatter and is not in it."
        )
    for fit in findings.fits[:1]:
        x = findings.profile(fit.table, fit.x)
        if x is not None:
            name = short(findings, fit.table, fit.x)
            parts.append(
                rf"Nothing is known outside the range of {name} from \fact{{{x.key}.min}} to "
                rf"\fact{{{x.key}.max}}."
            )
    if findings.dependences and not findings.fits and not repeats:
        parts.append(
            "That two columns go together does not say that one is the cause of the other."
        )
    return sentences(*parts)
