"""The frame of a report: class, packages, title, abstract, references and appendix are ours."""

import functools
from collections.abc import Iterator

import jinja2
import regex

from agent.authors.appendix import appendix
from agent.authors.assets import expand
from agent.authors.types import Brief, WrittenSection
from latex.citations import cite_keys
from latex.escape import escape

CJK = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")

NARROW = frozenset({"ieee", "revtex"})
"""Templates that set the text in two columns."""
COVER = {
    "en": ("Course: ", "Group: ", "Instructor: "),
    "zh": ("课程：", "组别：", "指导教师："),
}


@functools.cache
def _template(name: str) -> jinja2.Template:
    environment = jinja2.Environment(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        keep_trailing_newline=True,
        loader=jinja2.PackageLoader("agent"),
    )
    return environment.get_template(name)


def assemble(brief: Brief, abstract: str, sections: tuple[WrittenSection, ...]) -> str:
    """The whole of report.tex."""
    report = brief.settings.report
    bodies = tuple(
        WrittenSection(
            s.plan, expand(s.body, brief.figures, brief.tables, narrow=report.template in NARROW)
        )
        for s in sections
    )
    written = "\n".join([brief.title, abstract, *(s.body for s in bodies)])
    end = appendix(brief, written)
    cover = tuple(_cover(brief))
    told = (report.author, report.affiliation, report.date, *(value for _, value in cover))
    everything = "\n".join([written, end, *told])
    name = "article" if report.template == "auto" else report.template
    return _template(f"{name}.tex.j2").render(
        language=brief.language,
        cjk=brief.language == "zh" or CJK.search(everything) is not None,
        bibliography=brief.settings.bibliography.style,
        title=brief.title,
        pdf_title=escape(plain_title(brief)),
        author=escape(report.author),
        pdf_author=escape(report.author),
        affiliation=escape(report.affiliation),
        cover=cover,
        date=escape(report.date),
        keywords=escape("; ".join(report.keywords)),
        abstract=abstract,
        sections=bodies,
        cites=any(not c.command.startswith("nocite") for c in cite_keys(written)),
        appendix=end,
    )


def _cover(brief: Brief) -> Iterator[tuple[str, str]]:
    """What a cover says besides title, author and date: name and value, of what is given."""
    report = brief.settings.report
    names = COVER[brief.language]
    for name, value in zip(names, (report.course, report.group, report.instructor), strict=True):
        if value:
            yield name, escape(value)


def plain_title(brief: Brief) -> str:
    """The title without TeX commands, for the properties of the PDF."""
    return regex.sub(r"\\[A-Za-z]+\s*|[{}$\\]", "", brief.title).replace("~", " ")
