"""Where things stand in the documents beside this file.

It knows LaTeX only as far as they need it, and nothing of the code that they test.
"""

import re

HEADING = re.compile(r"^\\(chapter|section|subsection)\*?(?=[\[{])", re.MULTILINE)
END = re.compile(
    r"^\\(?:bibliography(?:style)?|printbibliography|appendix|begin\{thebibliography\}"
    r"|end\{document\}|begin\{acknowledgments\})|^\\begin\{frame\}\[allowframebreaks\]",
    re.MULTILINE,
)
NAMED = re.compile(r"\\[A-Za-z]*[cC]ite[A-Za-z]*\*?(?:\[[^\]]*\])*\{([^{}]*)\}")
GRAPHICS = re.compile(r"(\\(?:includegraphics(?:\[[^\]]*\])?|plotone)\{)([^{}]*)(\})")
DISPLAY = re.compile(
    r"^[ \t]*(?:\\begin\{(equation|align)\}.*?\\end\{\1\}|\\\[.*?\\\])[.,]?\n",
    re.DOTALL | re.MULTILINE,
)
QUANTITY = re.compile(
    r"(?<![A-Za-z0-9.,{])(\d+[.,]\d+)(?=(?:~|\\,| |\$~|\$ )"
    r"(?:h|m|dB|kbit|kHz|Bogen|days|hours|minutes|degrees|W|V|s|g)\b)"
    r"|(?<=\\SI\{)(\d+[.,]\d+)(?=\})|(?<=probability )(\d\.\d+)|(?<=by )(\d\.\d)(?=~dB)"
    r"|(?<=from \$)(\d\.\d+)(?=\$)|(?<=of )(\d+)(?= GB)|(?<= )(\d+)(?= GB)"
    r"|(?<= )(\d+\.\d+)(?=\\,\\%)|(?<=needs )(\d+)(?= s)"
)


def body(text: str) -> tuple[int, int]:
    start = text.index("\\begin{document}")
    first = HEADING.search(text, start)
    return (first or re.compile(r"\\end\{document\}").search(text)).start(), END.search(
        text, first.end() if first else start
    ).start()


def sections(text: str) -> list[tuple[int, int]]:
    """Spans of the sections of the level that has most of them, the outermost first."""
    start, end = body(text)
    found = list(HEADING.finditer(text, start, end))
    names = [match[1] for match in found]
    level = max(("chapter", "section"), key=lambda name: names.count(name) >= 3)
    outer = [match for match in found if match[1] == level]
    ends = [match.start() for match in outer[1:]] + [end]
    return [(match.start(), e) for match, e in zip(outer, ends, strict=True)]


def heading_end(text: str, start: int) -> int:
    """Behind the braces of a heading and the label that follows it."""
    depth = 0
    for position in range(text.index("{", start), len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            label = re.compile(r"\s*\\label\{[^{}]*\}").match(text, position + 1)
            return label.end() if label else position + 1
    raise AssertionError(text[start : start + 40])


def paragraphs(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Spans of the paragraphs of prose, those of more than a line."""
    spans, position = [], start
    for piece in re.split(
        r"(\n[ \t]*\n|^\s*\\(?:begin|end)\{[^{}]*\}.*\n)", text[start:end], flags=re.M
    ):
        if len(piece.split()) >= 12 or len(re.findall("[\u4e00-\u9fff]", piece)) >= 25:
            spans.append((position, position + len(piece)))
        position += len(piece)
    return [
        span
        for span in spans
        if "\\caption" not in text[slice(*span)] and "&" not in text[slice(*span)]
    ]


def prose(text: str) -> list[tuple[int, int]]:
    return [
        span
        for start, end in sections(text)
        for span in paragraphs(text, heading_end(text, start), end)
    ]


def sentences(piece: str) -> list[str]:
    return [s for s in re.split(r"(?<=[a-z\d)}$]\.)\s+(?=[A-Z$])|(?<=。)\s*", piece) if s.strip()]


def cut(text: str, start: int, end: int, new: str = "") -> str:
    return text[:start] + new + text[end:]


def environment(text: str, name: str) -> re.Match[str] | None:
    return re.search(
        rf"^[ \t]*\\begin\{{({name})\}}.*?\\end\{{\1\}}\n", text, re.DOTALL | re.MULTILINE
    )
