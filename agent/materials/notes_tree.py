"""Pandoc's tree of a document, made fit for the packages of our skeleton."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from agent.materials.notes_code import inline_code, listing
from agent.materials.notes_table import table_inlines
from agent.materials.notes_tex import safe_latex
from latex.escape import escape
from latex.formula import encode_math, inside_text, is_displayed
from latex.plain import plain_text as latex_words

Node = dict[str, Any]
"""An element of the tree: `t` names its type, `c` holds its content."""

HEADING = "REFLECTEX-HEADING"
CAPTION = "REFLECTEX-CAPTION"
BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)
IMAGE_TAG = re.compile(r"<img\b[^>]*>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""\b(?P<name>src|alt)\s*=\s*(?:"(?P<a>[^"]*)"|'(?P<b>[^']*)')""")
NOT_FILES = re.compile(r"(?:data|attachment|https?|ftp|cid|blob):", re.IGNORECASE)
CROSS_REFERENCE = re.compile(r"(?:fig|tbl|tab|eq|sec|lst):")
KEY_MARK = re.compile(r"[\d:]")


@dataclass(frozen=True, slots=True)
class Heading:
    title: str
    """Plain text."""
    level: int
    """As in the file, from 1."""


def raw_block(latex: str) -> Node:
    return {"t": "RawBlock", "c": ["latex", latex]}


def _raw(latex: str) -> Node:
    return {"t": "RawInline", "c": ["latex", latex]}


def plain_text(content: Any) -> str:
    """The words of a part of the tree, formulas as their source."""
    return " ".join("".join(_words(content)).split())


def _words(content: Any) -> list[str]:
    if isinstance(content, list):
        return [word for item in content for word in _words(item)]
    if not isinstance(content, dict):
        return []
    match content.get("t"):
        case "Str":
            return [content["c"]]
        case "Space" | "SoftBreak" | "LineBreak":
            return [" "]
        case "Math":
            return [latex_words(f"${content['c'][1]}$")]
        case "Code":
            return [content["c"][1]]
        case "Note" | "RawInline":
            return []
        case "Para" | "Plain":
            return [*_words(content["c"]), " "]
        case "Link" | "Image" | "Span" | "Quoted" | "Cite":
            return _words(content["c"][1])
        case _:
            return _words(content.get("c"))


@dataclass(slots=True)
class Fitter:
    """One pass over a tree: it rewrites nodes, and sets headings and pictures aside."""

    cjk: bool
    headings: list[Heading] = field(default_factory=list)
    pictures: list[tuple[str, list[Node]]] = field(default_factory=list)
    """(path, caption as inlines that are fit)"""
    flat: bool = False
    """Whether it is inside a cell or a caption, where no line breaks and nothing is displayed."""

    def blocks(self, nodes: list[Node], *, top: bool = True) -> list[Node]:
        return [fitted for node in nodes for fitted in self._block(node, top=top)]

    def _block(self, node: Node, *, top: bool) -> list[Node]:
        content: Any = node.get("c")
        match node["t"]:
            case "Header" if top:
                self.headings.append(Heading(plain_text(content[2]), content[0]))
                return [raw_block(f"%{HEADING}")]
            case "Header":
                return [{"t": "Para", "c": [{"t": "Strong", "c": self.inlines(content[2])}]}]
            case "Para" | "Plain":
                inlines = self.inlines(content)
                return [{"t": node["t"], "c": inlines}] if _prints(inlines) else []
            case "CodeBlock":
                return [raw_block(listing(content[1]))]
            case "RawBlock":
                return [raw_block(latex) for latex in self._foreign(*content) if latex.strip()]
            case "HorizontalRule":
                return []
            case "Div":
                return self.blocks(content[1], top=top)
            case "Figure":
                return self._figure(content)
            case "Table":
                return [{"t": "Para", "c": table_inlines(content, self._flattened)}]
            case _:
                return [self._nested(node)]

    def _nested(self, node: Node) -> Node:
        """Lists and quotations, with what stands in them."""
        content: Any = node.get("c")
        match node["t"]:
            case "BlockQuote":
                content = self.blocks(content, top=False)
            case "BulletList":
                content = [self.blocks(item, top=False) for item in content]
            case "OrderedList":
                start = [content[0][0], {"t": "DefaultStyle"}, {"t": "DefaultDelim"}]
                content = [start, [self.blocks(item, top=False) for item in content[1]]]
            case "DefinitionList":
                content = [
                    [self.inlines(term), [self.blocks(text, top=False) for text in texts]]
                    for term, texts in content
                ]
            case "LineBlock":
                content = [self.inlines(line) for line in content]
            case _:
                pass
        return node | {"c": content}

    def _figure(self, content: list[Any]) -> list[Node]:
        """A picture with its caption; anything else in a figure stays where it is."""
        caption = [inline for block in content[1][1] for inline in self._flattened([block])]
        before = len(self.pictures)
        rest = self.blocks(content[2], top=False)
        if len(self.pictures) > before and caption:
            self.pictures[-1] = (self.pictures[-1][0], caption)
        return rest

    def _flattened(self, nodes: list[Node]) -> list[Node]:
        """Blocks as one line of text: the cell of a table, a caption, or a footnote."""
        outside, self.flat = self.flat, True
        inlines: list[Node] = []
        for node in nodes:
            inlines += [{"t": "Space"}] if inlines else []
            match node["t"]:
                case "Para" | "Plain":
                    inlines += self.inlines(node["c"])
                case "CodeBlock":
                    inlines.append(_raw(inline_code(node["c"][1])))
                case "Div":
                    inlines += self._flattened(node["c"][1])
                case "Figure":
                    inlines += self._flattened(self._figure(node["c"]))
                case "RawBlock":
                    inlines += [_raw(latex) for latex in self._foreign(*node["c"])]
                case _:
                    inlines.append(_raw(escape(plain_text(node), cjk=self.cjk)))
        self.flat = outside
        return inlines

    def inlines(self, nodes: list[Node]) -> list[Node]:
        return [fitted for node in nodes for fitted in self._inline(node)]

    def _inline(self, node: Node) -> list[Node]:
        content: Any = node.get("c")
        rewrites: dict[str, Callable[[Any], list[Node]]] = {
            "Str": self._str,
            "Math": self._math,
            "Image": self._image,
            "Link": self._link,
            "Cite": self._cite,
        }
        if node["t"] in rewrites:
            return rewrites[node["t"]](content)
        match node["t"]:
            case "Code":
                return [_raw(inline_code(content[1]))]
            case "LineBreak" if self.flat:
                return [{"t": "Space"}]
            case "Code":
                return [_raw(inline_code(content[1]))]
            case "RawInline" if BREAK_TAG.fullmatch(content[1]):
                return [{"t": "Space" if self.flat else "LineBreak"}]
            case "RawInline":
                return [_raw(latex) for latex in self._foreign(*content)]
            case "Note":
                return [{"t": "Note", "c": [{"t": "Para", "c": self._flattened(content)}]}]
            case _:
                return self._wrapped(node, content)

    def _wrapped(self, node: Node, content: Any) -> list[Node]:
        """Inlines around other inlines."""
        match node["t"]:
            case "Span":
                return self.inlines(content[1])
            case "Quoted":
                return [{"t": "Quoted", "c": [content[0], self.inlines(content[1])]}]
            case "Strikeout":
                return [_raw("{[}struck out: "), *self.inlines(content), _raw("{]}")]
            case "Underline":
                return [_raw(r"\underline{"), *self.inlines(content), _raw("}")]
            case "Emph" | "Strong" | "Superscript" | "Subscript" | "SmallCaps":
                return [{"t": node["t"], "c": self.inlines(content)}]
            case _:
                return [node]

    def _str(self, text: str) -> list[Node]:
        # The blank that does not break pandoc writes as `~`.
        plain = text.replace("\u00a0", "").isascii()
        return [{"t": "Str", "c": text}] if plain else [_raw(escape(text, cjk=self.cjk))]

    def _math(self, content: list[Any]) -> list[Node]:
        kind, formula = content
        if self.flat:
            return [{"t": "Math", "c": [{"t": "InlineMath"}, encode_math(inside_text(formula))]}]
        if is_displayed(formula):
            return [_raw(f"\n{encode_math(formula.strip())}\n")]
        return [{"t": "Math", "c": [kind, encode_math(formula)]}]

    def _image(self, content: list[Any]) -> list[Node]:
        self._picture(content[2][0], self._flattened([{"t": "Plain", "c": content[1]}]))
        return []

    def _picture(self, address: str, caption: list[Node]) -> None:
        if address and not NOT_FILES.match(address):
            self.pictures.append((unquote(address), caption))

    def _link(self, content: list[Any]) -> list[Node]:
        """Only addresses stay links: another file or heading is not there in the report."""
        text = self.inlines(content[1])
        if re.match(r"(?:https?|ftp|mailto):", content[2][0], re.IGNORECASE):
            return [{"t": "Link", "c": [["", [], []], text, content[2]]}]
        return text

    def _cite(self, content: list[Any]) -> list[Node]:
        citations = content[0]
        if any(_no_citation(citation) for citation in citations):
            return self.inlines(content[1])
        fitted = [
            citation
            | {
                "citationPrefix": self.inlines(citation["citationPrefix"]),
                "citationSuffix": self.inlines(citation["citationSuffix"]),
            }
            for citation in citations
        ]
        return [{"t": "Cite", "c": [fitted, self.inlines(content[1])]}]

    def _foreign(self, language: str, source: str) -> list[str]:
        """LaTeX inside the notes; of HTML only the pictures count, its text pandoc has kept."""
        if language in ("tex", "latex"):
            latex, pictures = safe_latex(source)
            self.pictures += ((path, [_raw(caption)]) for path, caption in pictures)
            return [latex]
        for tag in IMAGE_TAG.findall(source):
            found = {m["name"].lower(): m["a"] or m["b"] or "" for m in ATTRIBUTE.finditer(tag)}
            self._picture(found.get("src", ""), [{"t": "Str", "c": found.get("alt", "")}])
        return []


def _prints(inlines: list[Node]) -> bool:
    return any(node["t"] not in ("Space", "SoftBreak", "LineBreak") for node in inlines)


def _no_citation(citation: Node) -> bool:
    """`@fig:x` is a cross reference, and a bare `@name` the handle of a person."""
    key = citation["citationId"]
    in_text = citation["citationMode"]["t"] == "AuthorInText"
    return bool(CROSS_REFERENCE.match(key)) or (in_text and not KEY_MARK.search(key))
