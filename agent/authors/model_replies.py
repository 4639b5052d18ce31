"""What a model may answer in JSON: the form, item by item, and how far a stray form is forgiven."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class Item(BaseModel):
    """One entry of a reply; keys that were not asked for are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", str_strip_whitespace=True)


T = TypeVar("T", bound=Item)


class FigureItem(Item):
    id: str = ""
    kind: str
    table: str = ""
    x: str = ""
    y: tuple[str, ...] = ()
    fit: str = ""
    log_x: bool = False
    log_y: bool = False
    reference: str = ""
    caption: str = ""


class SectionItem(Item):
    id: str
    title: str
    purpose: str = ""
    assets: tuple[str, ...] = ()


class RequestItem(Item):
    kind: str
    table: str = ""
    name: str = ""
    formula: str = ""
    unit: str = ""
    x: str = ""
    y: str = ""
    models: tuple[str, ...] = ()
    key: str = ""
    symbol: str = ""
    reference: float | None = None
    reference_uncertainty: float = Field(default=0.0, ge=0)
    reference_source: str = ""


def schema(name: str, item: type[Item]) -> dict[str, Any]:
    """The JSON schema of `{name: [item, …]}`, for endpoints that can enforce one."""
    return {
        "type": "object",
        "properties": {name: {"type": "array", "items": item.model_json_schema()}},
        "required": [name],
    }


def entries(reply: Any, name: str) -> list[Any]:
    """The list in `{name: […]}`, or the reply itself where it is that list.

    Raises:
        ValueError: it is neither, in a sentence for the model.
    """
    found = reply.get(name) if isinstance(reply, Mapping) else reply
    if not isinstance(found, list):
        raise ValueError(f'Answer with a JSON object that holds the list "{name}".')
    return found


def read_item(kind: type[T], value: Any) -> T | str:
    """The entry, or what is wrong with it."""
    if not isinstance(value, Mapping):
        return "an entry is no JSON object"
    tidy = {key: _bent(kind, key, content) for key, content in value.items() if content is not None}
    try:
        return kind.model_validate(tidy)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return f"{place}: {first['msg'].lower()}"


def _bent(kind: type[Item], key: str, content: Any) -> Any:
    """A single name where a list is meant, or a list of one name where a name is."""
    declared = kind.model_fields.get(key)
    several = declared is not None and declared.annotation == tuple[str, ...]
    if several and isinstance(content, str):
        return [content]
    if not several and isinstance(content, list) and len(content) == 1:
        return content[0]
    return content
