"""Kinds of damage to a document, each a function of its source; None where it cannot be done.

They know LaTeX only as far as the documents beside them need it, and nothing of the code they test.
"""

import re
from collections.abc import Callable

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


def drop_section(text):
    start, end = sections(text)[-2]
    return cut(text, start, end)


def drop_last_section(text):
    start, end = sections(text)[-1]
    return cut(text, start, end)


def merge_sections(text):
    start, _ = sections(text)[-1]
    return cut(text, start, heading_end(text, start))


def split_section(text):
    for start, end in sections(text):
        spans = [
            s
            for s in paragraphs(text, heading_end(text, start), end)
            if len(sentences(text[slice(*s)])) >= 3
        ]
        if spans and "\\begin{frame}" not in text:
            a, b = spans[0]
            parts = sentences(text[a:b])
            half = len(parts) // 2
            kind = "chapter" if text.startswith("\\chapter", start) else "section"
            return cut(
                text,
                a,
                b,
                " ".join(parts[:half])
                + f"\n\n\\{kind}{{Further remarks}}\n"
                + " ".join(parts[half:]),
            )
    if "\\begin{frame}" in text:
        place = text.index("\\begin{frame}{Drying after rain}")
        return cut(text, place, place, "\\section{Further remarks}\n")
    return None


def swap_sections(text):
    (a, b), (c, d) = sections(text)[1:3]
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def drop_cite(text):
    start, end = body(text)
    for match in NAMED.finditer(text, start, end):
        if all(text.count(key.strip(), start, end) == 1 for key in match[1].split(",")):
            return cut(text, match.start(), match.end())
    return None


def misspell_cite(text):
    start, end = body(text)
    match = NAMED.search(text, start, end)
    return cut(text, match.end(1), match.end(1), "x") if match else None


def exchange_cites(text):
    found = [m for m in NAMED.finditer(text) if "," not in m[1]]
    keys = list(dict.fromkeys(m[1] for m in found))
    if len(keys) < 2:
        return None
    other = {keys[0]: keys[1], keys[1]: keys[0]}
    for match in reversed(found):
        if match[1] in other:
            text = cut(text, *match.span(1), other[match[1]])
    return text


def swap_figures(text):
    first, second = list(GRAPHICS.finditer(text))[-2:]
    return (
        text[: first.start(2)]
        + second[2]
        + text[first.end(2) : second.start(2)]
        + first[2]
        + text[second.end(2) :]
    )


def other_file(text):
    last = list(GRAPHICS.finditer(text))[-1]
    return cut(text, *last.span(2), "elsewhere/new")


def environment(text: str, name: str) -> re.Match[str] | None:
    return re.search(
        rf"^[ \t]*\\begin\{{({name})\}}.*?\\end\{{\1\}}\n", text, re.DOTALL | re.MULTILINE
    )


def drop_figure(text):
    match = environment(text, "figure")
    return cut(text, *match.span()) if match else None


def drop_table(text):
    match = environment(text, "table|deluxetable|longtable")
    return cut(text, *match.span()) if match else None


def drop_row(text):
    match = environment(text, "table|deluxetable|longtable")
    rows = list(re.finditer(r"^.*\d\.?,?\d.*\\\\.*\n", match[0], re.M)) if match else []
    return (
        cut(text, match.start() + rows[-1].start(), match.start() + rows[-1].end())
        if rows
        else None
    )


def truncate(text):
    return text[: int(len(text) * 0.8)]


def truncate_neatly(text):
    """Half of it, with the end put back."""
    start, end = body(text)
    half = text.rfind("\n\n", 0, start + (end - start) * 2 // 5)
    return text[:half] + "\n\\end{document}\n"


def elide(text):
    start, end = sections(text)[1]
    a, b = paragraphs(text, heading_end(text, start), end)[-1]
    return cut(text, a, b, "\n% ... rest of this section unchanged ...\n")


def elide_aloud(text):
    _, end = prose(text)[-1]
    return cut(text, end, end, "\n\n[The remaining text stays the same.]\n")


def lose_end(text):
    return text.replace("\\end{document}", "")


def lose_class(text):
    return re.sub(r"\\documentclass(\[[^\]]*\])?\{[^{}]*\}\n", "", text, count=1)


def lose_begin(text):
    return text.replace("\\begin{document}", "", 1)


def only_the_body(text):
    start, end = body(text)
    return text[start:end]


def rename_label(text):
    for match in re.finditer(r"\\label\{([^{}]*)\}", text):
        if re.search(rf"ref\{{{re.escape(match[1])}\}}", text):
            return cut(text, *match.span(1), match[1] + "-new")
    return None


def dangle(text):
    _, end = prose(text)[0]
    return cut(text, end, end, " See Section~\\ref{sec:nowhere}.")


def drop_equation(text):
    match = DISPLAY.search(text)
    return cut(text, *match.span()) if match else None


def change_number(text):
    start, end = body(text)
    for match in QUANTITY.finditer(text, start, end):
        old = match[0]
        new = str(int(old[0]) % 9 + 1) + old[1:]
        if new not in text and "&" not in text[text.rfind("\n", 0, match.start()) : match.start()]:
            return cut(text, *match.span(), new)
    return None


def change_table(text):
    match = environment(text, "table|deluxetable|longtable")
    number = re.search(r"&\s*\$?(\d+[.,]\d+)", match[0]) if match else None
    if number is None:
        return None
    new = number[1][:-1] + str((int(number[1][-1]) + 4) % 10)
    return cut(text, match.start() + number.start(1), match.start() + number.end(1), new + "7")


def halve_section(text):
    """The longest section keeps the first third of its prose."""

    def length(span):
        return sum(b - a for a, b in paragraphs(text, heading_end(text, span[0]), span[1]))

    start, end = max(sections(text), key=length)
    spans = paragraphs(text, heading_end(text, start), end)
    budget, kept = length((start, end)) / 3, 0
    for a, b in reversed(spans):
        parts = sentences(text[a:b])
        keep = max(1, len(parts) // 3) if (a, b) == spans[0] else 0
        text = cut(text, a, b, " ".join(parts[:keep]))
        kept += keep
    return text if budget and kept else None


def drop_fact(text):
    return re.sub(r"\\fact\{(cooling\.room|spring\.m0)\}", "0", text) if "\\fact" in text else None


def contradict(text):
    """A fact as digits, and wrong ones."""
    return (
        re.sub(r"\\fact\{(cooling\.tau|spring\.k)\}", r"\\num{99.5}", text, count=1)
        if "\\fact" in text
        else None
    )


def drop_listing(text):
    match = environment(text, "verbatim|lstlisting")
    return cut(text, *match.span()) if match else None


def drop_theorem(text):
    match = environment(text, "theorem|lemma|definition")
    return cut(text, *match.span()) if match else None


def drop_frame(text):
    match = re.search(r"\\begin\{frame\}\{Drying.*?\\end\{frame\}\n", text, re.DOTALL)
    return cut(text, *match.span()) if match else None


def drop_bibliography(text):
    new = re.sub(
        r"\\(bibliography|printbibliography)(\{[^{}]*\})*(?!style)|\\begin\{thebib.*?\\end\{thebib[^}]*\}",
        "",
        text,
        flags=re.S,
    )
    return new if new != text else None


def open_brace(text):
    _, end = prose(text)[1]
    return cut(text, end - 1, end - 1, " \\emph{more")


def empty_section(text):
    start, _ = sections(text)[-1]
    kind = HEADING.match(text, start)[1]
    return cut(text, start, start, f"\\{kind}{{Appendix to come}}\n\n")


def replace_section(text):
    start, end = max(
        sections(text), key=lambda span: len(paragraphs(text, heading_end(text, span[0]), span[1]))
    )
    new = text
    for a, b in reversed(paragraphs(text, heading_end(text, start), end)):
        words = len(text[a:b].split()) // 7 + 1
        filler = (
            "内容已按要求修改完毕请您过目查看谢谢。" * words
            if "\u7684" in text
            else "Lorem ipsum dolor sit amet consectetur elit. " * words
        )
        cites = " ".join(re.findall(r"\\[A-Za-z]*(?:cite|ref|fact)[A-Za-z]*\{[^{}]*\}", text[a:b]))
        new = cut(new, a, b, filler + cites)
    return new


DAMAGES: dict[str, Callable[[str], str | None]] = {
    "drop a section": drop_section,
    "drop the last section": drop_last_section,
    "merge two sections": merge_sections,
    "split a section": split_section,
    "reorder sections": swap_sections,
    "empty section added": empty_section,
    "delete most of a section": halve_section,
    "replace a section's text": replace_section,
    "drop a cite": drop_cite,
    "misspell a cite": misspell_cite,
    "exchange two cites": exchange_cites,
    "swap two figures": swap_figures,
    "show another file": other_file,
    "drop a figure": drop_figure,
    "drop a table": drop_table,
    "drop a row": drop_row,
    "truncate": truncate,
    "truncate neatly": truncate_neatly,
    "rest unchanged": elide,
    "rest unchanged, aloud": elide_aloud,
    "lose the end": lose_end,
    "lose the class": lose_class,
    "lose the begin": lose_begin,
    "only the body": only_the_body,
    "rename a referenced label": rename_label,
    "refer to nothing": dangle,
    "drop an equation": drop_equation,
    "change a number with unit": change_number,
    "change a number in a table": change_table,
    "drop the bibliography": drop_bibliography,
    "open a brace": open_brace,
    "lose a fact": drop_fact,
    "contradict a fact": contradict,
    "drop a listing": drop_listing,
    "drop a theorem": drop_theorem,
    "drop a frame": drop_frame,
}
