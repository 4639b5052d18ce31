"""TeX's messages in words a person understands: kind of problem, and what it means."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from compile.log_events import TexError
from compile.packages import PACKAGE_OF_COMMAND, PACKAGE_OF_ENVIRONMENT
from compile.rare_messages import RARE
from latex.diagnostic import Severity

_Say = str | Callable[[TexError, re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class Meaning:
    code: str
    sentence: str
    name: str = ""
    """What the message is about: the command, environment, package, file or font."""
    severity: Severity = "error"


def explain(error: TexError) -> Meaning:
    """What `error` means; messages nobody has worded are passed on as they are."""
    for pattern, code, say in _RULES:
        if found := pattern.search(error.message):
            if not isinstance(say, str):
                sentence = say(error, found)
            else:
                sentence = say.format(*found.groups("")) if pattern.groups else say
            name = found.group(1) or "" if pattern.groups else ""
            return Meaning(code, sentence, name)
    if owner := _OWNED.match(error.message):
        return Meaning("package-error", f"{owner[1]}: {_closed(owner[2])}", owner[1])
    if latex := _LATEX.match(error.message):
        return Meaning("latex-error", f"LaTeX: {_closed(latex[1])}")
    return Meaning("tex-error", f"TeX stopped here: {_closed(error.message)}")


def never_closed(environment: str) -> Meaning:
    """What an environment without its end means, in the words of TeX's own report of it."""
    sentence = f"\\begin{{{environment}}} is never closed by \\end{{{environment}}}."
    return Meaning("unbalanced-environment", sentence, environment)


def reworded(code: str) -> Meaning:
    """The meaning of what TeX took for something else."""
    return Meaning(code, _PLAIN[code])


_PLAIN = {
    "left-right": r"\left and \right do not match in this formula.",
    "missing-brace": "A brace { or } is missing here.",
    "missing-dollar": "A formula is not closed, or mathematics stands outside $…$: "
    "a $ is missing or too many.",
}


def undefined_command(error: TexError) -> str:
    r"""Name of the undefined command, with its backslash; `\?` where the log does not show it."""
    words = re.findall(r"\\(?:[A-Za-z@]+|[^A-Za-z\s])", error.innermost)
    return words[-1] if words else r"\?"


def missing_file(name: str, context: str) -> Meaning:
    """What the absence of a file means, by its ending and by the command that asked for it."""
    stem, dot, ending = name.rpartition(".")
    if dot and ending in {"sty", "cls", "def", "clo", "ldf"}:
        kind = "document class" if ending == "cls" else "package"
        return Meaning(
            "missing-package", f"The {kind} {stem} is not installed, or its name is misspelt.", stem
        )
    where = _whereabouts(name)
    picture = ending.lower() in _PICTURES or "includegraphics" in context
    if picture:
        sentence = f"The picture {name} {where}."
        return Meaning("missing-figure", sentence, name, "warning")
    return Meaning("missing-file", f"The file {name} {where}.", name)


_PICTURES = frozenset(
    ("png", "jpg", "jpeg", "pdf", "eps", "svg", "tif", "tiff", "gif", "bmp", "mps")
)


def _whereabouts(name: str) -> str:
    if name.startswith(("/", "~", "../")) or "/../" in name:
        return "lies outside the document's folder, where TeX may not read"
    return "is not there"


def _undefined(error: TexError, _: re.Match[str]) -> str:
    command = undefined_command(error)
    if command == r"\?":
        return "A command used here is not defined; it is misspelt or its package is not loaded."
    if package := PACKAGE_OF_COMMAND.get(command[1:]):
        return f"The command {command} is not defined; it comes with the package {package}."
    return f"The command {command} is not defined; it is misspelt or its package is not loaded."


def _no_environment(_: TexError, found: re.Match[str]) -> str:
    name = found[1]
    if package := PACKAGE_OF_ENVIRONMENT.get(name):
        return f"The environment {name} is not defined; it comes with the package {package}."
    return f"The environment {name} is not defined; it is misspelt or its package is not loaded."


def _dollar(error: TexError, _: re.Match[str]) -> str:
    for sign, name in (("_", "underscore"), ("^", "caret")):
        if error.shown.endswith(sign):
            return (
                f"The {name} {sign} stands outside mathematics; "
                f"write \\{sign}{'{}' * (sign == '^')} or put the expression between $ signs."
            )
    return "A formula is not closed, or mathematics stands outside $…$: a $ is missing or too many."


def _unended(error: TexError, found: re.Match[str]) -> str:
    name = found[1].strip()
    of = "" if "@" in name or "_" in name else f" of {name}"
    if name.endswith("@ii") and "Gin" in name:
        of = r" of \includegraphics"
    cut = (
        "a % cuts it off, or a blank line does"
        if error.message.startswith("Par")
        else "or a % cuts it off"
    )
    return f"The argument{of} that begins here is never closed: a }} is missing, {cut}."


def _unbalanced(_: TexError, found: re.Match[str]) -> str:
    begun, line, ended = found[1], found[2], found[3]
    if begun == "document":
        return f"\\end{{{ended}}} has no \\begin{{{ended}}}."
    if ended == "document":
        return f"\\begin{{{begun}}} is never closed by \\end{{{begun}}}."
    return f"\\begin{{{begun}}} of line {line} is closed by \\end{{{ended}}} here."


def _number(error: TexError, _: re.Match[str]) -> str:
    if "enumerate}[" in error.shown or "itemize}[" in error.shown:
        return "A list with options needs the package enumitem; TeX reads a number here."
    return "A number or length is expected here, and something else stands there."


def _unicode(_: TexError, found: re.Match[str]) -> str:
    code = int(found[2][2:], 16)
    sign = chr(code) if code < 0x110000 else ""
    seen = sign.isprintable() and not unicodedata.combining(sign) if sign else False
    shown = sign if seen else unicodedata.name(sign, "without a name").lower() if sign else ""
    return (
        f"The character {shown} ({found[2]}) is not known to pdfLaTeX; "
        "write it as a command, or compile with xelatex."
    )


def _capacity(_: TexError, found: re.Match[str]) -> str:
    what = found[1].split("=")[0].removesuffix(" size")
    if found[1].startswith(("grouping", "input stack", "parameter stack", "main memory")):
        return f"TeX ran out of {what}: most likely a command calls itself."
    return f"TeX ran out of {what}."


def _stop(error: TexError, _: re.Match[str]) -> str:
    if "no legal" in error.reason:
        return r"The document ends without \end{document}, or something before it was never closed."
    return "TeX stopped before the end of the document and wrote no PDF."


def _special(_: TexError, found: re.Match[str]) -> str:
    sign = found[1].strip()
    if sign.endswith("#"):
        return r"The sign # stands in the text; write \# (headings are \section, not #)."
    return f"{sign} cannot be used in {found[2]}."


def _preamble_only(error: TexError, _: re.Match[str]) -> str:
    if error.shown.endswith(r"\begin{document}"):
        return r"There is a second \begin{document}."
    words = re.findall(r"\\[A-Za-z]+", error.shown)
    command = words[-1] if words else "This command"
    return f"{command} may stand only before \\begin{{document}}."


def _closed(message: str) -> str:
    message = re.sub(r"\s+", " ", message).strip()
    return message if message.endswith((".", "!", "?")) else f"{message}."


_LATEX = re.compile(r"LaTeX\S* (?:\w+ )?[Ee]rror: *(.*)", re.DOTALL)
_OWNED = re.compile(r"(?:Package|Class|Module|Critical Package) (\S+) [Ee]rror: *(.*)", re.DOTALL)

_TABLE: tuple[tuple[str, str, _Say], ...] = (
    (r"^Undefined control sequence", "undefined-command", _undefined),
    (r"Environment (\S+) undefined", "undefined-environment", _no_environment),
    (r"\\begin\{(.+?)\} on input line (\d+) ended by \\end\{(.+?)\}", "unbalanced-environment",
     _unbalanced),
    (r"\\begin\{(document)\}() ended by \\end\{(.+?)\}", "unbalanced-environment", _unbalanced),
    (r"^Missing \$ inserted", "missing-dollar", _dollar),
    (r"^Display math should end with \$\$", "missing-dollar",
     "A formula between $$ and $$ holds a single $ or ends with one."),
    (r"Bad math environment delimiter", "missing-dollar",
     r"A formula is opened or closed twice: \( \[ and \) \] do not match."),
    (r"^Misplaced alignment tab character &", "misplaced-alignment",
     r"The sign & stands outside a table or an aligned formula; write \& for the sign itself."),
    (r"^Extra alignment tab has been changed", "extra-alignment",
     "A row has more cells than the table has columns, or the row before lacks its \\\\."),
    (r"^Too many }'s", "too-many-braces", "There is a } too many."),
    (r"^Extra }, or forgotten (.*?)\.?$", "too-many-braces",
     "There is a }} too many, or {0} is missing before it."),
    (r"Argument of (.+?) has an extra }", "too-many-braces",
     "A }} stands where the argument of {0} should be."),
    (r"^Missing [{}] inserted", "missing-brace", "A brace { or } is missing here."),
    (r"^(?:Missing|Extra) \\endgroup", "unbalanced-group",
     r"Something was opened and not closed before this place: \begin, { or $."),
    (r"(?:Paragraph|File) ended (?:before|while scanning (?:use|definition|text) of) ?(.+?) ?"
        r"(?:was complete)?\.?$",
     "runaway-argument", _unended),
    (r"Forbidden control sequence found while scanning (?:use|definition|text) of (.+?)\.?$",
     "runaway-argument", _unended),
    (r"^Missing number, treated as zero", "missing-number", _number),
    (r"^Illegal unit of measure", "missing-unit",
     "A length lacks its unit (such as cm, pt or \\linewidth), or a row begins with [ after \\\\."),
    (r"Unicode char(?:acter)? (.*?) ?\((U\+\w+)\)", "unicode-character", _unicode),
    (r"Invalid UTF-8 byte", "invalid-encoding",
     "pdfLaTeX cannot read a character here: it is not UTF-8, or stands in a listing, "
     "which takes plain ASCII only."),
    (r"TeX capacity exceeded, sorry \[(.*?)\]", "capacity", _capacity),
    (r"^Emergency stop", "emergency-stop", _stop),
    (r"Missing \\begin\{document\}", "missing-begin-document",
     r"\begin{document} is missing, or text stands before it."),
    (r"perhaps a missing \\item", "missing-item",
     r"Something stands in a list before its first \item."),
    (r"Lonely \\item", "lonely-item", r"\item stands outside a list."),
    (r"Option clash for package (\S+?)\.?$", "option-clash",
     "The package {0} is loaded twice with different options."),
    (r"Unknown option [`'‘](.+?)['’] for package [`'‘]?(\S+?)['’]?\.?$", "unknown-option",
     "The package {1} does not know the option {0}."),
    (r"Command [`'‘]?(\S+?)['’]? already", "already-defined",
     r"The command {0} is already defined; use \renewcommand or another name."),
    (r"Can be used only in preamble", "only-in-preamble",
     _preamble_only),
    (r"Not in outer par mode", "float-inside-box",
     "A figure or table stands inside a box such as a minipage or a table cell."),
    (r"Too many unprocessed floats", "too-many-floats",
     "Too many figures and tables wait for their place."),
    (r"Unknown float option [`'‘](.+?)['’]", "unknown-float-option",
     "The placement {0} is not known; H comes with the package float."),
    (r"There's no line here to end", "no-line-to-end", r"\\ stands where there is no line to end."),
    (r"\\caption outside float", "caption-outside-float",
     r"\caption stands outside a figure or table."),
    (r"(\\verb\*?) ended by end of line", "verb-line-break", r"{0} must end on its own line."),
    (r"(\\\S+) allowed only in math mode", "only-in-math", "{0} may be used only in a formula."),
    (r"Undefined color [`'‘](.+?)['’]", "undefined-color", "The colour {0} is not defined."),
    (r"^Double (super|sub)script", "double-script",
     "A {0}script follows another; enclose the first in braces."),
    (r"^Extra \\right|^Missing \\right\.|can't use `\\eqno'", "left-right",
     r"\left and \right do not match in this formula."),
    (r"^Missing delimiter", "left-right", r"A bracket is missing after \left, \right or \big."),
    (r"^Missing \\endcsname", "bad-name", "A label, key or file name holds a command or a brace."),
    (r"^Misplaced \\noalign", "misplaced-rule",
     r"A rule such as \hline or \midrule stands where no row has ended; \\ is missing before it."),
    (r"^Misplaced \\omit", "misplaced-rule", r"\multicolumn stands in the wrong place of a row."),
    (r"^Misplaced \\cr", "misplaced-alignment", r"\\ ends a row where no table is open."),
    (r"^Missing \\cr", "misplaced-alignment", "A table row is not ended before something else."),
    (r"Use of (\S+) doesn't match its definition", "wrong-syntax",
     "{0} is not followed by what it needs."),
    (r"^Illegal parameter number in definition of (\S+?)\.?$", "wrong-parameter",
     "The definition of {0} uses a parameter (#1, #2 …) that it did not announce."),
    (r"You can't use [`'‘](.+?)['’] in (.+?)\.?$", "wrong-place", _special),
    (r"^Dimension too large|^Arithmetic overflow", "too-large", "A length or number is too large."),
    (r"Illegal pream-token \((.+?)\)|Illegal character in array arg", "column-specification",
     "The column specification of a table is missing or holds a letter that is no column type."),
    (r"Erroneous nesting of equation structures", "math-nesting",
     "A display formula stands inside another; inside one use aligned or gathered."),
    (r"The font \"(.+?)\" cannot be found", "missing-font", "The font {0} is not installed."),
    (r"^Font [^=]+=([^/\s]+).* not loadable", "missing-font", "The font {0} is not installed."),
    (r"pdfTeX error: .*Font (\S+) at \d+ not found", "missing-font",
     "The font {0} is not installed; load the package lmodern."),
    (r"Invalid number [`'‘](.*?)['’]", "invalid-number",
     r"siunitx cannot read {0} as a number; in an S column enclose text in braces."),
    (r"longtable not in 1-column mode", "longtable-two-column",
     "longtable cannot be used in two columns; use table* with tabular."),
    (r"must invoke LaTeX with the -shell-escape", "shell-escape",
     "A package wants to run other programs (shell escape), which is switched off."),
    (r"Unknown graphics extension: (\S+?)\.?$", "figure-format",
     "Pictures of the kind {0} cannot be included; convert them to PDF or PNG."),
    (r"Cannot determine size of graphic", "figure-format",
     "The size of a picture is not known; convert it to PDF or PNG."),
    (r"I can't find file [`'‘](.+?)['’]", "missing-file", "The file {0} is not there."),
    (r"Two \\documentclass", "two-documents", r"There are two \documentclass commands."),
    (r"Counter too large", "counter-too-large", "A counter has run out of letters or symbols."),
    (r"Improper alphabetic constant|^Missing control sequence inserted", "wrong-syntax",
     "A command name is expected here."),
    (r"^Incomplete (\\if\w*)", "wrong-syntax", r"{0} is never closed by \fi."),
    (r"^Extra (\\else|\\fi|\\or)", "wrong-syntax", r"{0} stands without its \if."),
    (r"^(?:Limit controls must follow a math operator)", "wrong-syntax",
     r"\limits must follow an operator such as \sum."),
)  # fmt: skip
_RULES = tuple((re.compile(pattern), code, say) for pattern, code, say in (*_TABLE, *RARE))
