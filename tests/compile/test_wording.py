"""The messages of TeX and LaTeX that a document can cause, and what is made of them."""

import re

import pytest

from compile.log_events import TexError
from compile.wording import explain, never_closed

MESSAGES = r"""
LaTeX Error: No counter 'foo' defined.
LaTeX Error: No \title given.
LaTeX Error: Too deeply nested.
LaTeX Error: Float(s) lost.
LaTeX Error: \include cannot be nested.
LaTeX Error: \verb illegal in argument.
LaTeX Error: Too many columns in eqnarray environment.
LaTeX Error: Illegal character in array arg.
LaTeX Error: Missing p-arg in array arg.
LaTeX Error: Undefined tab position.
LaTeX Error: Tab overflow.
LaTeX Error: \< in mid line.
LaTeX Error: \pushtabs and \poptabs don't match.
LaTeX Error: Command \textohm unavailable in encoding OT1.
LaTeX Error: Encoding scheme `X9' unknown.
LaTeX Error: Font OT1/foo/m/n/10=foo at 10.0pt not found.
LaTeX Error: Font family `T1+foo' unknown.
LaTeX Error: Math version `bolder' is not defined.
LaTeX Error: Math alphabet identifier \mathx is undefined in math version `normal'.
LaTeX Error: Too many math alphabets used in version normal.
LaTeX Error: \usepackage before \documentclass.
LaTeX Error: The font size command \normalsize is not defined: what is wrong?
LaTeX Error: Command \foo undefined.
LaTeX Error: Trying to overwrite `main.tex'.
LaTeX Error: This file needs format `LaTeX2e' but this is `X'.
LaTeX Error: Suggested extra height (9999.0pt) dangerously large.
LaTeX Error: Counter too large.
LaTeX Error: There's no line here to end.
LaTeX Error: Missing \begin{document}.
LaTeX Error: Bad math environment delimiter.
LaTeX Error: Not in outer par mode.
LaTeX Error: Too many unprocessed floats.
LaTeX Error: Can be used only in preamble.
LaTeX Error: Environment foo undefined.
LaTeX Error: Lonely \item--perhaps a missing list environment.
LaTeX Error: \caption outside float.
LaTeX Error: Unknown float option `H'.
LaTeX Error: Two \documentclass or \documentstyle commands.
LaTeX Error: Option clash for package xcolor.
LaTeX Error: Unknown option `foo' for package `babel'.
LaTeX Error: Command \foo already defined.
LaTeX Error: Cannot determine size of graphic in a.bmp (no BoundingBox).
Text line contains an invalid character.
Missing = inserted for \ifnum.
Number too big.
Dimension too large.
Arithmetic overflow.
Infinite glue shrinkage found in a paragraph.
Output loop---100 consecutive dead cycles.
Parameters must be numbered consecutively.
You already have nine parameters.
Illegal parameter number in definition of \foo.
Please use \mathaccent for accents in math mode.
Extra \endcsname.
Missing \endcsname inserted.
Leaders not followed by proper glue.
Misplaced discretionary.
Interwoven alignment preambles are not allowed.
Misplaced \span.
Misplaced \omit.
Misplaced \noalign.
Misplaced \cr.
Missing \cr inserted.
Missing # inserted in alignment preamble.
Only one # is allowed per tab.
I can't write on file `/etc/x'.
Unable to read an entire line---bufsize=200000.
File ended while scanning definition of \foo.
File ended while scanning text of \foo.
Paragraph ended before \foo was complete.
Incomplete \ifx; all text was ignored after line 12.
Extra \else.
Extra \or.
Extra \fi.
Improper alphabetic constant.
Missing control sequence inserted.
Use of \foo doesn't match its definition.
Argument of \foo has an extra }.
Limit controls must follow a math operator.
Missing delimiter (. inserted).
Double superscript.
Missing { inserted.
Missing } inserted.
Extra }, or forgotten $.
Too many }'s.
Extra alignment tab has been changed to \cr.
Illegal unit of measure (pt inserted).
Huge page cannot be shipped out.
Incompatible list can't be unboxed.
Ambiguous; you need another { and }.
A box was supposed to be here.
A <box> was supposed to be here.
Bad register code (-1).
Bad space factor (0).
Incompatible magnification (2000).
Improper `at' size (0.0pt), replaced by 10pt.
You can't use a prefix with `the letter a'.
You can't use `\prevdepth' in horizontal mode.
Missing `to' inserted.
Missing \right. inserted.
Extra \right.
Package fontspec Error: The fontspec package requires either XeTeX or LuaTeX.
pdfTeX error (font expansion): auto expansion is only possible with scalable fonts.
Font T1/foo=bar at 10.0pt not loadable: Metric (TFM) file not found.
Insertions can only be added to a vertical box.
Not a letter.
Extra }, or forgotten \endgroup.
Missing \endgroup inserted.
TeX capacity exceeded, sorry [input stack size=5000].
Undefined control sequence.
Forbidden control sequence found while scanning use of \foo.
""".strip().split("\n")


@pytest.mark.parametrize("message", MESSAGES)
def test_message_is_worded_for_a_person(message):
    meaning = explain(TexError(message, ()))
    assert meaning.code not in {"tex-error", "latex-error", "package-error"}
    assert re.fullmatch(r"[^\n]*[.!]", meaning.sentence)
    assert not meaning.sentence.endswith("..")
    assert "{0}" not in meaning.sentence
    assert "{1}" not in meaning.sentence


def test_message_nobody_has_worded_is_passed_on():
    assert explain(TexError("This cannot happen", ())).sentence == (
        "TeX stopped here: This cannot happen."
    )
    latex = explain(TexError("LaTeX Error: Quite new", ()))
    assert (latex.code, latex.sentence) == ("latex-error", "LaTeX: Quite new.")
    package = explain(TexError("Package keyval Error: wdith undefined.", ()))
    assert (package.code, package.sentence) == ("package-error", "keyval: wdith undefined.")


def test_environment_without_end_is_worded_alike_wherever_it_is_found():
    said = r"LaTeX Error: \begin{align} on input line 3 ended by \end{document}."
    assert explain(TexError(said, ())).sentence == never_closed("align").sentence


def test_sentence_names_what_the_message_is_about():
    def sentence(message: str) -> str:
        return explain(TexError(message, ())).sentence

    assert r"\foo, which is not defined" in sentence(r"LaTeX Error: Command \foo undefined.")
    assert r"\ifx is never closed" in sentence(
        r"Incomplete \ifx; all text was ignored after line 1."
    )
