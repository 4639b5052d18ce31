"""A model's habits in LaTeX that have one cure: chatter, Markdown, stray signs, its own heading."""

import regex

from latex.citations import replace_spans
from latex.mask import mask

_CHATTER = regex.compile(
    r"\A\s*(?:(?:sure|certainly|of course|okay|here(?:'s| is| are)|below is"
    r"|好的|以下是|下面是|当然)"
    r"[^\n\\]{0,200}[:：!！.。])[ \t]*\n\s*",
    regex.IGNORECASE,
)
_HEADING = regex.compile(
    r"\A\s*\\section\*?\s*\{(?:[^{}]|\{[^{}]*\})*\}\s*(?:\\label\{[^{}]*\})?\s*"
)
_MARKDOWN_TITLE = regex.compile(r"\A\s*#{1,6}[ \t]+[^\n]*\n\s*")
_MARKDOWN_HEADING = regex.compile(r"^#{1,6}[ \t]+(?P<title>[^\n]+?)[ \t]*#*$", regex.MULTILINE)
_STRONG = regex.compile(r"(?<![\\*])\*\*(?=\S)(?P<text>[^*\n]+?)(?<=\S)\*\*(?!\*)")
_LIST = regex.compile(r"^(?:[ \t]*[-*][ \t]+[^\n]+(?:\n|\Z)){2,}", regex.MULTILINE)
_MARK = regex.compile(r"^[ \t]*[-*][ \t]+", regex.MULTILINE)
_PERCENT = regex.compile(r"(?<=\d[ ~]?)(?<!\\)%")

# What is no running text: formulas, whose signs are their own, and the names of things.
_SPANS = regex.compile(
    r"""
      \\begin\{(?P<name>(?:equation|align|gather|multline|eqnarray|array|math|displaymath|tabular
        |[bpvBV]?matrix|cases|split|aligned)\*?)\}.*?\\end\{(?P=name)\}
    | \\\(.*?\\\) | \\\[.*?\\\] | \$\$.*?\$\$ | (?<!\\)\$(?:\\.|[^$\\])*\$
    | \\(?:fact|factvalue|asset|(?:eq|page|auto|c|C)?ref|label|[A-Za-z]*cite[A-Za-z]*\*?|url|href
        |includegraphics|input|begin|end)\s*(?:\[[^\]]*\])*\{[^{}]*\}
    | \\(?:qty|SI|num|unit|si|ang)\s*(?:\[[^\]]*\])?(?:\{(?:[^{}]|\{[^{}]*\})*\}){1,2}
    | \\.
    """,
    regex.VERBOSE | regex.DOTALL,
)
_STRAY = regex.compile(r"[_&#]")


def tidy(source: str, *, keep_heading: bool = False) -> str:
    """The same text with those habits cured; a second time changes nothing."""
    text = _CHATTER.sub("", source.strip())
    if not keep_heading:
        text = _MARKDOWN_TITLE.sub("", _HEADING.sub("", text))
    text = _MARKDOWN_HEADING.sub(r"\\subsection{\g<title>}", text)
    text = _STRONG.sub(r"\\emph{\g<text>}", text)
    text = _LIST.sub(_itemized, text)
    text = _PERCENT.sub(r"\\%", text)
    return _escaped(text).strip()


def _itemized(block: regex.Match[str]) -> str:
    items = _MARK.sub(r"\\item ", block[0].rstrip("\n"))
    return f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}\n"


def _escaped(text: str) -> str:
    """`_`, `&` and `#` in running text, where TeX has no use for them, as signs."""
    live = _SPANS.sub(lambda span: " " * len(span[0]), mask(text))
    return replace_spans(text, [(m.start(), m.end(), f"\\{m[0]}") for m in _STRAY.finditer(live)])
