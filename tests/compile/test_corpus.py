r"""One tiny document for each kind of fault, with what it must be told and what must become of it.

The first line of each says it: `% expect: code, code ; cured` (or `degraded`, `quarantined`,
`told`, `clean`). What belongs to NAME.tex lies in NAME.files, what belongs to all of a group beside
them.
"""

import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from compile.bench import Bench
from compile.document import compile_document
from compile.engine import choose_engine
from compile.result import CompileResult, Outcome
from compile.sandbox import sandbox_level
from compile.sources import gather, read_document

CORPUS = Path(__file__).parent / "corpus"
DOCUMENTS = sorted(
    path
    for path in CORPUS.rglob("*.tex")
    if not any(part.endswith(".files") for part in path.parts)
)
GROUPS = sorted({path.relative_to(CORPUS).parts[0] for path in DOCUMENTS})
EXPECT = re.compile(r"% expect: (?P<codes>[\w, -]*?) *; *(?P<fate>\w+)\s*$")
FATES = {"cured", "degraded", "quarantined", "told", "clean"}


def expected(document: Path) -> tuple[frozenset[str], str]:
    found = EXPECT.match(document.read_bytes().split(b"\n")[0].decode())
    assert found, f"{document.name} does not say what is expected"
    assert found["fate"] in FATES
    return frozenset(filter(None, (code.strip() for code in found["codes"].split(",")))), found[
        "fate"
    ]


def laid_out(document: Path, folder: Path) -> Path:
    """A copy to work on, with its files beside it."""
    own = document.with_suffix(".files")
    if own.is_dir():
        shutil.copytree(own, folder, dirs_exist_ok=True)
    folder.mkdir(exist_ok=True)
    for other in document.parent.iterdir():
        if other.is_file() and other.suffix != ".tex":
            shutil.copy(other, folder)
    return Path(shutil.copy(document, folder / document.name))


def first_codes(root: Path) -> set[str]:
    """What the first pass says."""
    engine = choose_engine(gather(root, read_document(root)))
    with tempfile.TemporaryDirectory() as job:
        bench = Bench.set_up(root, Path(job), engine, sandbox_level())
        return {d.code for d in bench.diagnose(bench.single(60.0))}


def fate_of(result: CompileResult) -> str:
    if result.quarantined:
        return "quarantined"
    if result.outcome is Outcome.DEGRADED:
        return "degraded"
    if result.cured:
        return "cured"
    return "clean" if result.outcome is Outcome.CLEAN else "told"


def complaint(document: Path) -> str | None:
    """What is otherwise than the document's first line says."""
    codes, fate = expected(document)
    with tempfile.TemporaryDirectory() as folder:
        root = laid_out(document, Path(folder) / "work")
        source = root.read_bytes()
        result = compile_document(root)
        missing = codes - {d.code for d in result.first}
        if missing:  # a precaution came before TeX could say it
            missing -= first_codes(root)
        if missing:
            whole = compile_document(root, mend=False, output=Path(folder))
            missing -= {d.code for d in whole.diagnostics}
        told = [f"{d.code}: {d}" for d in result.diagnostics if d.severity != "info"]
        if missing:
            return f"{document.name}: never says {sorted(missing)}; {told}"
        if fate_of(result) != fate:
            return f"{document.name}: {fate_of(result)}, not {fate}; {told}"
        if root.read_bytes() != source:
            return f"{document.name}: the user's own file was changed"
    return None


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_every_kind_is_told_and_ends_as_it_should(group):
    documents = [path for path in DOCUMENTS if path.relative_to(CORPUS).parts[0] == group]
    with ThreadPoolExecutor(2) as pool:
        complaints = [text for text in pool.map(complaint, documents) if text]
    assert complaints == []
