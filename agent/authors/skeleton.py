"""The frame of a report: class, packages, title, abstract, references and appendix are ours."""

import functools
from importlib.resources import files

import jinja2
import regex

from agent.authors.appendix import appendix
from agent.authors.assets import expand
from agent.authors.types import Brief, WrittenSection
from latex.citations import cite_keys
from latex.escape import escape

CJK = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")


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
    )
    text = files("agent").joinpath("templates", name).read_text(encoding="utf-8")
    return environment.from_string(text)


def assemble(brief: Brief, abstract: str, sections: tuple[WrittenSection, ...]) -> str:
    """The whole of report.tex."""
    report = brief.settings.report
    bodies = tuple(
        WrittenSection(s.plan, expand(s.body, brief.figures, brief.tables)) for s in sections
    )
    written = "\n".join([brief.title, abstract, *(s.body for s in bodies)])
    end = appendix(brief, written)
    everything = "\n".join([written, end, report.author, report.affiliation, report.date])
    return _template("article.tex.j2").render(
        language=brief.language,
        cjk=brief.language == "zh" or CJK.search(everything) is not None,
        bibliography=brief.settings.bibliography.style,
        title=brief.title,
        pdf_title=escape(plain_title(brief)),
        author=escape(report.author),
        pdf_author=escape(report.author),
        affiliation=escape(report.affiliation),
        date=escape(report.date),
        keywords=escape("; ".join(report.keywords)),
        abstract=abstract,
        sections=bodies,
        cites=any(not c.command.startswith("nocite") for c in cite_keys(written)),
        appendix=end,
    )


def plain_title(brief: Brief) -> str:
    """The title without TeX commands, for the properties of the PDF."""
    return regex.sub(r"\\[A-Za-z]+\s*|[{}$\\]", "", brief.title).replace("~", " ")
