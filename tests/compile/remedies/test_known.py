from compile.remedies.known import own_arguments, own_environments


def test_what_a_source_defines_itself():
    code = r"\newtheorem{claim}{Claim} \newenvironment{note}{}{} \newcommand{\pair}[2]{#1#2}"
    assert own_environments(code) == {"claim", "note"}
    assert own_arguments(code + r" \newcommand\one{1}") == {"pair": 2, "one": 0}
