"""Looking at a source with one check of content."""

from latex.citations import replace_spans
from latex.structure import structure
from reflect.checks import (
    content_abstract,
    content_citations,
    content_floats,
    content_language,
    content_material,
    content_numbers,
    content_prose,
    content_references,
    content_repetition,
    content_sections,
    content_style,
)
from reflect.checks.registry import CHECKS, findings_of
from reflect.evidence import Evidence

MODULES = (
    content_abstract,
    content_citations,
    content_floats,
    content_language,
    content_material,
    content_numbers,
    content_prose,
    content_references,
    content_repetition,
    content_sections,
    content_style,
)
IDS = tuple(
    check_id
    for check_id, check in CHECKS.items()
    if check.look.__module__ in {module.__name__ for module in MODULES}
)


def found(check_id, source, **evidence):
    return list(findings_of(CHECKS[check_id], structure(source), Evidence(**evidence)))


def seen(check_id, source, **evidence):
    """What stands where the check fires."""
    return [finding.evidence for finding in found(check_id, source, **evidence)]


def cured(check_id, source, **evidence):
    """The source of our own after every cure; None when none is offered."""
    evidence.setdefault("own", True)
    edits = [edit for finding in found(check_id, source, **evidence) for edit in finding.cure]
    if not edits:
        return None
    return replace_spans(source, [(edit.start, edit.end, edit.new) for edit in edits])


def document(body, preamble=""):
    return (
        f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )
