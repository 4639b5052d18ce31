"""Why a figure could not be drawn."""


class Undrawable(Exception):
    """One clear sentence for the report's warnings; never shown as a traceback."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
