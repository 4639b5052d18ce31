"""Kinds of damage to a document, each a function of its source; None where it cannot be done."""

import re
from collections.abc import Callable

from tests.reflect.places import (
    DISPLAY,
    GRAPHICS,
    HEADING,
    NAMED,
    QUANTITY,
    body,
    cut,
    environment,
    heading_end,
    paragraphs,
    prose,
    sections,
    sentences,
)


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
    number = re.search(r"&\s*\$?(\d+[.,]?\d+)", match[0]) if match else None
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
    return re.sub(r"\\fact\{(cooling\.room|spring\.m0)\}", "0", text)


def contradict(text):
    """The fact stays, and other digits are given for it."""
    _, end = prose(text)[-1]
    return cut(text, end, end, " It was \\num{99.5} then.")


def drop_listing(text):
    match = environment(text, "verbatim|lstlisting")
    return cut(text, *match.span())


def drop_theorem(text):
    match = environment(text, "theorem|lemma|definition")
    return cut(text, *match.span())


def drop_item(text):
    match = re.search(r"^[ \t]*\\item .*\n(?=[ \t]*\\item)", text, re.MULTILINE)
    return cut(text, *match.span())


def drop_footnote(text):
    match = re.search(r"\\footnote\{[^{}]*\}", text)
    return cut(text, *match.span())


def drop_caption(text):
    match = environment(text, "figure")
    start = text.index("\\caption", *match.span())
    depth = 0
    for end in range(text.index("{", start), match.end()):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return cut(text, start, end + 1)
    return None


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
    "drop an item": drop_item,
    "drop a footnote": drop_footnote,
    "drop a caption": drop_caption,
}

LISTING = """\\begin{verbatim}
for series in campaign:
    read(series, twice=True)
\\end{verbatim}"""
THEOREM = """\\begin{lemma}
Where every series is read twice, no mistake of one reader remains.
\\end{lemma}"""
LIST = """\\begin{itemize}
\\item every series was read by two persons,
\\item the instruments were left switched on overnight,
\\item nothing was corrected later.
\\end{itemize}"""
GIVEN = {
    "lose a fact": ("\\fact{spring.m0}", "What was left was \\fact{spring.m0} by then."),
    "contradict a fact": ("\\fact{spring.m0}", "What was left was \\fact{spring.m0} by then."),
    "drop a listing": ("\\begin{verbatim}", LISTING),
    "drop a theorem": ("\\begin{lemma}", THEOREM),
    "drop an item": ("\\item every series", LIST),
    "drop a footnote": (
        "\\footnote{It was",
        "All was noted.\\footnote{It was noted twice, by two persons.}",
    ),
}
"""What a document needs for the damage: how it is known, and what is put into those without."""


def given(kind: str, text: str) -> str:
    """The document, with what the damage takes away."""
    mark, block = GIVEN.get(kind, ("", ""))
    if mark in text:
        return text
    _, end = prose(text)[0]
    return cut(text, end, end, f"\n\n{block}\n\n")
