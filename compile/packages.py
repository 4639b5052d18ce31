"""Which package defines a command or an environment that documents often use without it."""

_COMMANDS = {
    "amsmath": "text eqref dfrac tfrac binom overset underset intertext tag substack "
    "DeclareMathOperator operatorname iint iiint boxed numberwithin cfrac xrightarrow xleftarrow",
    "amssymb": "mathbb mathfrak square blacksquare lesssim gtrsim checkmark therefore because "
    "leqslant geqslant varnothing nexists complement",
    "array": "newcolumntype arraybackslash",
    "booktabs": "toprule midrule bottomrule cmidrule addlinespace specialrule",
    "caption": "captionsetup captionof",
    "cleveref": "cref Cref crefrange crefname Crefname",
    "csquotes": "enquote textquote blockquote",
    "enumitem": "setlist newlist",
    "fancyhdr": "fancyhead fancyfoot fancyhf lhead rhead chead lfoot rfoot cfoot",
    "fontspec": "setmainfont setsansfont setmonofont newfontfamily",
    "geometry": "geometry newgeometry",
    "graphicx": "includegraphics graphicspath resizebox scalebox rotatebox reflectbox",
    "hyperref": "url href autoref nolinkurl hypersetup texorpdfstring phantomsection hyperlink",
    "listings": "lstset lstinputlisting lstinline lstdefinestyle lstdefinelanguage",
    "mhchem": "ce cee",
    "multirow": "multirow",
    "natbib": "citep citet citeauthor citeyear citealt citealp citeyearpar setcitestyle bibpunct",
    "biblatex": "addbibresource printbibliography textcite parencite autocite footcite",
    "pgfplots": "pgfplotsset addplot",
    "placeins": "FloatBarrier",
    "setspace": "onehalfspacing doublespacing singlespacing setstretch",
    "siunitx": "SI si qty unit num ang qtyrange qtylist numrange numlist sisetup SIrange SIlist",
    "soul": "hl ul st",
    "subcaption": "subcaptionbox subref",
    "textcomp": "textmu textohm textcelsius",
    "tikz": "tikz usetikzlibrary tikzset",
    "titlesec": "titleformat titlespacing",
    "ulem": "uline sout uwave",
    "xcolor": "textcolor color colorlet definecolor colorbox fcolorbox rowcolor",
    "xeCJK": "setCJKmainfont setCJKsansfont setCJKmonofont",
    "physics": "dv pdv ket bra braket qty",
    "bm": "bm",
}
_ENVIRONMENTS = {
    "amsmath": "align align* gather gather* multline multline* split cases matrix pmatrix bmatrix "
    "vmatrix aligned gathered alignat flalign equation* subequations",
    "amsthm": "proof",
    "algorithm": "algorithm",
    "algpseudocode": "algorithmic",
    "comment": "comment",
    "listings": "lstlisting",
    "longtable": "longtable",
    "minted": "minted",
    "multicol": "multicols multicols*",
    "pgfplots": "axis semilogxaxis semilogyaxis loglogaxis",
    "subcaption": "subfigure subtable",
    "tabularx": "tabularx",
    "tabulary": "tabulary",
    "tcolorbox": "tcolorbox",
    "threeparttable": "threeparttable tablenotes",
    "tikz": "tikzpicture",
    "wrapfig": "wrapfigure wraptable",
    "pdflscape": "landscape",
    "adjustbox": "adjustbox",
}


def _by_name(table: dict[str, str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for package, words in table.items():
        for word in words.split():
            names.setdefault(word, package)
    return names


PACKAGE_OF_COMMAND = _by_name(_COMMANDS)
"""Command without its backslash → package."""
PACKAGE_OF_ENVIRONMENT = _by_name(_ENVIRONMENTS)
