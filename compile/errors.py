"""What keeps a document from being compiled at all, each in one sentence with its remedy.

CompileError
├── Uncompilable     the file cannot be a LaTeX document, or may not be read
└── EngineAbsent     the TeX engine it needs is not installed
"""


class CompileError(Exception):
    """What happened, in one sentence, and what to do about it, in another."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Uncompilable(CompileError):
    """The input is no document that TeX could be given."""


_PACKAGES = {
    "pdflatex": "texlive-latex-extra",
    "xelatex": "texlive-xetex",
    "lualatex": "texlive-luatex",
    "latexmk": "latexmk",
    "tectonic": "",
}


class EngineAbsent(CompileError):
    """The engine, or latexmk, which drives it, is not on PATH."""

    def __init__(self, engine: str) -> None:
        package = _PACKAGES.get(engine, "texlive-latex-extra")
        super().__init__(
            f"{engine} is not installed, and this document needs it.",
            f"Install it: sudo apt-get install {package}"
            if package
            else f"Debian has no package of {engine}; take another engine (--engine auto).",
        )
        self.engine = engine
