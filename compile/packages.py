"""Which package defines a command or an environment that documents often use without it."""

_COMMANDS = {
    "amsmath": "text eqref dfrac tfrac binom dbinom tbinom overset underset intertext tag "
    "substack DeclareMathOperator operatorname iint iiint iiiint idotsint boxed numberwithin "
    "cfrac xrightarrow xleftarrow allowdisplaybreaks sideset dddot ddddot lvert rvert lVert rVert "
    "implies impliedby overleftrightarrow underrightarrow underleftarrow hdotsfor varliminf "
    "varlimsup injlim projlim dotsc dotsb dotsm dotsi dotso leftroot uproot genfrac displaybreak "
    "mod pod boldsymbol varGamma varDelta varTheta varLambda varXi varPi varSigma varUpsilon "
    "varPhi varPsi varOmega",
    "amssymb": "mathbb mathfrak square blacksquare lesssim gtrsim checkmark therefore because "
    "leqslant geqslant varnothing nexists complement hslash rightsquigarrow blacktriangle "
    "triangleq lozenge circledS measuredangle sphericalangle backepsilon beth gimel daleth "
    "digamma varkappa ngeq nleq nmid nparallel nsubseteq subsetneq supsetneq lessgtr gtrless "
    "thickapprox approxeq precsim succsim vDash Vdash twoheadrightarrow leftrightarrows "
    "rightleftarrows upharpoonright downharpoonright bigstar blacklozenge maltese ulcorner "
    "urcorner llcorner lrcorner eth lll ggg curlyeqprec multimap dashrightarrow ltimes rtimes "
    "barwedge veebar circeq eqcirc doteqdot Doteq backsim varpropto between pitchfork vartriangle "
    "ntriangleleft trianglelefteq trianglerighteq smallsetminus dotplus Cap Cup "
    "leftrightsquigarrow",
    "amsthm": "theoremstyle newtheoremstyle qedhere swapnumbers qed qedsymbol",
    "mathtools": "coloneqq eqqcolon DeclarePairedDelimiter DeclarePairedDelimiterX mathclap "
    "mathllap mathrlap prescript underbracket overbracket xleftrightarrow xRightarrow xLeftarrow "
    "xLeftrightarrow xhookrightarrow xmapsto vcentcolon smashoperator mathtoolsset splitfrac "
    "adjustlimits cramped MoveEqLeft ArrowBetweenLines vdotswithin shortvdotswithin newtagform "
    "usetagform coloneq",
    "bm": "bm",
    "siunitx": "SI si qty unit num ang qtyrange qtylist numrange numlist sisetup SIrange SIlist "
    "tablenum DeclareSIUnit complexqty numproduct qtyproduct complexnum metre meter kilogram "
    "second kelvin joule newton pascal hertz volt ampere watt tesla coulomb farad henry",
    "physics": "dv pdv ket bra braket fdv dd vb va vu grad curl laplacian comm acomm expval mel "
    "ketbra dyad vqty pqty bqty absolutevalue derivative partialderivative order Tr mqty mdet",
    "mhchem": "ce",
    "chemformula": "ch",
    "chemfig": "chemfig schemestart schemestop chemname setchemfig arrow",
    "nicefrac": "nicefrac",
    "xfrac": "sfrac",
    "units": "unitfrac",
    "cancel": "cancel bcancel xcancel cancelto",
    "esint": "oiint fint varointclockwise sqint landupint",
    "mathrsfs": "mathscr",
    "dsfont": "mathds",
    "bbm": "mathbbm mathbbmss",
    "upgreek": "upalpha upbeta upgamma updelta upmu uppi upsigma upvarphi uptau upnu uplambda "
    "Upomega upomega upeta",
    "stmaryrd": "llbracket rrbracket lightning mapsfrom shortrightarrow",
    "wasysym": "permil ocircle invneg diameter RIGHTarrow female male fullmoon newmoon",
    "marvosym": "Letter Telefon Mobilefone Lightning EUR Smiley",
    "pifont": "ding dingfill dingline Pisymbol",
    "gensymb": "degree celsius ohm",
    "textgreek": "textalpha textbeta textgamma textdelta textpi textsigma",
    "eurosym": "euro officialeuro geneuro",
    "braket": "Braket Ket Bra Set set",
    "tensor": "tensor indices nuclide",
    "slashed": "slashed",
    "accents": "underaccent accentset ring dddot",
    "mathdots": "iddots",
    "nicematrix": "NiceMatrixOptions",
    "arydshln": "hdashline cdashline",
    "array": "newcolumntype arraybackslash extrarowheight firsthline lasthline",
    "booktabs": "toprule midrule bottomrule cmidrule addlinespace specialrule heavyrulewidth "
    "lightrulewidth cmidrulewidth morecmidrules",
    "multirow": "multirow multirowsetup",
    "makecell": "makecell thead theadfont rothead Xhline Xcline theadalign",
    "bigstrut": "bigstrut",
    "diagbox": "diagbox",
    "slashbox": "backslashbox",
    "hhline": "hhline",
    "longtable": "endfirsthead endhead endfoot endlastfoot LTleft LTright LTpre LTpost",
    "threeparttable": "tnote TPTminimum",
    "tabularray": "SetTblrInner NewTblrEnviron SetCell SetRow UseTblrLibrary DefTblrTemplate",
    "tabularx": "tabularxcolumn",
    "rotating": "turnbox",
    "caption": "captionsetup captionof DeclareCaptionFormat DeclareCaptionFont "
    "DeclareCaptionLabelFormat ContinuedFloat",
    "subcaption": "subcaptionbox subref phantomsubcaption",
    "subfig": "subfloat",
    "floatrow": "ffigbox ttabbox floatsetup thisfloatsetup fcapside",
    "float": "newfloat floatstyle restylefloat floatname",
    "placeins": "FloatBarrier",
    "afterpage": "afterpage",
    "wrapfig": "wrapoverhang",
    "graphicx": "includegraphics graphicspath resizebox scalebox rotatebox reflectbox "
    "DeclareGraphicsExtensions DeclareGraphicsRule",
    "adjustbox": "adjustbox adjincludegraphics trimbox clipbox minsizebox maxsizebox",
    "svg": "includesvg svgpath",
    "pdfpages": "includepdf includepdfmerge",
    "overpic": "setOverpic",
    "standalone": "includestandalone standaloneconfig",
    "tikz": "tikz usetikzlibrary tikzset tikzstyle draw fill node path foreach pgfmathsetmacro "
    "pgfmathparse pgfmathresult filldraw shade coordinate clip pgfmathprintnumber pgfdeclarelayer "
    "pgfsetlayers usepgflibrary pgfkeys pgfmathsetseed",
    "pgfplots": "pgfplotsset addplot addlegendentry usepgfplotslibrary",
    "pgfplotstable": "pgfplotstabletypeset pgfplotstableread pgfplotstableset",
    "circuitikz": "ctikzset ctikzsubcircuitdef",
    "tikz-cd": "tikzcdset",
    "forest": "forestset Forest",
    "pgfgantt": "ganttbar gantttitle ganttmilestone ganttgroup gantttitlelist ganttlink ganttset",
    "smartdiagram": "smartdiagram",
    "xcolor": "textcolor color colorlet definecolor colorbox fcolorbox rowcolor rowcolors "
    "cellcolor columncolor pagecolor definecolorset providecolor arrayrulecolor",
    "soul": "hl ul st sethlcolor setulcolor setstcolor so caps",
    "ulem": "uline sout uwave uuline dashuline dotuline xout ULforem",
    "hyperref": "url href autoref nolinkurl hypersetup texorpdfstring phantomsection hyperlink "
    "hypertarget pdfbookmark autopageref hyperref pdfstringdefDisableCommands urlstyle "
    "equationautorefname figureautorefname sectionautorefname",
    "cleveref": "cref Cref crefrange crefname Crefname crefformat crefrangeformat Crefformat "
    "cpageref labelcref namecref nameCref creflabelformat crefmultiformat Crefrange lcnamecref",
    "varioref": "vref vpageref Vref fullref",
    "nameref": "nameref Nameref",
    "prettyref": "prettyref newrefformat",
    "bookmark": "bookmarksetup bookmark",
    "natbib": "citep citet citeauthor citeyear citealt citealp citeyearpar setcitestyle bibpunct "
    "Citet Citep defcitealias citetalias citepalias bibsection citenumfont bibfont citefullauthor "
    "Citeauthor Citealt Citealp citetext citenum",
    "biblatex": "addbibresource printbibliography textcite parencite autocite footcite fullcite "
    "Textcite Parencite Autocite citetitle citeurl footfullcite smartcite supercite "
    "ExecuteBibliographyOptions DeclareFieldFormat printbibheading bibbysection "
    "DeclareBibliographyCategory addtocategory textcites parencites autocites cites "
    "AtEveryBibitem DeclareNameAlias DeclareSourcemap renewbibmacro newrefsection citedate",
    "multibib": "newcites",
    "bibentry": "bibentry nobibliography",
    "listings": "lstset lstinputlisting lstinline lstdefinestyle lstdefinelanguage "
    "lstlistoflistings lstlistingname lstnewenvironment lstMakeShortInline lstlistlistingname",
    "minted": "mintinline mint inputminted usemintedstyle setminted newminted newmintinline "
    "newmintedfile",
    "fancyvrb": "DefineVerbatimEnvironment VerbatimInput fvset SaveVerb UseVerb "
    "RecustomVerbatimEnvironment VerbatimFootnotes",
    "verbatim": "verbatiminput",
    "algpseudocode": "State Require Ensure EndFor EndWhile EndIf ElsIf EndFunction EndProcedure "
    "Procedure Comment algnewcommand algrenewcommand Statex Repeat Until Function "
    "algorithmicrequire algorithmicensure Loop EndLoop",
    "algorithmic": "STATE REQUIRE ENSURE IF ENDIF ELSE ELSIF FOR ENDFOR WHILE ENDWHILE REPEAT "
    "UNTIL RETURN COMMENT FORALL PRINT LOOP ENDLOOP",
    "algorithm": "listofalgorithms listalgorithmname",
    "algorithm2e": "KwIn KwOut KwData KwResult SetKwInOut SetKwFunction SetKw SetAlgoLined "
    "SetKwInput SetKwProg ForEach uIf eIf SetKwComment DontPrintSemicolon SetKwData KwRet tcp tcc "
    "SetAlgoNoLine LinesNumbered SetNlSty RestyleAlgo uElse uElseIf lIf lFor KwTo",
    "enumitem": "setlist newlist setlistdepth renewlist SetLabelAlign",
    "paralist": "setdefaultenum setdefaultitem plitemsep",
    "geometry": "geometry newgeometry restoregeometry savegeometry loadgeometry",
    "fancyhdr": "fancyhead fancyfoot fancyhf lhead rhead chead lfoot rfoot cfoot fancypagestyle "
    "headrulewidth footrulewidth fancyheadoffset fancyhfoffset iffloatpage",
    "scrlayer-scrpage": "ihead ohead ifoot ofoot clearpairofpagestyles automark cehead",
    "titlesec": "titleformat titlespacing titlerule assignpagestyle titleclass filcenter",
    "titletoc": "titlecontents contentsmargin dottedcontents startcontents printcontents",
    "tocloft": "cftsecleader cftsecfont cftchapfont cftsecpagefont cftsetindents cftdotsep "
    "cftfignumwidth newlistof cfttoctitlefont cftbeforesecskip",
    "tocbibind": "tocbibname setindexname",
    "setspace": "onehalfspacing doublespacing singlespacing setstretch",
    "microtype": "microtypesetup textls DisableLigatures SetTracking microtypecontext",
    "babel": "babelprovide shorthandoff babelfont addto useshorthands",
    "polyglossia": "setmainlanguage setdefaultlanguage setotherlanguage setotherlanguages",
    "csquotes": "enquote textquote blockquote MakeOuterQuote foreignquote hyphenquote textcquote "
    "blockcquote DeclareQuoteStyle",
    "fontspec": "setmainfont setsansfont setmonofont newfontfamily fontspec defaultfontfeatures "
    "addfontfeature newfontface",
    "unicode-math": "setmathfont unimathsetup symbf symbb symup",
    "xeCJK": "setCJKmainfont setCJKsansfont setCJKmonofont xeCJKsetup setCJKfamilyfont CJKfamily",
    "ctex": "ctexset zihao CTEXsetup songti heiti kaishu fangsong CTEXnumber chinese",
    "appendix": "appendixpage addappheadtotoc noappendicestocpagenum appendixtocname",
    "glossaries": "newacronym gls makeglossaries newglossaryentry printglossaries glspl Gls "
    "printglossary acrshort acrlong acrfull setacronymstyle loadglsentries glsaddall newglossary "
    "setglossarystyle makenoidxglossaries printnoidxglossaries glsentrylong",
    "acronym": "ac acf acs acl acp acrodef acfp acused acresetall",
    "acro": "DeclareAcronym printacronyms acsetup",
    "nomencl": "makenomenclature nomenclature printnomenclature nomgroup",
    "makeidx": "printindex seealso see",
    "imakeidx": "indexsetup splitindexoptions",
    "todonotes": "todo listoftodos missingfigure todototoc",
    "lipsum": "lipsum setlipsum",
    "blindtext": "blindtext Blindtext blinddocument blinditemize",
    "tcolorbox": "newtcolorbox tcbset tcbox newtcbox tcbuselibrary newtcbtheorem tcbinputlisting "
    "newtcblisting tcblower DeclareTColorBox",
    "mdframed": "mdfsetup newmdenv surroundwithmdframed mdfdefinestyle newmdtheoremenv",
    "etoolbox": "patchcmd apptocmd pretocmd newtoggle toggletrue togglefalse iftoggle ifdefempty "
    "appto preto ifstrequal ifblank newbool booltrue boolfalse ifbool csdef csuse docsvlist "
    "forcsvlist robustify ifdef ifundef",
    "xspace": "xspace",
    "calc": "widthof heightof depthof totalheightof settototalheight",
    "ifthen": "ifthenelse newboolean setboolean boolean whiledo",
    "xstring": "IfStrEq StrSubstitute StrLeft StrRight IfSubStr StrLen StrBefore StrBehind "
    "IfInteger IfDecimal StrCount StrMid",
    "datetime2": "DTMdisplaydate DTMsetdatestyle DTMtoday DTMnow DTMdate DTMsetup",
    "datetime": "newdateformat usdate ddmmyyyydate currenttime displaydate longdate shortdate "
    "settimeformat newdate",
    "changepage": "strictpagecheck changetext checkoddpage",
    "footmisc": "setfnsymbol DefineFNsymbols",
    "footnote": "makesavenoteenv savenotes",
    "tablefootnote": "tablefootnote",
    "endnotes": "endnote theendnotes endnotemark enotesize notesname",
    "epigraph": "epigraph epigraphwidth epigraphrule qitem",
    "lettrine": "lettrine",
    "dirtytalk": "say",
    "authblk": "affil Authfont Affilfont Authands Authsep",
    "abstract": "abstractnamefont abstracttextfont absnamepos",
    "titling": "thetitle theauthor thedate pretitle posttitle preauthor postauthor predate "
    "postdate droptitle maketitlehooka thanksmarkseries",
    "hologo": "hologo Hologo",
    "metalogo": "XeLaTeX XeTeX LuaLaTeX LuaTeX",
    "menukeys": "menu keys directory",
    "fontawesome5": "faIcon faGithub faEnvelope faPhone faLinkedin faCheck faTimes faStar "
    "faExternalLink faOrcid faUser faHome faGlobe faTwitter faMapMarker",
    "qrcode": "qrcode qrset",
    "dashrule": "hdashrule",
    "dirtree": "dirtree DTstyle DTcomment",
    "ragged2e": "justifying RaggedRight Centering RaggedLeft justify",
    "needspace": "needspace Needspace",
    "lineno": "linenumbers nolinenumbers modulolinenumbers linelabel resetlinenumber",
    "draftwatermark": "SetWatermarkText SetWatermarkScale SetWatermarkColor SetWatermarkLightness "
    "DraftwatermarkOptions",
    "background": "backgroundsetup BgThispage NoBgThispage",
    "eso-pic": "AddToShipoutPicture AddToShipoutPictureBG ClearShipoutPicture "
    "AddToShipoutPictureFG AtPageCenter AtPageUpperLeft",
    "transparent": "transparent texttransparent",
    "textpos": "TPGrid textblockorigin TPMargin",
    "csvsimple": "csvautotabular csvreader csvautobooktabular csvautolongtable",
    "datatool": "DTLloaddb DTLforeach DTLdisplaydb DTLnewdb DTLsort",
    "import": "import subimport includefrom inputfrom",
    "subfiles": "subfile subfileinclude",
    "cprotect": "cprotect cprotEnv",
    "relsize": "relsize mathlarger mathsmaller textlarger textsmaller larger smaller",
    "bytefield": "bitbox bitheader wordbox wordgroupr bytefieldsetup",
    "systeme": "systeme sysdelim syseqsep sysalign",
    "polynom": "polylongdiv polyhornerscheme polyfactorize",
    "thmtools": "declaretheorem declaretheoremstyle listoftheorems",
    "commath": "od pd del cbr sbr eval",
    "isomath": "vectorsym matrixsym tensorsym",
    "bbold": "bbalpha Langle Rangle",
    "tipa": "textipa tipaencoding textesh textschwa",
    "seqsplit": "seqsplit",
    "hyphenat": "nohyphens textnhtt bshyp fshyp dothyp",
    "tabto": "tabto TabPositions NumTabs",
    "cuted": "stripsep preCutedStrip",
    "capt-of": "captionof",
    "sidecap": "sidecaptionvpos",
    "numprint": "numprint nprounddigits npdecimalsign npthousandsep nplpadding npfourdigitsep",
    "xr": "externaldocument",
    "pgffor": "breakforeach",
    "animate": "animategraphics",
    "media9": "includemedia addmediapath",
    "hanging": "hangpara",
    "moresize": "ssmall HUGE",
    "stfloats": "fnbelowfloat fnunderfloat",
    "silence": "WarningFilter ErrorFilter WarningsOff",
    "contour": "contour contourlength",
    "circledsteps": "Circled CircledTop",
    "fmtcount": "ordinalnum ordinalstringnum numberstringnum decimalnum FCordinal Ordinalstringnum",
    "cite": "citepunct citeleft citeright citedash citeform citemid",
    "keystroke": "keystroke Return Spacebar Enter Esc Ctrl",
    "chemmacros": "chemsetup iupac state",
    "derivative": "odv odif pdif mdv fdif jdv",
    "diffcoeff": "diff diffp dl jacob difc",
    "simplewick": "contraction bcontraction acontraction",
    "feynmp-auto": "fmfleft fmfright fmf fmflabel fmfv",
    "tikz-feynman": "feynmandiagram tikzfeynmanset",
    "xtab": "tablefirsthead tablehead tabletail tablelasttail topcaption bottomcaption",
    "savesym": "savesymbol restoresymbol",
    "pdfcomment": "pdfcomment pdfmarkupcomment pdftooltip",
    "accsupp": "BeginAccSupp EndAccSupp",
    "noindentafter": "NoIndentAfterEnv NoIndentAfterCmd",
    "totcount": "newtotcounter totvalue regtotcounter usetotcountfile total",
    "zref-xr": "zexternaldocument",
    "zref-user": "zlabel zref",
}
_ENVIRONMENTS = {
    "amsmath": "align align* gather gather* multline multline* split cases matrix pmatrix bmatrix "
    "vmatrix Vmatrix Bmatrix smallmatrix aligned gathered alignat alignat* alignedat flalign "
    "flalign* equation* subequations xalignat subarray",
    "amsthm": "proof",
    "mathtools": "dcases rcases drcases dcases* rcases* multlined pmatrix* bmatrix* psmallmatrix "
    "bsmallmatrix vmatrix* matrix* lgathered rgathered spreadlines",
    "nicematrix": "NiceTabular NiceArray pNiceMatrix bNiceMatrix NiceMatrix pNiceArray "
    "vNiceMatrix NiceTabular* NiceTabularX",
    "blkarray": "blockarray",
    "empheq": "empheq",
    "cases": "numcases subnumcases",
    "witharrows": "WithArrows DispWithArrows",
    "algorithm": "algorithm",
    "algpseudocode": "algorithmic",
    "comment": "comment",
    "listings": "lstlisting",
    "fancyvrb": "Verbatim BVerbatim LVerbatim SaveVerbatim Verbatim* VerbatimOut",
    "moreverb": "verbatimtab listing listingcont boxedverbatim",
    "alltt": "alltt",
    "longtable": "longtable",
    "xltabular": "xltabular",
    "supertabular": "supertabular supertabular*",
    "xtab": "xtabular xtabular*",
    "minted": "minted",
    "multicol": "multicols multicols*",
    "pgfplots": "axis semilogxaxis semilogyaxis loglogaxis groupplot",
    "circuitikz": "circuitikz",
    "tikz-cd": "tikzcd",
    "forest": "forest",
    "pgfgantt": "ganttchart",
    "tikz-feynman": "feynman",
    "feynmp-auto": "fmffile fmfgraph fmfgraph*",
    "subcaption": "subfigure subtable subcaptionblock subcaptiongroup",
    "tabularx": "tabularx",
    "tabulary": "tabulary",
    "tabularray": "tblr longtblr talltblr",
    "tcolorbox": "tcolorbox tcblisting tcbraster tcbitemize",
    "mdframed": "mdframed",
    "framed": "framed shaded shaded* leftbar snugshade snugshade* oframed",
    "threeparttable": "threeparttable tablenotes measuredfigure",
    "threeparttablex": "TableNotes ThreePartTable",
    "tikz": "tikzpicture scope pgfonlayer pgfpicture",
    "wrapfig": "wrapfigure wraptable wrapfloat",
    "sidecap": "SCfigure SCtable SCfigure* SCtable*",
    "floatrow": "subfloatrow floatrow",
    "pdflscape": "landscape",
    "rotating": "sidewaysfigure sidewaystable sidewaysfigure* sidewaystable* sideways turn rotate",
    "adjustbox": "adjustbox trimbox",
    "enumitem": "itemize* enumerate* description*",
    "paralist": "compactitem compactenum inparaenum asparaenum compactdesc inparaitem asparaitem",
    "setspace": "spacing onehalfspace doublespace singlespace",
    "csquotes": "displayquote displaycquote",
    "quoting": "quoting",
    "lineno": "linenumbers linenumbers* runninglinenumbers internallinenumbers",
    "changepage": "adjustwidth adjustwidth*",
    "appendix": "appendices subappendices",
    "ragged2e": "FlushLeft FlushRight Center justify",
    "overpic": "overpic Overpic",
    "textpos": "textblock textblock*",
    "cuted": "strip",
    "bytefield": "bytefield",
    "tipa": "IPA",
    "CJKutf8": "CJK CJK*",
    "varwidth": "varwidth",
    "hanging": "hangparas hangpunct",
    "acronym": "acronym",
    "thm-restate": "restatable restatable*",
    "tasks": "tasks",
    "tabu": "tabu longtabu",
}


def _by_name(table: dict[str, str]) -> dict[str, tuple[str, ...]]:
    names: dict[str, tuple[str, ...]] = {}
    for package, words in table.items():
        for word in words.split():
            names[word] = (*names.get(word, ()), package)
    return names


PACKAGES_OF_COMMAND = _by_name(_COMMANDS)
"""Command without its backslash → the packages that define it, the likeliest first."""
PACKAGES_OF_ENVIRONMENT = _by_name(_ENVIRONMENTS)
"""Environment → the packages that define it, the likeliest first."""
PACKAGE_OF_COMMAND = {name: packages[0] for name, packages in PACKAGES_OF_COMMAND.items()}
"""Command without its backslash → package."""
PACKAGE_OF_ENVIRONMENT = {name: packages[0] for name, packages in PACKAGES_OF_ENVIRONMENT.items()}
"""Environment → package."""
