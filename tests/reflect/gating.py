"""A small document around a body, and what the gate says of an edit of it."""

from reflect.gate import regression_check

LONG = " ".join(
    f"The {word} of the series was read twice and written down at once."
    for word in ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
)


def document(body):
    return (
        "\\documentclass{article}\n\\author{A. Reader}\n\\begin{document}\n\\section{Method}\n"
        f"{body}\n\n{LONG}\n\\end{{document}}\n"
    )


def rules(before, after, **known):
    """Names of the rules that object to an edit of the body; `converged` when nothing changed."""
    verdict = regression_check(document(before), document(after), **known)
    return tuple(objection.rule for objection in verdict.objections) or (
        () if verdict.outcome == "accepted" else (str(verdict.outcome),)
    )
