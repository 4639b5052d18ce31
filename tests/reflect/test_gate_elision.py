"""Words instead of text are an omission, wherever and in whatever language they stand."""

import pytest

from tests.reflect.gating import LONG, rules

LISTING = (
    "\\begin{lstlisting}[language=Python]\nfor run in runs:\n    read(run)\n    write(run)\n"
    "    close(run)\n\\end{lstlisting}"
)


@pytest.mark.parametrize(
    "said",
    [
        " (The remainder of this section is unchanged.)", " (The remainder … unchanged.)",
        "\n[Rest of paragraph as in the original]", " [Rest of paragraph as in the original]",
        "\n\n（其余内容保持不变）", "（其余内容保持不变）", " „(Rest unverändert)“",
        "\n\n(Rest unverändert)",
        " (rest of the text omitted)", "\n\nThe rest of the section remains unchanged.",
        "\n\n其余部分与原文一致。", "\n\n(The rest is unchanged.)",
        " [der restliche Text bleibt unverändert]",
        "\n% ... rest unchanged", " (reste inchangé)",
        "\n[... the rest of the report as before ...]",
    ],
)  # fmt: skip
def test_it_is_seen_behind_text_and_on_its_own(said):
    assert rules(LONG, LONG + said) == ("elision",)


@pytest.mark.parametrize(
    "said",
    [
        " All other settings were left unchanged.", " (All other settings were left unchanged.)",
        " We doubled the mass (the rest unchanged) and read it again.", " 其余参数保持不变。",
        " The mass was doubled, with the remaining parameters the same as before.",
        " The rest was cold (see the following section).", " (Other readings follow below.)",
        " Der Rest blieb unverändert.", "（其余参数保持不变）", " It went on \\dots{} and on.",
        " The text of the other paragraphs was read by the same person.",
    ],
)  # fmt: skip
def test_prose_on_things_that_stay_is_none(said):
    assert rules(LONG, LONG + said) == ()


@pytest.mark.parametrize(
    "line",
    ["# ... rest unchanged", "# ... existing code ...", "    // remaining code unchanged",
     "# rest of the function as before", "-- ... rest of the script omitted"],
)  # fmt: skip
def test_a_comment_of_a_listing_may_not_stand_for_code(line):
    assert "elision" in rules(LISTING, LISTING.replace("    write(run)\n    close(run)", line))
    assert "elision" in rules(LISTING, LISTING.replace("    close(run)", line))


def test_three_dots_in_a_listing_stand_for_lines_only_where_lines_are_gone():
    dots = LISTING.replace("    write(run)\n    close(run)", "    # ...")
    assert "elision" in rules(LISTING, dots)
    assert rules(LISTING, LISTING.replace("close(run)", "close(run)\n    ...")) == ()
    assert rules(dots, dots.replace("read(run)", "read(run, 2)")) == ()


@pytest.mark.parametrize(
    "line",
    ["# the other runs are the same", "# reads the rest of the file", "# unchanged since 2020"],
)
def test_a_comment_on_code_is_none(line):
    assert rules(LISTING, LISTING.replace("    write(run)", f"    write(run)  {line}")) == ()
