"""Kinds of edits that harm nothing, each a function of a document; None where it cannot be done.

Like the damages beside them they know nothing of the code they test.
"""

import re
from collections.abc import Callable

from tests.reflect.places import GRAPHICS, HEADING, body, cut, environment, prose, sentences

WORDS = {
    " shows ": " presents ", " with ": " using ", " small ": " slight ", " larger ": " greater ",
    " then ": " thus ", " because ": " since ", " about ": " roughly ", " also ": " too ",
    " und ": " sowie ", " ist ": " war ", "因此": "所以", "可以": "能够", "进行": "开展",
    "由": "从", " from ": " out of ", " every ": " each ",
}  # fmt: skip
CHINESE = re.compile("[\u4e00-\u9fff]")


def chinese(text: str) -> bool:
    return len(CHINESE.findall(text)) > 200


def plain(sentence: str) -> bool:
    """Whether nothing but words would go with it."""
    return not re.search(r"[\\$&%{}\d]", sentence)


def reword(text):
    """A few words of each paragraph are others."""
    new = text
    for a, b in reversed(prose(text)):
        piece, budget = text[a:b], 3
        for old, other in WORDS.items():
            if budget and old in piece:
                piece, budget = piece.replace(old, other, 1), budget - 1
        new = cut(new, a, b, piece)
    return new


def misspell(text):
    """The opposite of mending a typo."""
    a, b = prose(text)[0]
    words = list(re.compile(r"(?<= )[a-z]{5,}(?= )").finditer(text, a, b))
    if not words:
        return None
    word = max(words, key=lambda match: len(match[0]))
    return cut(text, *word.span(), word[0][:2] + word[0][3:])


def add_sentence(text):
    a, b = prose(text)[-1]
    end = a + len(text[a:b].rstrip())
    return cut(
        text, end, end, "这一点值得注意。" if chinese(text) else " This deserves a second look."
    )


def add_cite(text):
    a, b = prose(text)[0]
    place = text.find("。" if chinese(text) else ". ", a, b)
    if place < 0:
        return None
    new = cut(text, place, place, "~\\cite{newton1687}")
    entry = "\\bibitem{newton1687} I. Newton, Principia, London 1687.\n\\end{thebibliography}"
    return new.replace("\\end{thebibliography}", entry)


def add_figure(text):
    _, b = prose(text)[-1]
    figure = (
        "\n\n\\begin{figure}[t]\n\\centering\n\\includegraphics{extra.pdf}\n"
        "\\caption{One more view.}\n\\label{fig:extra}\n\\end{figure}\n\n"
        "Figure~\\ref{fig:extra} adds a view.\n\n"
    )
    return cut(text, b, b, figure)


def reflow(text):
    """Each paragraph of prose on one line; in Chinese a line end is no space."""
    new = text
    for a, b in reversed(prose(text)):
        piece = text[a:b]
        if "%" in piece or "\\begin" in piece or "\\item" in piece or _is_listing(text, a):
            continue
        tail = piece[len(piece.rstrip()) :]
        joined = re.sub(r"[ \t]*\n[ \t]*", " ", piece.rstrip())
        new = cut(new, a, b, joined + tail)
    return new


def _is_listing(text, place):
    opened = [text.rfind(f"\\{side}{{{name}}}", 0, place) for name in ("lstlisting", "verbatim")
              for side in ("begin", "end")]  # fmt: skip
    return opened[0] > opened[1] or opened[2] > opened[3]


def widen(text):
    """More white space where it means nothing."""
    return re.sub(r"\n\n(?=\\section)", "\n\n\n", text)


def rename_label_everywhere(text):
    match = re.search(r"\\label\{([^{}]*)\}", text)
    return (
        re.sub(rf"(?<=[{{,]){re.escape(match[1])}(?=[}},])", "renamed-1", text) if match else None
    )


def tighten(text):
    """A fifth of the prose goes: sentences of nothing but words, never two of one paragraph."""
    new, total, gone = text, sum(b - a for a, b in prose(text)), 0
    for a, b in reversed(prose(text)):
        parts = sentences(text[a:b])
        free = [s for s in parts if plain(s)]
        if len(parts) < 3 or not free or gone > 0.18 * total:
            continue
        shortest = min(free, key=len)
        if gone + len(shortest) > 0.2 * total:
            continue
        place = text.index(shortest, a)
        new, gone = cut(new, place, place + len(shortest)), gone + len(shortest)
    return new if gone else None


def shorten_words(text):
    """Filler goes word by word."""
    start, end = body(text)
    inside = text[start:end]
    for word in (" very", " also", " quite", " then", " just", " at all", "也", "都", " auch",
                 " so", " only", " much"):  # fmt: skip
        inside = inside.replace(word + " ", " ") if word[0] == " " else inside.replace(word, "")
    return text[:start] + inside + text[end:]


def set_unit(text):
    """A space between a number and what it counts becomes a thin one."""
    new = text
    for a, b in reversed(prose(text)):
        if not _is_listing(text, a):
            new = cut(new, a, b, re.sub(r"(?<=\d)[ ~](?=[A-Za-z]+\b)", r"\\,", text[a:b]))
    return new if new != text else None


def other_width(text):
    new = re.sub(r"(\\includegraphics\[)[^\]]*(?=\])", r"\1width=0.7\\linewidth", text)
    return new if new != text else None


def move_figure(text):
    """A figure before the paragraph that it followed."""
    match = environment(text, "figure")
    before = [span for span in prose(text) if match and span[1] <= match.start()]
    if not before or HEADING.search(text, before[-1][0], match.start()):
        return None
    a, _ = before[-1]
    if _is_listing(text, a):
        return None
    return text[:a] + match[0] + "\n" + text[a : match.start()] + text[match.end() :]


def add_comment(text):
    a, _ = prose(text)[0]
    return cut(text, a, a, "% checked against the notebook\n")


def other_heading(text):
    """A heading gets another case, or one more word."""
    start, end = body(text)
    match = re.compile(r"\\section\*?\{([^{}\\$]{2,})\}").search(text, start, end)
    if match is None:
        return None
    title = match[1].title() if match[1].istitle() is False else f"{match[1]} in brief"
    return cut(text, *match.span(1), f"{match[1]}概述" if chinese(text) else title)


def set_quotes(text):
    a, b = prose(text)[0]
    word = re.compile(r"(?<![\\{A-Za-z])[a-z]{4,}|[\u4e00-\u9fff]{2}").search(text, a, b)
    return cut(text, *word.span(), f"``{word[0]}''") if word else None


def add_package(text):
    match = re.search(r"\\documentclass(\[[^\]]*\])?\{[^{}]*\}\n", text)
    return cut(text, match.end(), match.end(), "\\usepackage{microtype}\n")


def add_section(text):
    _, end = body(text)
    title, said = (
        ("展望", "今后将改进装置。") if chinese(text) else ("Outlook", "Next year we go on.")
    )
    level = "chapter" if "\\chapter" in text else "section"
    return cut(text, end, end, f"\\{level}{{{title}}}\n{said}\n\n")


def graphics_ending(text):
    """The ending of a picture's file is left to TeX."""
    new = GRAPHICS.sub(lambda m: m[1] + re.sub(r"\.(pdf|png|eps|jpg)$", "", m[2]) + m[3], text)
    return new if new != text else None


EDITS: dict[str, Callable[[str], str | None]] = {
    "reword": reword,
    "make or mend a typo": misspell,
    "add a sentence": add_sentence,
    "add a cite": add_cite,
    "add a figure": add_figure,
    "reflow white space": reflow,
    "widen white space": widen,
    "fix a label everywhere": rename_label_everywhere,
    "tighten by a fifth": tighten,
    "strike filler": shorten_words,
    "set a unit": set_unit,
    "set another width": other_width,
    "move a figure": move_figure,
    "add a comment": add_comment,
    "write a heading otherwise": other_heading,
    "set quotes": set_quotes,
    "load a package": add_package,
    "add a section": add_section,
    "leave an ending to TeX": graphics_ending,
}
