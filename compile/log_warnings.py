"""What LaTeX only warns of: open references, absent pictures, letters that are not printed."""

import re
from collections.abc import Iterator

from compile.log_events import LostCharacter, TexWarning
from compile.places import Sources
from compile.wording import missing_file
from latex.diagnostic import Diagnostic, Severity

_LISTED = 12
"""Letters named in one sentence."""

NOT_FOUND = re.compile(r"[Ff]ile [`'‘\"](.+?)['’\"]? not found")

_IGNORED = re.compile(
    r"[Rr]e-?run|may have changed|has changed|There were (?:undefined|multiply)|"
    r"Empty `?thebibliography|Empty bibliography|will be used as the default encoding|"
    r"Size substitutions|Some font shapes|in size .* not available|contain requested|"
    r"Redefining CJKfamily|Token not allowed in a PDF string|No \\author given"
)
_CITATION = re.compile(r"Citation [`'‘](.+?)['’] (?:on page \S+ )?undefined")
_REFERENCE = re.compile(r"(?:Hyper r|R)eference [`'‘](.+?)['’] (?:on page \S+ )?undefined")
_LABEL = re.compile(r"Label [`'‘](.+?)['’] multiply defined")
_MATH = re.compile(r"Command (\\\S+) invalid in math mode")
_WORDED: tuple[tuple[re.Pattern[str], Severity, str, str], ...] = (
    (_CITATION, "warning", "undefined-citation",
     "The source {} is cited but not in the bibliography."),
    (_REFERENCE, "warning", "undefined-reference", "There is no label {} to refer to."),
    (_LABEL, "warning", "duplicate-label", "The label {} is given twice."),
    (_MATH, "error", "text-command-in-math",
     "{} or its character gives a wrong sign in a formula."),
)  # fmt: skip


def explain_warning(warning: TexWarning, sources: Sources) -> Iterator[Diagnostic]:
    """Warnings that name a defect of the document; other ones are for information."""
    if _IGNORED.search(warning.message) or not warning.message:
        return
    file, loaded = sources.innermost(warning.stack)
    for pattern, severity, code, sentence in _WORDED:
        if found := pattern.search(warning.message):
            key = found[1]
            file, line = sources.quoting(key, file, warning.line)
            yield Diagnostic(severity, sentence.format(key), code, file, line, key)
            return
    if absent := NOT_FOUND.search(warning.message):
        file, line = sources.quoting(absent[1], file, warning.line)
        meaning = missing_file(absent[1], sources.line(file, line) if file and line else "")
        yield Diagnostic("warning", meaning.sentence, meaning.code, file, line)
        return
    own = bool(warning.stack) and sources.own(warning.stack[-1]) is not None
    message = re.sub(r"\s+", " ", warning.message)
    yield Diagnostic(
        "info", f"{warning.source}: {message}", "package-warning", file,
        (warning.line if own else loaded) if file else None,
    )  # fmt: skip


def lost_letters(lost: list[LostCharacter], sources: Sources) -> Iterator[Diagnostic]:
    """Letters no font had: one diagnostic for each font, at the first place of the first letter."""
    by_font: dict[str, dict[str, None]] = {}
    for event in lost:
        by_font.setdefault(event.font, {})[event.character.split(" (")[0]] = None
    for font, signs in by_font.items():
        first = next(iter(signs))
        file, line = sources.search(re.compile(re.escape(first)))
        listed = " ".join(list(signs)[:_LISTED]) + (" …" if len(signs) > _LISTED else "")
        what = "character" if len(signs) == 1 else f"{len(signs)} characters"
        if "\ufffd" in listed:  # 8-bit fonts: TeX logs the bare byte, which is no text
            listed = "whose code the log shows only as a byte"
        name = font.partition("]")[0].strip("[").rpartition("/")[2].removesuffix(".otf")
        sentence = f"The PDF lacks the {what} {listed}: not in the font {name}."
        yield Diagnostic("error", sentence, "missing-character", file, line, listed)
