r"""LaTeX with single backslashes inside JSON strings: `\frac` must not become a form feed.

Models forget to double them. `\s` or `\a` is an error in JSON, but `\b \f \n \r \t \u` begin
legal escapes, so `\beta`, `\frac`, `\nabla`, `\rho`, `\times` decode to something else without
any error.
"""

import regex

from agent.model.json_text import strings

AMBIGUOUS = """
tau tan tanh text textbf textit textrm texttt textsf textsc textup textwidth textheight
textsuperscript textsubscript textcolor textstyle textmu textdegree textohm texteuro times
theta therefore thetasym thanks the thepage thesection thickapprox thin thinspace
thispagestyle tilde tiny title to top toprule triangle triangleq tfrac tt ttfamily twocolumn
table tableofcontents tabular tabularx tag tbinom nabla natural nearrow neg newcommand
newenvironment newline newpage newtheorem nexists nmid nobreak nocite node noindent nolimits
nolinebreak nonumber nopagebreak normal normalfont normalsize notag notin nparallel
nsubseteq nsupseteq num numlist numrange numproduct nwarrow rangle raggedright raggedleft
raisebox rbrace rbrack rceil ref refstepcounter renewcommand resizebox rfloor rgroup rho rhd
right rightarrow rightleftharpoons rightmargin rm rmfamily root rotatebox rule rvert rVert
rlap require relax
"""
COMMANDS = frozenset(AMBIGUOUS.split())
"""Commands whose first letter, after a backslash, is a legal escape that text does use."""
SHORT = frozenset(
    {"ne", "neq", "ngeq", "ngtr", "ni", "nleq", "nless", "not", "ntriangleleft", "nu"}
)
"""Doubled only in math or before an argument: in words, a line feed before `not` looks the same."""
RUN = regex.compile(r"(\\+)(u[0-9a-fA-F]{4}|[A-Za-z]+|.|)", regex.DOTALL)
HEX = regex.compile(r"u[0-9a-fA-F]{4}")
DOUBLED = regex.compile(r"(?<!\\)\\\\(?=[A-Za-z])")


def double_latex(text: str) -> str:
    """The JSON text with every backslash doubled that can only be meant for LaTeX."""
    if "\\" not in text:
        return text
    pieces, position = [], 0
    for start, end in strings(text):
        quote = text[start - 1]
        pieces += [text[position:start], _mend(text[start:end], quote)]
        position = end
    return "".join([*pieces, text[position:]])


def _mend(content: str, quote: str) -> str:
    runs = list(RUN.finditer(content))
    latex = [_begins_latex(run, content, quote) for run in runs]
    # Where nothing was doubled by the model, its `\\\\` is a row's end, not one backslash.
    rows = any(latex) and not DOUBLED.search(content)
    pieces: list[str] = []
    position = 0
    for run, is_latex in zip(runs, latex, strict=True):
        slashes, after = run.groups()
        if is_latex:
            slashes += "\\"
        elif rows and slashes == "\\\\" and (not after or after in "[*&" or after.isspace()):
            slashes *= 2
        pieces += [content[position : run.start()], slashes, after]
        position = run.end()
    return "".join([*pieces, content[position:]])


def _begins_latex(run: regex.Match[str], content: str, quote: str) -> bool:
    slashes, after = run.groups()
    if len(slashes) % 2 == 0 or not after:
        return False
    math = content.count("$", 0, run.start()) % 2 == 1
    # What is followed at once by an argument or a script is a command in words, too.
    return _is_latex(after, quote, math=math or content[run.end() : run.end() + 1] in set("{_^"))


def _is_latex(after: str, quote: str, *, math: bool) -> bool:
    """Whether one backslash before `after` begins a command and no escape of JSON."""
    if after[0] in '"/' or (after[0] == "'" == quote):
        return False
    if after[0] == "u":
        return HEX.fullmatch(after) is None
    if after[0] in "bf":
        return len(after) > 1
    if after[0] in "nrt":
        return after in COMMANDS or (math and after in SHORT)
    return True
