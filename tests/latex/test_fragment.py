import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from latex.fragment import fragment_of
from latex.mask import mask
from latex.protect import protect, restore
from latex.sections import outline
from latex.splice import splice

OLD = """\\section{Results}
\\label{sec:results}
The mean is $5.0$~V, see \\cite{hooke} and Figure~\\ref{fig:a}.
\\begin{figure}
\\includegraphics{a.pdf}
\\caption{A.}\\label{fig:a}
\\end{figure}

\\subsection{Scatter}
It is \\emph{small}. % 5 %
\\begin{verbatim}
\\section{no} {
\\end{verbatim}
Last words.

"""
BEFORE = "\\documentclass{article}\n\\begin{document}\n\\section{Theory}\nBefore.\n\n"
BEHIND = "\\section*{Outlook}\nBehind {\\bf it}.\n\\begin{quote} x \\end{quote}\n\\end{document}\n"
NEW = OLD.replace("The mean is", "We found a mean of").replace("small", "smaller than expected")


def spliced(fragment, before=BEFORE, old=OLD, behind=BEHIND):
    return splice(before + old + behind, (len(before), len(before + old)), fragment.text).text


def headings(source):
    return [(s.anchor, s.level, s.starred, " ".join(s.title.split())) for s in outline(source)]


def assert_only_inside(fragment, before=BEFORE, old=OLD, behind=BEHIND):
    """What is spliced in changes no heading, and nothing around itself."""
    whole, new = before + old + behind, spliced(fragment, before, old, behind)
    assert headings(new) == headings(whole)
    live, end = mask(new), len(new) - len(behind)
    assert live[: len(before)] == mask(whole)[: len(before)]
    assert live[end:] == mask(whole)[len(before + old) :]
    assert [(s.start, s.end) for s in outline(new) if s.start >= end] == [
        (s.start + end - len(before + old), s.end + end - len(before + old))
        for s in outline(whole)
        if s.start >= len(before + old)
    ]


def test_a_good_reply_stands_as_it_is():
    fragment = fragment_of(OLD, NEW)
    assert fragment.healthy
    assert fragment.text == NEW
    assert_only_inside(fragment)


def test_the_old_text_itself_stays_byte_for_byte():
    assert fragment_of(OLD, OLD).text == OLD


def test_no_beginning_of_a_good_reply_does_harm():
    for length in range(len(NEW)):
        fragment = fragment_of(OLD, NEW[:length])
        if fragment.healthy:
            assert_only_inside(fragment)


def test_no_beginning_of_a_reply_with_placeholders_does_harm():
    protected = protect(OLD, inline=True)
    reply = protected.text.replace("The mean is", "We found a mean of")
    for length in range(0, len(NEW), 3):
        restored = restore(protected, reply[:length])
        fragment = fragment_of(OLD, restored.text)
        if fragment.healthy and not restored.problems:
            assert_only_inside(fragment)
            assert all(kept.original in restored.text for kept in protected.kept)


SCRAPS = st.lists(
    st.sampled_from(
        [
            *("\\section{Results}", "\\subsection{Scatter}", "\\section*{Results}", "\\part{P}"),
            *("\\section[a]{", "\\subsection", "\\label{sec:results}", "\\section", "Words", " "),
            *("\n", "\r\n", "\n\n", "\ufeff", "%", "% x\n", "{", "}", "$", "$$", "\\(", "\\]"),
            *("\\begin{verbatim}", "\\end{verbatim}", "\\begin{figure}", "\\end{figure}"),
            *("\\begin{document}", "\\end{document}", "\\documentclass{article}", "\\appendix"),
            *("\\iffalse", "\\fi", "\\ifx", "\\else", "\\endinput", "\\verb|", "|", "\\verb"),
            *("\\lstinline{", "\\MakeShortVerb{\\|}", "\\DeleteShortVerb{\\|}", "|\\section|"),
            *("\\newcommand{\\x}", "\\def\\x", "\\def\\x#1", "\\let\\x", "\\let\\x=", "\\", "\\\\"),
            *("\\cite", "\\cite[", "\\cite{a}", "\\bibliography", "\\begin", "\\item["),
            *("\\begin{thebibliography}{9}", "\\end{thebibliography}", "\\begin{comment}"),
            *("\\newenvironment{quote}{\\verbatim}{}", "\\excludecomment{quote}", "#", "&", "```"),
            *("\\lstnewenvironment{quote}{}{}", "\\newmint{section}", "\\url{", "\\href{a%b}"),
            *("\\printindex", "\\begin{appendices}", "<think>", "</think>", "…", "\\if0 ", "\x00"),
        ]
    ),
    max_size=12,
).map("".join)


@given(SCRAPS, SCRAPS | st.text())
def test_any_reply_to_any_text_is_judged(old, reply):
    fragment = fragment_of(old, reply)
    assert fragment.healthy == (fragment.problems == ())
    assert all(problem.endswith(".") and "\n" not in problem for problem in fragment.problems)


@given(SCRAPS, st.integers(0, len(NEW)))
@example("\\def\\x", len(NEW))
@example("\\let\\x=", len(NEW))
@example("\\iffalse", len(NEW))
@example("% x", len(NEW))
@example("\\", len(NEW))
@example("\\appendix", len(NEW))
@example("\\newmint{section}", len(NEW))
def test_nothing_put_into_a_good_reply_does_harm(scraps, place):
    fragment = fragment_of(OLD, NEW[:place] + scraps + NEW[place:])
    if fragment.healthy:
        assert_only_inside(fragment)


@given(SCRAPS, SCRAPS, st.sampled_from(["", "\n", "\r\n", "\n\n"]))
def test_no_reply_does_harm_to_what_stands_around_a_sound_section(body, scraps, tail):
    old = "\\section{Results}\nSome words." + tail
    fragment = fragment_of(old, f"\\section{{Results}}\n{body} Other words. {scraps}")
    if fragment.healthy:
        assert_only_inside(fragment, old=old)


REFUSED = {
    "a whole document": (f"{BEFORE}{NEW}\\end{{document}}", "`\\documentclass` in line 1"),
    "the body of a document": (f"\\begin{{document}}\n{NEW}", "`\\begin{document}` in line 1"),
    "two sections": (f"{NEW}\\section{{More}}\nText.\n", "2 `\\section`"),
    "one heading less": (NEW.replace("\\subsection{Scatter}\n", ""), "keep its"),
    "another level": (NEW.replace("\\section", "\\chapter", 1), "must stay `\\section`"),
    "another star": (NEW.replace("\\section", "\\section*", 1), "not `\\section*`"),
    "a star below": (NEW.replace("\\subsection", "\\subsection*"), "1 `\\subsection*`"),
    "another title": (NEW.replace("Results", "Findings"), "`Results` must stay; yours says"),
    "another title below": (NEW.replace("{Scatter}", "{Noise}"), "`Scatter` must stay"),
    "words before the heading": (f"Here it is:\n{NEW}", "before the heading"),
    "an open verbatim": (NEW.replace("\\end{verbatim}\n", ""), "`\\begin{verbatim}` in line"),
    "an open environment": (NEW.replace("\\end{figure}\n", ""), "`\\begin{figure}` in line 4"),
    "an open comment": (f"{NEW}\\iffalse", "`\\iffalse` in line 16 is never closed"),
    "an end of input": (f"{NEW}\\endinput", "`\\endinput` in line 16"),
    "the end of the sections": (f"{NEW}\\appendix\n", "`\\appendix` ends the section"),
    "a list of references": (
        f"{NEW}\\begin{{thebibliography}}{{9}}\\end{{thebibliography}}",
        "`\\begin{thebibliography}` ends the section",
    ),
    "a definition without a text": (f"{NEW}\\def\\x", "swallow the heading"),
    "a condition without an end": (f"{NEW}\\ifdraft a\n", "without its `\\fi`"),
    "an end without a condition": (f"{NEW}\\fi\n", "without its `\\fi`"),
    "a command without its argument": (f"{NEW}See \\cite[p.~3]", "`\\cite[p.~3]` in line 16"),
    "half a command": (NEW[: NEW.index("ude")], "breaks off in the command `\\incl`"),
    "a lone backslash": (NEW.rstrip() + "\\", "breaks off"),
    "a short verb": (f"{NEW}\\MakeShortVerb{{\\|}}\n", "verbatim behind it"),
    "a fence": (f"```latex\n{NEW}```\n", "Markdown fence"),
    "thinking": (f"<think>hm</think>\n{NEW}", "tag `<think>`"),
    "an omission": (NEW.replace("Last words.", "% ... rest unchanged ..."), "left out"),
    "an omission in words": (NEW.replace("Last words.", "[remaining text unchanged]"), "left out"),
    "nothing": ("", "the text of the section is missing"),
    "the heading alone": ("\\section{Results}\n", "the text of the section is missing"),
    "half a heading": ("\\sect", "the text of the section is missing"),
}


@pytest.mark.parametrize(("reply", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_reply_is_refused_that_holds(reply, sentence):
    problems = fragment_of(OLD, reply).problems
    assert any(sentence in problem for problem in problems), problems


BARE = NEW.removeprefix("\\section{Results}\n\\label{sec:results}\n")
MENDED = {
    "blank lines around it": f"\n \n{NEW}\n\n\n",
    "a missing last line end": NEW.strip(),
    "a byte-order mark": f"\ufeff{NEW}",
    "carriage returns": NEW.replace("\n", "\r\n"),
    "no heading": BARE,
    "no heading and no label": f"\n{BARE}",
    "a heading without its label": NEW.replace("\\label{sec:results}\n", ""),
    "a short title of its own": NEW.replace("\\section{", "\\section[Short]{", 1),
    "a title over two lines": NEW.replace("{Scatter}", "{\n Scatter }"),
}


@pytest.mark.parametrize("reply", MENDED.values(), ids=MENDED)
def test_a_reply_is_made_good_that_has(reply):
    fragment = fragment_of(OLD, reply)
    assert fragment.problems == ()
    assert fragment.text.replace("\\label{sec:results}\nWe", "\\label{sec:results}We") == (
        NEW.replace("\\label{sec:results}\nWe", "\\label{sec:results}We")
    )


def test_the_short_title_of_the_old_heading_comes_back():
    old = "\\section*<all>[Short]{Long\n title}% why\nWords.\n"
    assert fragment_of(old, "\\section*{Long title}\nNew words.").text == (
        "\\section*<all>[Short]{Long\n title}\nNew words.\n"
    )


def test_a_comment_in_the_last_line_does_not_swallow_the_next_heading():
    for old in (OLD, OLD.rstrip()):
        fragment = fragment_of(old, NEW.rstrip() + " % the end")
        assert fragment.healthy
        assert re.search(r"% the end\n", fragment.text)
        assert_only_inside(fragment, old=old)


def test_a_control_space_at_the_end_stays_one():
    assert fragment_of("Words.\n", "\\LaTeX\\ \n").text == "\\LaTeX\\ \n"
    assert fragment_of("Words.", "\\LaTeX\\ \n").text == "\\LaTeX\\ "


def test_carriage_returns_of_the_old_text_are_kept():
    old = OLD.replace("\n", "\r\n")
    fragment = fragment_of(old, NEW)
    assert fragment.healthy
    assert fragment.text == NEW.replace("\n", "\r\n")
    before, behind = (text.replace("\n", "\r\n") for text in (BEFORE, BEHIND))
    assert_only_inside(fragment, before, old, behind)


def test_line_ends_of_two_kinds_are_left_alone():
    old = "\\section{A}\nWords.\r\n\\begin{verbatim}\r\n x\r\n\\end{verbatim}\n"
    assert fragment_of(old, old).text == old


@pytest.mark.parametrize("tail", ["", "\n", "\r\n", " \n\n", "\n\n%\n", "\t"])
def test_the_white_space_at_the_ends_is_that_of_the_old_text(tail):
    old = f"\n\\section{{A}}\nWords.{tail}"
    fragment = fragment_of(old, old.replace("Words", "Other words").strip() + "\n\n\n")
    assert fragment.healthy
    assert fragment.text == old.replace("Words", "Other words")


OLD_FAULTS = (
    "An open { brace and {\\bf a} word.",
    "A cost of $5 here.",
    "A \\end{itemize} alone.",
    "\\catcode`\\@=11 \\input{../shared/x}",
    "\\iffalse",
    "Words \\fi more.",
    "\\endinput",
    "\\MakeShortVerb{\\|} and |\\section{x}|",
)


@pytest.mark.parametrize("fault", OLD_FAULTS)
def test_what_was_wrong_before_does_not_stop_an_edit(fault):
    old = f"\\section{{A}}\nWords. {fault}\n"
    assert fragment_of(old, old.replace("Words", "Other words")).problems == ()
    assert fragment_of(old, old.replace("Words", "A second } \\) fault")).problems
    clean = "\\section{A}\nWords.\n"
    assert fragment_of(clean, old).problems


def test_a_text_without_a_heading_may_not_get_one():
    problems = fragment_of("A paragraph.", "A paragraph.\n\\section{New}\nMore.").problems
    assert problems == (
        "The text must keep its no heading, no more and no fewer; yours has 1 `\\section`.",
    )


def test_a_title_may_change_where_that_is_allowed():
    reply = NEW.replace("{Results}", "{Findings}").replace("{Scatter}", "{Noise}")
    assert fragment_of(OLD, reply, allow_title=True).healthy
    starred = reply.replace("\\section", "\\section*", 1)
    assert not fragment_of(OLD, starred, allow_title=True).healthy


def test_headings_below_may_come_and_go_where_that_is_allowed():
    reply = NEW.replace("\\subsection{Scatter}", "\\subsection{One}\nA.\n\\subsection{Two}")
    assert not fragment_of(OLD, reply).healthy
    assert fragment_of(OLD, reply, allow_subsections=True).healthy
    renamed = reply.replace("{Results}", "{Findings}")
    assert not fragment_of(OLD, renamed, allow_subsections=True).healthy
    assert fragment_of(OLD, renamed, allow_title=True, allow_subsections=True).healthy


def test_the_headings_of_a_body_may_change():
    body = f"{OLD}\\section{{Discussion}}\nWords.\n"
    assert fragment_of(body, f"{NEW}Words.\n", restructure=True).healthy


def test_an_empty_section_may_stay_empty_or_be_filled():
    old = "\\section{Results}\n\n"
    assert fragment_of(old, "").text == old
    filled = fragment_of(old, "Some words.")
    assert filled.healthy
    assert filled.text == "\\section{Results}\nSome words.\n\n"


def test_deep_nesting_is_no_trouble():
    deep = "\\begin{a}{" * 1000 + "x" + "}\\end{a}" * 1000
    old = f"\\section{{A}}\n{deep}\n"
    assert fragment_of(old, old.replace("x", "y")).healthy
    assert not fragment_of(old, old.replace("}\\end{a}", "", 1)).healthy


def test_of_two_sections_with_the_same_title_only_one_is_touched():
    fragment = fragment_of(OLD, NEW)
    whole = BEFORE + OLD + OLD + BEHIND
    start = len(BEFORE + OLD)
    new = splice(whole, (start, start + len(OLD)), fragment.text).text
    assert new == BEFORE + OLD + NEW + BEHIND
    assert headings(new) == headings(whole)


ENDED = "\\section{A}\nThe rod was long. The wire was thin.\n"


@pytest.mark.parametrize(
    "end", ["The wire was", "The wire was th", "The wire was thin,", "(", "电阻"]
)
def test_prose_that_ended_with_a_full_stop_may_not_break_off(end):
    reply = f"\\section{{A}}\nThe rod was long. {end}"
    assert "middle of a sentence" in " ".join(fragment_of(ENDED, reply).problems)


@pytest.mark.parametrize(
    "end",
    ["The wire was thin.", "Was it thin?", "It was ``thin.''", "So~\\cite{a}.", "电阻很大。",
     "\\[ a = b \\]", "See \\ref{a}", "It was thin. % so it was"],
)  # fmt: skip
def test_other_ends_are_ends(end):
    assert fragment_of(ENDED, f"\\section{{A}}\nThe rod was long. {end}\n").problems == ()


def test_what_had_no_full_stop_needs_none():
    old = "\\section{A}\nThe rod was long\n"
    assert fragment_of(old, "\\section{A}\nThe rod was very long\n").problems == ()
