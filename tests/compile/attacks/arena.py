"""A place with a secret in it, and what an attack on it got hold of."""

import os
import re
import shutil
import subprocess
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from compile.build import Built, build
from compile.sandbox import Level, sandbox_level

CANARY = b"attheendofthenight"
KEY = "sk-attheendofthenight"
ENGINES = ("pdflatex", "xelatex", "lualatex")


@dataclass(frozen=True, slots=True)
class Attack:
    r"""A document. `HOME` in it stands for the folder of the secret, `VAR` for the same by name."""

    name: str
    body: str
    preamble: str = ""
    files: dict[str, str] = field(default_factory=dict)
    """What else lies in the project."""
    engines: tuple[str, ...] = ENGINES
    named: str = "secret"
    """What a diagnostic has to name."""
    whole: bool = False
    """Whether `body` is the whole document."""
    latexmk: bool = False
    """Whether it needs latexmk to work at all."""

    def __str__(self) -> str:
        return self.name


def cases(*attacks: Attack) -> list[tuple[Attack, str, Level]]:
    """Each attack on each of its engines, at each level that lets the engine run."""
    return [
        (attack, engine, level)
        for attack in attacks
        for engine in attack.engines
        for level in (("bubblewrap", "limits") if engine != "lualatex" else ("bubblewrap",))
    ]


def each_engine(*attacks: Attack) -> list[tuple[Attack, str]]:
    return [(attack, engine) for attack in attacks for engine in attack.engines]


@dataclass(frozen=True, slots=True)
class Arena:
    """`home` holds secrets, `project` the document; a locked run happens in `job`."""

    base: Path

    @property
    def home(self) -> Path:
        return self.base / "home"

    @property
    def project(self) -> Path:
        return self.base / "project"

    @property
    def job(self) -> Path:
        return self.base / "job"

    def furnish(self) -> None:
        for folder in (self.home, self.project):
            folder.mkdir()
        secret = CANARY.decode()
        entry = f"@book{{a, author = {{A. Bee}}, title = {{{secret}}}, year = 1999}}\n"
        for name in ("secret.tex", "secret.txt", "secret.aux", "secret.sty"):
            (self.home / name).write_text(f"{secret}\n")
        (self.home / "secret.bib").write_text(entry)
        (self.home / "secret.pdf").write_bytes(pdf_saying(secret))

    def lay(self, attack: Attack) -> Path:
        """Write the document of an attack, with all that lies beside it."""
        for name, text in attack.files.items():
            path = self.project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.filled(text))
        body = self.filled(attack.body)
        preamble = self.filled(attack.preamble)
        root = self.project / "paper.tex"
        root.write_text(
            body
            if attack.whole
            else f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\nText.\n{body}\n"
            "\\end{document}\n"
        )
        return root

    def filled(self, text: str) -> str:
        return text.replace("VAR", f"$SELFAUTOPARENT{self.home}").replace("HOME", str(self.home))

    def locked(self, attack: Attack, engine: str, level: Level, timeout: float = 60) -> Built:
        """What the program makes of it; the level must be one that works here."""
        root = self.lay(attack)
        assert level == "limits" or sandbox_level() == "bubblewrap"
        return build(
            root, engine=engine, timeout=timeout, sandbox=level, folder=self.job, mend=False
        )

    def unlocked(self, attack: Attack, engine: str) -> None:
        """The same with everything allowed, to show that the attack is one."""
        self.lay(attack)
        shutil.copytree(self.project, self.base / "open" / "source", symlinks=True)
        mode = {"pdflatex": "-pdf", "xelatex": "-pdfxe", "lualatex": "-pdflua"}[engine]
        words = ["latexmk", mode, "-f"] if attack.latexmk else [engine, "-shell-escape"]
        free = {"openin_any": "a", "openout_any": "a", "HOME": str(self.home)}
        for _ in range(1 if attack.latexmk else 2):
            subprocess.run(
                [*words, "-interaction=nonstopmode", "paper.tex"],
                cwd=self.base / "open" / "source",
                env={**os.environ, "OPENAI_API_KEY": KEY, **free},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=120,
                check=False,
            )

    def leaked(self, built: Built | None = None) -> list[str]:
        """Where the secret turned up, or something was planted or run."""
        said = "" if built is None else repr(built.diagnostics)
        found = ["diagnostics"] if CANARY.decode() in said else []
        for path in self.base.rglob("*"):
            if path.name.startswith((".planted", "planted")):
                found.append(str(path))
            elif self.home not in path.parents and path.is_file() and not path.is_symlink():
                found += [str(path)] if _holds(path) else []
        return found


def _holds(path: Path) -> bool:
    data = path.read_bytes()
    parts = [data]
    if data.startswith(b"%PDF"):
        parts += map(_inflated, re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL))
        text = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=False)
        parts.append(text.stdout)
    return any(CANARY in b"".join(part.split()) for part in parts)


def _inflated(stream: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(stream)
    except zlib.error:
        return stream


def pdf_saying(words: str) -> bytes:
    """A PDF of one small page."""
    content = f"BT /F1 12 Tf 10 10 Td ({words}) Tj ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 40] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, offsets = "%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n"
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    out += f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n"
    return f"{out}<< /Size {size} /Root 1 0 R >>\nstartxref\n{out.rindex('xref')}\n%%EOF\n".encode()
