"""SVG to PDF, in a process of its own: `python -m agent.figures.svg <drawing.svg >drawing.pdf`.

A drawing of a few lines can ask for a billion shapes; the process may take only so much time and
memory. Nothing outside of the drawing is loaded.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

from agent.figures.errors import Undrawable

SECONDS = 20
MEMORY = 2 * 1024**3
REFUSED = 3
"""Exit code with the reason as the only line of stderr."""


def svg_to_pdf(content: bytes) -> bytes:
    """The drawing as PDF.

    Raises:
        Undrawable: it cannot be drawn, takes too long, or the cairo library is missing.
    """
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ},
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "LC_ALL": "C.UTF-8",
    }
    try:
        done = subprocess.run(
            [sys.executable, "-m", "agent.figures.svg"],
            input=content,
            capture_output=True,
            timeout=2 * SECONDS,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        raise Undrawable("the SVG takes too long to draw.") from None
    if done.returncode == 0 and done.stdout.startswith(b"%PDF-"):
        return done.stdout
    if done.returncode == REFUSED:
        raise Undrawable(done.stderr.decode("utf-8", "replace").strip())
    raise Undrawable("the SVG takes more time or memory to draw than it may.")


def main() -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        content = _converted(sys.stdin.buffer.read())
    except Undrawable as refusal:
        sys.stderr.write(refusal.reason)
        return REFUSED
    sys.stdout.buffer.write(content)
    return 0


def _converted(content: bytes) -> bytes:
    try:
        from cairosvg.surface import PDFSurface
    except OSError:
        raise Undrawable(
            "an SVG needs the cairo library, which is not installed (libcairo2)."
        ) from None
    from cairosvg.url import fetch

    refused: list[str] = []

    def fetch_nothing(url: str, kind: str) -> bytes:
        if url.startswith("data:"):
            return bytes(fetch(url, kind))
        if kind != "text/css":
            refused.append(url)
        return b""

    try:
        drawn = PDFSurface.convert(content, unsafe=False, url_fetcher=fetch_nothing)
    except MemoryError:
        raise
    except Exception as error:  # a parser of foreign bytes, with errors of six libraries
        if not refused:
            raise Undrawable(_reason(error)) from error
        drawn = b""
    if refused:
        raise Undrawable(f"the SVG shows {refused[0][:80]!r}, which lies outside of it.")
    return bytes(drawn)


def _reason(error: Exception) -> str:
    if type(error).__name__ in {"EntitiesForbidden", "DTDForbidden", "ExternalReferenceForbidden"}:
        return "the SVG defines entities, which are not expanded; save it as plain SVG."
    said = str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
    return f"the SVG cannot be drawn ({said})."


if __name__ == "__main__":
    sys.exit(main())
