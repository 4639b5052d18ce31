"""Commands and environments that LaTeX and its commonest packages know, by what they take.

Used to find what a misspelt name was meant to be.
"""

from compile.packages import PACKAGE_OF_ENVIRONMENT


def words(text: str) -> frozenset[str]:
    """The names in a text, parted by blanks."""
    return frozenset(text.split())


_MATH_0 = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi "
    "pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta "
    "Lambda Xi Pi Sigma Upsilon Phi Psi Omega cdot cdots ldots dots vdots ddots times div pm mp "
    "ast star circ bullet cap cup uplus sqcap sqcup vee wedge setminus wr diamond bigtriangleup "
    "bigtriangledown triangleleft triangleright oplus ominus otimes oslash odot dagger ddagger "
    "amalg leq le geq ge equiv models prec succ sim perp preceq succeq simeq mid ll gg asymp "
    "parallel subset supset approx bowtie subseteq supseteq cong neq ne smile sqsubseteq "
    "sqsupseteq doteq frown in ni propto notin vdash dashv leftarrow longleftarrow uparrow "
    "Leftarrow Longleftarrow Uparrow rightarrow longrightarrow downarrow to gets Rightarrow "
    "Longrightarrow Downarrow leftrightarrow longleftrightarrow updownarrow Leftrightarrow "
    "Longleftrightarrow mapsto longmapsto nearrow hookleftarrow hookrightarrow searrow "
    "leftharpoonup rightharpoonup swarrow leftharpoondown rightharpoondown nwarrow iff aleph "
    "prime forall infty hbar emptyset exists nabla surd imath jmath ell neg top bot flat natural "
    "sharp wp angle Re Im backslash triangle partial clubsuit diamondsuit heartsuit spadesuit sum "
    "prod coprod int oint bigcap bigcup bigsqcup bigvee bigwedge bigodot bigotimes bigoplus "
    "biguplus arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg "
    "lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh langle rangle lceil rceil "
    "lfloor rfloor lbrace rbrace lvert rvert lVert rVert vert Vert left right big Big bigg Bigg "
    "bigl bigr Bigl Bigr biggl biggr Biggl Biggr limits nolimits quad qquad displaystyle "
    "textstyle scriptstyle scriptscriptstyle bmod iint iiint implies impliedby varnothing "
    "leqslant geqslant lesssim gtrsim therefore because middle nonumber notag land lor lnot "
    "square blacksquare complement not over choose"
)
_MATH_1 = (
    "sqrt mathbf mathrm mathit mathcal mathbb mathfrak mathsf mathtt mathscr boldsymbol bm vec "
    "hat bar dot ddot tilde widehat widetilde overline overbrace underbrace intertext "
    "overrightarrow overleftarrow operatorname text mathop mathbin mathrel substack phantom "
    "vphantom hphantom check breve acute grave boxed pmod xrightarrow xleftarrow tag "
    "shortintertext"
)
_MATH_2 = "frac dfrac tfrac cfrac binom dbinom tbinom overset underset stackrel"
_TEXT_0 = (
    "item hline toprule midrule bottomrule newline linebreak pagebreak newpage clearpage "
    "cleardoublepage maketitle tableofcontents listoffigures listoftables appendix centering "
    "raggedright raggedleft noindent indent par smallskip medskip bigskip hfill vfill hrulefill "
    "dotfill today LaTeX TeX tiny scriptsize footnotesize small normalsize large Large LARGE huge "
    "Huge bfseries itshape mdseries rmfamily sffamily ttfamily scshape slshape upshape em ldots "
    "dots textwidth linewidth columnwidth textheight paperwidth baselineskip parindent parskip "
    "baselinestretch arraystretch tabcolsep textbackslash textasciitilde textasciicircum "
    "textdegree textmu textohm texteuro textendash textemdash textbar textless textgreater "
    "textquoteright textquoteleft textregistered texttrademark textcopyright copyright pounds dag "
    "ddag ss ae oe AE OE aa AA quad qquad doublespacing onehalfspacing singlespacing FloatBarrier "
    "printbibliography newblock thepage thesection onecolumn twocolumn frontmatter mainmatter "
    "backmatter and protect relax makeatletter makeatother leavevmode sloppy pause columnbreak "
    "phantomsection fussy flushbottom raggedbottom normalfont selectfont printindex makeindex "
    "ignorespaces addlinespace nobreak break samepage verb lstinline expandafter begingroup "
    "endgroup bgroup egroup footnotemark boldmath unboldmath"
)
_TEXT_1 = (
    "textbf textit emph textsc texttt textsf textrm textnormal textsl textup textmd underline "
    "mbox hbox fbox section subsection subsubsection paragraph subparagraph chapter part title "
    "author date caption footnote footnotetext includegraphics input include usepackage "
    "documentclass url bibitem begin end vspace hspace graphicspath textsuperscript textsubscript "
    "num ang unit si cline cmidrule pagestyle thispagestyle pagenumbering bibliographystyle "
    "bibliography chead lhead rhead cfoot lfoot rfoot fancyhead fancyfoot hypersetup sisetup "
    "lstset captionsetup usetikzlibrary tikzset pgfplotsset geometry enquote ce addbibresource "
    "makebox framebox todo verbatiminput lstinputlisting subcaption institute affiliation email "
    "keywords subtitle thanks newcounter newlength RequirePackage PassOptionsToPackage linespread "
    "stepcounter refstepcounter counterwithin MakeUppercase MakeLowercase frametitle alert "
    "usetheme usecolortheme framesubtitle setlist sout uline st ul hl subfile textquote"
)
_TEXT_2 = (
    "SI qty textcolor href setlength addtolength rule newcommand renewcommand providecommand "
    "DeclareMathOperator definecolor colorbox fcolorbox setcounter addtocounter scalebox "
    "rotatebox newtheorem newenvironment renewenvironment numberwithin titleformat crefname "
    "Crefname newacronym qtylist qtyrange SIrange numrange settowidth parbox "
    "raisebox fontsize"
)
_TEXT_3 = "multicolumn multirow resizebox addcontentsline"
_LABELS = "label ref eqref pageref cref Cref autoref nameref vref subref hyperref labelcref"
_CITES = "cite citep citet nocite citeauthor citeyear parencite textcite autocite footcite citealp"
_UNITS = (
    "metre meter gram kilogram second ampere kelvin mole candela hertz newton pascal joule watt "
    "coulomb volt farad ohm siemens weber tesla henry celsius degreeCelsius lumen lux becquerel "
    "gray sievert minute hour day hectare litre liter tonne degree arcminute arcsecond percent "
    "radian steradian electronvolt dalton bel decibel neper angstrom bar kilo milli micro nano "
    "pico femto centi deci mega giga tera hecto deca per squared cubed square cubic tothe of"
)

Mode = str
"""`math`, `text`, `label`, `cite` or `unit`: where a command is at home."""

SIGNATURES: dict[str, tuple[Mode, int]] = {}
"""Command without its backslash → where it is at home, and how many arguments follow it."""
for _words, _mode, _number in (
    (_UNITS, "unit", 0), (_TEXT_3, "text", 3), (_TEXT_2, "text", 2), (_TEXT_1, "text", 1),
    (_TEXT_0, "text", 0), (_MATH_2, "math", 2), (_MATH_1, "math", 1), (_MATH_0, "math", 0),
    (_LABELS, "label", 1), (_CITES, "cite", 1),
):  # fmt: skip
    for _word in _words.split():
        SIGNATURES[_word] = (_mode, _number)

_ENVIRONMENTS = (
    "document abstract itemize enumerate description figure figure* table table* tabular tabular* "
    "equation displaymath math eqnarray eqnarray* array center flushleft flushright quote "
    "quotation verse verbatim verbatim* minipage titlepage thebibliography list trivlist picture "
    "tabbing letter theindex filecontents filecontents* sloppypar lrbox appendices frame block "
    "columns column alertblock exampleblock theorem lemma corollary proposition definition remark "
    "example"
)
ENVIRONMENTS = words(_ENVIRONMENTS) | set(PACKAGE_OF_ENVIRONMENT)
"""Names of environments."""
