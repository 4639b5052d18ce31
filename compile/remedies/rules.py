r"""The rules of booktabs behind a row without its `\\`, which make TeX run on without an end."""

import re
from collections.abc import Iterator

from compile.latex_names import SIGNATURES
from compile.packages import PACKAGES_OF_COMMAND
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import precaution
from compile.remedies.tables import hiding_percent
from compile.remedies.tabular import Row, Table, tables_in

_RULE = re.compile(r"^[ \t]*\\(?:toprule|midrule|bottomrule|cmidrule)(?![A-Za-z@])", re.MULTILINE)
_WORD = re.compile(r"\\([A-Za-z@]+)")
_BEGIN = re.compile(r"\\begin(?![A-Za-z])")
_END = re.compile(r"\\end(?![A-Za-z])")


@precaution
def end_row_before_rule(project: Project) -> Iterator[Cure]:
    r"""`a & b` above `\midrule` becomes `a & b \\`.

    TeX does not stop at this fault: it inserts braces for ever. Rows that use a command of the
    document's own stay, because it may end them.
    """
    for file in project.sources:
        code = project.code(file)
        edits = [
            _ended(project.texts[file], code, file, end)
            for table in tables_in(project, file)
            for row in table.rows
            for end in _open_ends(code, table, row)
        ]
        if edits:
            yield Cure(r"Ended the rows before a rule that lacked their \\.", tuple(edits))


def _open_ends(code: str, table: Table, row: Row) -> Iterator[int]:
    start = row.start
    for rule in _RULE.finditer(code, row.start, row.end):
        before = code[start : rule.start()]
        if not before.strip():
            start = code.find("\n", rule.end()) + 1 or row.end
            continue
        if not _is_row(before, table):
            return
        yield start + len(before.rstrip())
        start = code.find("\n", rule.end()) + 1 or row.end


def _is_row(text: str, table: Table) -> bool:
    """Whether the text is cells at the level of the table, of which every command is known."""
    whole = text.count("{") == text.count("}") and len(_BEGIN.findall(text)) == len(
        _END.findall(text)
    )
    known = all(word in SIGNATURES or word in PACKAGES_OF_COMMAND for word in _WORD.findall(text))
    return whole and known and ("&" in text or table.count == 1)


def _ended(text: str, code: str, file: str, end: int) -> Edit:
    sign = hiding_percent(text, code, end)
    return Edit(file, end, end, r" \\") if sign is None else Edit(file, sign, sign, "\\")
