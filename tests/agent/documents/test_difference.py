import shutil
import subprocess

import pytest

from agent.documents.difference import difference
from agent.documents.read import open_document
from tests.agent.documents.test_read import ROOT, lay


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
@pytest.mark.parametrize("tail", ["", "\n"])
def test_patch_takes_the_difference(tmp_path, tail):
    body = "\\input{ch/a}\n\\input{b}\n"
    root = lay(tmp_path, t=ROOT % body, ch__a=f"old\x0c\u2028 Größe\none{tail}", b="old\ntwo\n")
    document = open_document(root)
    text = document.tree.text.replace("old", "new").replace("one", "ONE")
    told = subprocess.run(
        ["patch", "-p1", "--binary"],
        cwd=tmp_path,
        input=difference(document, text).encode(),
        capture_output=True,
        check=True,
    )
    assert told.returncode == 0
    assert open_document(root).tree.text == text


def test_nothing_changed_is_no_difference(tmp_path):
    document = open_document(lay(tmp_path, t="x"))
    assert difference(document, document.tree.text) == ""


def test_an_edit_that_no_file_can_take_is_shown_all_the_same(tmp_path):
    document = open_document(lay(tmp_path, t=ROOT % "\\input{a}\\input{b}", a="alpha", b="beta"))
    shown = difference(document, document.tree.text.replace("alpha\nbeta", "alXta"))
    assert "+alXta" in shown
