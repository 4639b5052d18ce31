"""Settings: one cascade of layers, folded once, and which layer each value came from."""

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import regex
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from agent.errors import UsageError
from latex.balance import unbalanced

FILE = "reflectex.toml"
ENVIRONMENT_PREFIX = "REFLECTEX_"


def _formula(text: str) -> str:
    """LaTeX that can stand between dollar signs."""
    problem = next((said for _, said in unbalanced(f"{{{text}}}")), "")
    if problem or "$" in text or OPEN_END.search(text):
        raise ValueError(f"{text!r} cannot stand alone as LaTeX math")
    return text


OPEN_END = regex.compile(r"(?:\\[A-Za-z]+\s*\{\s*|\\|[_^])$|\n\s*\n|(?<!\\)[%#&]")
Formula = Annotated[str, AfterValidator(_formula)]


class Group(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ReportSettings(Group):
    title: str
    author: str
    affiliation: str
    course: str
    group: str
    instructor: str
    date: str
    template: Literal["auto", "article", "report", "ieee", "revtex", "ctexart"]
    language: Literal["auto", "en", "zh"]
    keywords: tuple[str, ...]


class ExploreSettings(Group):
    outlier_score: float = Field(gt=0)
    max_fits: int = Field(ge=0)


class WriteSettings(Group):
    author: Literal["auto", "offline", "model"]


class ReflectSettings(Group):
    rounds: int = Field(ge=0, le=20)
    strategy: Literal["scoped", "whole"]
    granularity: Literal["plan", "single"]
    scope: Literal["auto", "section", "paragraph"]
    protect: bool
    min_severity: int = Field(ge=1, le=5)
    margin: float = Field(ge=0, le=1)
    criteria: str
    critic: str
    reviser: str
    judge: str


class ModelSettings(Group):
    name: str
    base_url: str
    concurrency: int = Field(ge=1, le=64)
    timeout: float = Field(gt=0)
    deadline: float = Field(gt=0)
    retries: int = Field(ge=0)
    max_output_tokens: int = Field(ge=16)
    input_price: float = Field(ge=0)
    cached_price: float = Field(ge=0)
    output_price: float = Field(ge=0)
    extra_body: dict[str, Any]


class BudgetSettings(Group):
    calls: int = Field(ge=0)
    tokens: int = Field(ge=0)
    cost: float = Field(ge=0)
    minutes: float = Field(ge=0)


class BibliographySettings(Group):
    style: Literal["natbib", "biblatex"]


class CompileSettings(Group):
    engine: Literal["auto", "pdflatex", "xelatex", "lualatex", "tectonic"]
    timeout: float = Field(gt=0)


class TableRule(Group):
    """`[tables."file.csv"]`: how a file is to be read, where the reader decides otherwise.

    The name is a path relative to the folder, a pattern of one (`runs/*.csv`), or the name of a
    table as `reflectex scan` prints it (for one sheet or block of a file).
    """

    ignore: bool = False
    encoding: str = ""
    delimiter: str = ""
    """One character, `tab` or `blank`; empty: by evidence."""
    decimal: Literal["", ".", ","] = ""
    thousands: Literal["", ".", ",", " ", "'"] = ""
    header: int | tuple[int, ...] | None = None
    """1-based line or lines that hold the names; 0: there are none."""
    skip: int | tuple[int, ...] = 0
    """How many lines to leave out at the top, or which lines."""
    turned: bool | None = None
    """Whether the table lies on its side, with a quantity in each row; unset: by evidence."""
    names: tuple[str, ...] = ()
    units: dict[str, str] | tuple[str, ...] = ()
    """By column, or in order."""
    u: dict[str, float | str] = {}
    """Standard uncertainty by column: a number in the column's unit, `0.5 %` of the reading, a sum
    `0.5 % + 0.01`, or the name of another column."""


class ColumnRule(Group):
    """`[[column]]`: a column computed row by row from others of the same table."""

    table: str
    name: str
    formula: str
    """Over the table's columns by name, or by their symbol in `[symbols]`."""
    unit: str = ""
    """To convert to; empty: what the formula gives."""
    uncertainty: str = ""
    """A formula for the standard uncertainty; empty: propagated, where the columns have one."""


class FitRule(Group):
    """`[[fit]]`: which column against which, and which models may compete."""

    table: str
    x: str
    y: str
    models: tuple[str, ...] = ()
    """Empty: all."""


class DeriveRule(Group):
    """`[[derive]]`: a result computed from facts, beside a reference value if wanted."""

    key: str
    formula: str
    """Over keys of facts (`hubble.fit_velocity_distance.a`), numbers, + - * / ** and functions."""
    name: str = ""
    """In words, for sentences; empty: the key."""
    symbol: Formula = ""
    """LaTeX math, without dollar signs."""
    unit: str = ""
    """To convert to; empty: what the formula gives."""
    reference: float | None = None
    """In `unit`."""
    reference_uncertainty: float = 0.0
    reference_source: str = ""
    """Who says so; LaTeX, may hold a `\\cite`."""


class Settings(Group):
    report: ReportSettings
    symbols: dict[str, Formula]
    explore: ExploreSettings
    write: WriteSettings
    reflect: ReflectSettings
    model: ModelSettings
    budget: BudgetSettings
    bibliography: BibliographySettings
    compile: CompileSettings
    tables: dict[str, TableRule] = {}
    column: tuple[ColumnRule, ...] = ()
    fit: tuple[FitRule, ...] = ()
    derive: tuple[DeriveRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Layer:
    name: str
    """Where its values come from, as a person would look for it."""
    values: Mapping[str, Any]


def defaults() -> Layer:
    text = files("agent").joinpath("defaults.toml").read_text(encoding="utf-8")
    return Layer("default", tomllib.loads(text))


def from_file(path: Path) -> Layer:
    """The settings of a folder; none when it has no such file.

    Raises:
        UsageError: the file is not TOML, or cannot be read.
    """
    try:
        return Layer(path.name, tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except FileNotFoundError:
        return Layer(path.name, {})
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{path.name} cannot be read: {error}", "Save it as UTF-8 text, or remove it."
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path.name} is not valid TOML: {error}.", "Mend that line.") from None


def from_environment(environment: Mapping[str, str]) -> Layer:
    """`REFLECTEX_MODEL_NAME` sets `model.name`; `OPENAI_BASE_URL` sets `model.base_url`."""
    values: dict[str, Any] = {}
    legal = {
        f"{ENVIRONMENT_PREFIX}{group}_{key}".upper(): (group, key)
        for group, keys in defaults().values.items()
        for key in keys
        if group != "symbols"
    }
    if url := environment.get("OPENAI_BASE_URL", "").strip():
        values["model"] = {"base_url": url}
    for name, text in environment.items():
        if name.startswith(ENVIRONMENT_PREFIX):
            if name not in legal:
                raise UsageError(
                    f"The environment variable {name} names no setting.", _near(name, legal)
                )
            group, key = legal[name]
            values.setdefault(group, {})[key] = _from_text(text)
    return Layer("environment", values)


def _from_text(text: str) -> Any:
    """A TOML value where the text is one, else the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _near(word: str, known: Mapping[str, Any] | list[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"Did you mean {close[0]}?" if close else "`reflectex settings` lists all of them."


@dataclass(frozen=True, slots=True)
class Resolved:
    settings: Settings
    sources: Mapping[str, str]
    """Dotted key → name of the layer that set it."""


def resolve(*layers: Layer) -> Resolved:
    """Fold the layers, first to last, onto the defaults; a value of None means not given.

    Raises:
        UsageError: an unknown key (with the nearest legal one), or a value of the wrong kind.
    """
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for layer in (defaults(), *layers):
        for group, content in layer.values.items():
            sources.setdefault(group, layer.name)
            if isinstance(content, Mapping):
                known = values.setdefault(group, {})
                for key, value in content.items():
                    if value is not None:
                        known[key] = value
                        sources[f"{group}.{key}"] = layer.name
            elif content is not None:
                values[group] = content
                sources[group] = layer.name
    try:
        return Resolved(Settings.model_validate(values), sources)
    except ValidationError as error:
        raise _explain(error, sources) from None


def _explain(error: ValidationError, sources: Mapping[str, str]) -> UsageError:
    problem = error.errors()[0]
    path = [str(part) for part in problem["loc"]]
    dotted = ".".join(path)
    where = sources.get(dotted) or sources[path[0]]
    if problem["type"] == "extra_forbidden":
        return UsageError(
            f"The unknown setting {dotted!r} stands in {where}.", _near(path[-1], _legal(path))
        )
    return UsageError(
        f"{where}: {dotted!r} is wrong: {_said(problem['msg'])}.",
        "See `reflectex settings` for what is expected.",
    )


def _said(message: str) -> str:
    """Pydantic's sentence inside one of ours."""
    text = message.removeprefix("Value error, ")
    return text[:1].lower() + text[1:]


def _legal(path: list[str]) -> list[str]:
    """The names that could stand where the last part of the path does."""
    groups: dict[str, type[BaseModel]] = {
        name: annotation
        for name, field in Settings.model_fields.items()
        if isinstance(annotation := field.annotation, type) and issubclass(annotation, BaseModel)
    }
    rules: dict[str, type[BaseModel]] = {"column": ColumnRule, "fit": FitRule, "derive": DeriveRule}
    match path:
        case ["tables", _, *_]:
            return list(TableRule.model_fields)
        case [_]:
            return list(Settings.model_fields)
        case [group, *_]:
            known = groups.get(group) or rules.get(group)
            return list(known.model_fields) if known else []
        case _:
            return []
