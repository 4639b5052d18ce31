"""How packages get on with each other: clashes, load order, options, near equivalents."""

IMPLIED = {
    "aastex631": "natbib hyperref graphicx amssymb amsmath longtable",
    "acmart": "hyperref natbib amsmath amsthm booktabs graphicx caption xcolor geometry microtype",
    "adjustbox": "graphicx",
    "amsart": "amsmath amsthm",
    "amsbook": "amsmath amsthm",
    "amsmath": "amsopn amstext amsbsy",
    "amssymb": "amsfonts",
    "beamer": "hyperref xcolor graphicx amsmath amssymb amsthm url geometry",
    "biblatex": "etoolbox",
    "caption": "keyval",
    "circuitikz": "tikz graphicx xcolor",
    "colortbl": "array color",
    "commath": "amsmath",
    "ctex": "xeCJK fontspec",
    "ctexart": "ctex xeCJK fontspec",
    "ctexbook": "ctex xeCJK fontspec",
    "ctexrep": "ctex xeCJK fontspec",
    "dcolumn": "array",
    "elsarticle": "natbib graphicx",
    "forest": "tikz graphicx xcolor",
    "hyperref": "url nameref",
    "makecell": "array",
    "mathtools": "amsmath",
    "memoir": "array booktabs tabularx verbatim",
    "mhchem": "amsmath chemgreek",
    "minted": "fancyvrb xcolor",
    "mnras": "hyperref",
    "nicematrix": "amsmath array",
    "pgfgantt": "tikz graphicx xcolor",
    "pgfplots": "tikz graphicx xcolor",
    "pgfplotstable": "pgfplots tikz graphicx xcolor array",
    "physics": "amsmath",
    "revtex4-1": "natbib",
    "revtex4-2": "natbib",
    "siunitx": "array amstext",
    "smartdiagram": "tikz graphicx xcolor",
    "subcaption": "caption",
    "svg": "graphicx",
    "tabularx": "array",
    "tcolorbox": "tikz xcolor verbatim",
    "threeparttablex": "threeparttable",
    "tikz": "graphicx xcolor",
    "tikz-cd": "tikz graphicx xcolor",
    "tikz-feynman": "tikz graphicx xcolor",
    "todonotes": "tikz xcolor graphicx",
    "unicode-math": "fontspec amsmath",
    "xcolor": "color",
    "xeCJK": "fontspec",
    "xltabular": "longtable tabularx array",
}
"""What a package or class loads by itself."""

CLASHES: tuple[tuple[str, str], ...] = (
    ("subcaption", "subfig"),
    ("subcaption", "subfigure"),
    ("subfig", "subfigure"),
    ("natbib", "biblatex"),
    ("cite", "biblatex"),
    ("cite", "natbib"),
    ("multibib", "biblatex"),
    ("bibentry", "biblatex"),
    ("algorithm2e", "algorithm"),
    ("algorithm2e", "algorithmic"),
    ("algorithm2e", "algpseudocode"),
    ("algorithm2e", "algorithmicx"),
    ("algorithmic", "algpseudocode"),
    ("algorithmic", "algorithmicx"),
    ("amsthm", "ntheorem"),
    ("enumitem", "paralist"),
    ("enumitem", "enumerate"),
    ("siunitx", "SIunits"),
    ("titlesec", "scrartcl"),
    ("floatrow", "float"),
    ("tabu", "longtable"),
    ("beamer", "enumitem"),
    ("beamer", "titlesec"),
    ("memoir", "titlesec"),
    ("memoir", "tocloft"),
    ("IEEEtran", "caption"),
    ("color", "xcolor"),
    ("braket", "physics"),
    ("glossaries", "acro"),
    ("acronym", "glossaries"),
    ("acronym", "acro"),
    ("verse", "memoir"),
)
"""Pairs that break when both are loaded, or of which one takes over the other's commands."""

OPTIONS = {
    "algorithm2e": "ruled",
    "tcolorbox": "most",
    "threeparttablex": "referable",
    "ulem": "normalem",
}
"""What is given with a package that a document did not load itself."""

OPTION_OF_COMMAND = {
    "enumitem": {"itemize*": "inline", "enumerate*": "inline", "description*": "inline"},
    "xcolor": dict.fromkeys(
        ("rowcolor", "rowcolors", "cellcolor", "columncolor", "arrayrulecolor"), "table"
    ),
}
"""The option without which a package does not define a name."""

LATE = (
    *("varioref", "hyperref", "bookmark", "algorithm", "hypcap", "cleveref", "glossaries"),
    *("autonum", "thm-restate"),
)
"""Packages that want to come after the others, in this order."""

AFTER = {
    "bookmark": ("hyperref",),
    "cleveref": ("hyperref", "amsmath", "amsthm", "ntheorem", "algorithm", "listings", "varioref"),
    "algpseudocode": ("algorithm",),
    "algorithmic": ("algorithm",),
    "autonum": ("hyperref", "cleveref", "amsmath"),
    "mathtools": ("amsmath",),
    "amsthm": ("amsmath",),
    "csquotes": ("babel", "inputenc"),
    "glossaries": ("hyperref", "babel"),
    "pgfplots": ("tikz", "xcolor"),
    "subcaption": ("caption",),
    "tikz": ("xcolor",),
    "physics": ("amsmath", "siunitx"),
    "bm": ("amsmath", "amssymb"),
    "biblatex": ("babel", "csquotes"),
    "hyperref": ("varioref",),
    "tabulary": ("array",),
    "todonotes": ("xcolor",),
    "listings": ("xcolor",),
    "lineno": ("amsmath",),
    "wasysym": ("amsmath",),
    "esint": ("amsmath",),
}
"""What a package has to follow."""

INSTEAD = {
    "SIunits": ("siunitx",),
    "a4": ("geometry",),
    "a4wide": ("geometry",),
    "algorithmicx": ("algpseudocode",),
    "anysize": ("geometry",),
    "bbm": ("amssymb",),
    "bbold": ("amssymb",),
    "caption2": ("caption",),
    "ccaption": ("caption",),
    "color": ("xcolor",),
    "doublespace": ("setspace",),
    "dsfont": ("amssymb",),
    "epsf": ("graphicx",),
    "epsfig": ("graphicx",),
    "fontawesome6": ("fontawesome5",),
    "fullpage": ("geometry",),
    "glossaries-extra": ("glossaries",),
    "graphics": ("graphicx",),
    "mathabx": ("amssymb",),
    "mdwlist": ("enumitem",),
    "palatino": ("mathpazo",),
    "pslatex": ("mathptmx",),
    "slashbox": ("diagbox",),
    "subfigure": ("subfig",),
    "t1enc": ("lmodern",),
    "tabu": ("tabularx", "longtable"),
    "times": ("mathptmx",),
    "txfonts": ("mathptmx", "amssymb"),
    "pxfonts": ("mathpazo", "amssymb"),
    "newtxtext": ("mathptmx",),
    "newtxmath": ("amssymb",),
    "newpxtext": ("mathpazo",),
    "newpxmath": ("amssymb",),
    "xcolour": ("xcolor",),
}
"""What does nearly the same as a package that is not installed."""

FALLBACK = {
    "bbm": r"\providecommand{\mathbbm}[1]{\mathbb{#1}}",
    "dsfont": r"\providecommand{\mathds}[1]{\mathbb{#1}}",
    "mathdots": r"\providecommand{\iddots}{\reflectbox{$\ddots$}}",
    "nicefrac": r"\providecommand{\nicefrac}[2]{{}^{#1}\!/{}_{#2}}",
    "seqsplit": r"\providecommand{\seqsplit}[1]{#1}",
    "soul": "\n".join(
        (
            r"\providecommand{\hl}[1]{\colorbox{yellow}{#1}}",
            r"\providecommand{\ul}[1]{\underline{#1}}",
            r"\providecommand{\st}[1]{{\setbox0=\hbox{#1}\rlap{\rule[.55ex]{\wd0}{.4pt}}\box0}}",
            r"\providecommand{\so}[1]{\textit{#1}}",
        )
    ),
    "subfigure": r"\providecommand{\subfigure}{\subfloat}",
    "todonotes": "\n".join(
        (
            r"\providecommand{\todo}[2][]{\marginpar{\raggedright\footnotesize #2}}",
            r"\providecommand{\listoftodos}[1][]{}",
        )
    ),
    "ulem": "\n".join(
        (
            r"\providecommand{\uline}[1]{\underline{#1}}",
            r"\providecommand{\uwave}[1]{\underline{#1}}",
            r"\providecommand{\uuline}[1]{\underline{\underline{#1}}}",
            r"\providecommand{\sout}[1]{{\setbox0=\hbox{#1}\rlap{\rule[.55ex]{\wd0}{.4pt}}\box0}}",
        )
    ),
    "xspace": r"\providecommand{\xspace}{}",
}
"""Definitions that stand in for the commonest commands of a package that is not installed."""

FALLBACK_NEEDS = {"soul": ("xcolor",), "mathdots": ("graphicx",), "bbm": ("amssymb",),
                  "dsfont": ("amssymb",)}  # fmt: skip
"""Packages those definitions use."""

_DECORATIONS = (
    "arev avant beramono bera bookman cabin calibri carlito charter chancery cmbright cochineal "
    "concrete courier crimson ebgaramond eulervm fbb fourier fouriernc garamondx gentium helvet "
    "heuristica inconsolata iwona kpfonts lato libertine libertinus libertinust1math lmodern "
    "mathpazo mathptmx mlmodern montserrat newcent noto opensans palatino pxfonts raleway roboto "
    "sansmath sourcecodepro sourcesanspro sourceserifpro stix stix2 tgbonum tgheros tgpagella "
    "tgtermes times txfonts utopia xcharter zi4 newtx newpx draftwatermark ellipsis fixltx2e "
    "flushend fnpct fullpage hypcap hypernat impnattypo indentfirst lineno luainputenc microtype "
    "morewrites newunicodechar nag nowidow pdfprivacy savetrees scrhack selnolig showkeys silence "
    "snapshot babel-english tracklang widows-and-orphans"
)
DECORATIONS = frozenset(_DECORATIONS.split())
"""Packages whose absence costs no letter: fonts and manners of setting."""

CLASS_SOURCE = {
    "texlive-publishers": "IEEEtran IEEEconf acmart acmconf elsarticle revtex4 revtex4-1 revtex4-2 "
    "aastex631 mnras llncs spie asmejour asmeconf cas-sc cas-dc apa6 apa7 jmlr quantumarticle "
    "nature thuthesis njuthesis philosophersimprint",
    "texlive-latex-recommended": "beamer memoir scrartcl scrreprt scrbook scrlttr2 extarticle "
    "extreport extbook",
    "texlive-latex-extra": "achemso emulateapj powerdot exam moderncv standalone paper leaflet "
    "a0poster labbook europecv europasscv newlfm papertex assignment bookest combine flashcards "
    "recipe",
    "texlive-lang-chinese": "ctexart ctexrep ctexbook ctexbeamer",
    "texlive-lang-japanese": "ltjsarticle ltjarticle jlreq bxjsarticle jsarticle",
    "texlive-pictures": "tikzposter tufte-handout tufte-book",
}
"""Debian package → document classes in it."""

SOURCE_OF_CLASS = {name: package for package, names in CLASS_SOURCE.items()
                   for name in names.split()}  # fmt: skip

PACKAGE_SOURCE = {
    "texlive-plain-generic": "ulem soul dirtree systeme mathdots tracklang",
    "texlive-fonts-extra": "dsfont bbm bbold fontawesome5 academicons libertine mathabx newtxtext "
    "newpxtext inconsolata xcharter",
    "texlive-bibtex-extra": "biblatex biblatex-apa biblatex-ieee",
    "texlive-lang-japanese": "luatexja luatexja-fontspec",
    "texlive-lang-chinese": "ctex",
    "texlive-lang-cjk": "xeCJK CJK CJKutf8",
    "texlive-science": "siunitx mhchem physics algorithm2e algpseudocode algorithm",
    "texlive-pictures": "pgfplots tikz tikz-cd circuitikz",
    "texlive-pstricks": "pstricks pst-plot auto-pst-pdf",
    "texlive-humanities": "verse reledmac ledmac bibleref",
}
SOURCE_OF_PACKAGE = {name: package for package, names in PACKAGE_SOURCE.items()
                     for name in names.split()}  # fmt: skip
"""Debian package that brings a package."""


def clash_with(package: str, loaded: frozenset[str]) -> str | None:
    """A loaded package with which `package` cannot be used; None when there is none."""
    for one, other in CLASHES:
        if one == package and other in loaded:
            return other
        if other == package and one in loaded:
            return one
    return None
