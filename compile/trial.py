"""Whether TeX takes a source: one pass, no PDF, nothing published."""

from pathlib import Path

from compile.build import try_once
from compile.engine import choose_engine
from compile.errors import EngineAbsent, Uncompilable
from compile.sandbox import sandbox_level
from compile.sources import gather, read_document


def takes(root: Path, *, engine: str = "auto", timeout: float = 60.0) -> bool | None:
    """True when a pass over the document gives no error, False when it gives one.

    None when that cannot be known: no engine here, no cage that is safe for it, or no end in time.
    """
    try:
        chosen = choose_engine(gather(root, read_document(root)), wish=engine)
        if chosen == "lualatex" and sandbox_level() != "bubblewrap":
            return None
        errors = try_once(root, engine=chosen, timeout=timeout)
    except (EngineAbsent, Uncompilable, OSError):
        return None
    return None if errors is None else not errors
