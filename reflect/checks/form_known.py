"""Which commands and environments hold running text, and which do not."""

import re

from latex.prose import NO_PROSE

TEXT = {
    **dict.fromkeys(
        [
            *("emph", "textbf", "textit", "textsl", "textsc", "textrm", "textsf", "textmd"),
            *("textup", "textnormal", "mbox", "hbox", "fbox", "underline", "uline", "enquote"),
            *("footnote", "footnotetext", "thanks", "marginpar", "sidenote", "marginnote"),
            *("caption", "subcaption", "part", "chapter", "section", "subsection"),
            *("subsubsection", "paragraph", "subparagraph", "title", "subtitle", "frametitle"),
            *("framesubtitle", "alert", "structure", "hl", "abstract", "keywords", "item"),
            *("textquote", "uppercase", "MakeUppercase", "makebox", "framebox"),
        ],
        0,
    ),
    **dict.fromkeys(("textcolor", "colorbox", "href", "parbox", "captionof", "raisebox"), 1),
}
"""Commands whose last argument is running text, by how many arguments stand before it."""
TABLES = frozenset(
    {
        *("tabular", "tabularx", "tabulary", "tabu", "longtblr", "tblr", "supertabular"),
        *("longtable", "longtabu", "xltabular"),
    }
)
NOT_TEXT = (NO_PROSE | TABLES) | {
    *("algorithm", "algorithm2e", "circuitikz", "scope", "pspicture", "CD", "prooftree"),
    *("deluxetable", "feynman", "bytefield", "xy", "verse", "tabbing", "psmatrix"),
}
"""Environments, by name without star."""
NOT_PROSE = re.compile(
    r"code|listing|verbatim|console|minted|python|^lst|uml$|^lua|mplib|^sage|^asy|shell|bash"
    r"|multline|equation|eqn|align|gather|array|matrix|math|diagram|tikz|picture",
    re.IGNORECASE,
)
"""In names of environments that other files make and whose text is no prose."""
PROGRAM = re.compile(
    r"\\(?:catcode|lccode|csname|expandafter|afterassignment|futurelet|newread|newwrite|newdimen"
    r"|newcount|newskip|newtoks|pdfoutput|directlua|newlinechar|start[a-z]*formula)(?![A-Za-z@])"
    r"|\\font\s*+\\|\\[A-Za-z]{1,20}@"
)
"""In paragraphs that are a program rather than text."""
OTHER_FORMAT = re.compile(r"\\(?:bye|starttext|startcomponent)(?![A-Za-z@])")
TYPEWRITER = frozenset({"tt", "ttfamily"})
