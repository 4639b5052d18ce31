"""Why a material could not be read."""


class Unreadable(Exception):
    """One clear sentence for the inventory; never shown as a traceback."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
