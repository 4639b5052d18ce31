"""`reflectex settings`: every value and the layer that set it."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agent.launch import settings_for
from agent.materials.walk import check_folder


def show_settings(folder: Path, *, as_json: bool) -> int:
    check_folder(folder)
    resolved = settings_for(folder, os.environ, {})
    values = resolved.settings.model_dump(mode="json")
    flat = dict(_flat(values))
    sources = {key: _source(key, resolved.sources) for key in flat}
    if as_json:
        content = {key: {"value": flat[key], "from": sources[key]} for key in flat}
        sys.stdout.write(json.dumps(content, ensure_ascii=False) + "\n")
        return 0
    width = max(len(key) for key in flat)
    for key, value in flat.items():
        text = json.dumps(value, ensure_ascii=False)
        sys.stdout.write(f"{key:<{width}}  {text}  ({sources[key]})\n")
    return 0


def _flat(values: Mapping[str, Any]) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for group, content in values.items():
        if isinstance(content, dict):
            pairs += [(f"{group}.{key}", value) for key, value in content.items()]
        else:
            pairs.append((group, content))
    return pairs


def _source(key: str, sources: Mapping[str, str]) -> str:
    return sources.get(key) or sources.get(key.split(".")[0], "default")
