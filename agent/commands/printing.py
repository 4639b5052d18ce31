"""What goes to stdout, whatever encoding it has and whatever bytes a document holds."""

import json
import sys
from pathlib import Path
from typing import Any


def print_json(content: Any) -> None:
    """One object on one line; characters that stdout cannot take become escapes of JSON."""
    text = json.dumps(content, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        text = json.dumps(content)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def print_text(text: str) -> None:
    """Text for people; what stdout cannot take is shown as an escape."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
    sys.stdout.flush()


def near(path: Path) -> str:
    """A path as one would type it from here."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
