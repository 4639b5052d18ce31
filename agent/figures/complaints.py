"""What matplotlib says only in its log: glyphs it does not have."""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

_SERIOUS = ("does not have a glyph", "missing from font", "not found", "No TeX to Unicode")
_HARMLESS = ("radicalbig",)
"""mathtext asks a custom face for a root sign by TeX's name, then draws it from the fallback."""


class _Listener(logging.Handler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        note(record.getMessage(), self._heard)


def note(message: str, heard: list[str]) -> None:
    if any(s in message for s in _SERIOUS) and not any(h in message for h in _HARMLESS):
        heard.append(message)


@contextmanager
def complaints() -> Iterator[list[str]]:
    """Collect what matplotlib complains of within; nothing of its log reaches the user."""
    heard: list[str] = []
    logger = logging.getLogger("matplotlib")
    listener = _Listener(heard)
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(listener)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield heard
        for warning in caught:
            note(str(warning.message), heard)
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagate
