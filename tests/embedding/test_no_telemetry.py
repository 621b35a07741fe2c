"""A memory writes nothing into the home folder and lets onnxruntime send no telemetry."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# What loads onnxruntime: the embedders by their first text, in a child process too, and chromadb's
# own embedder where something else makes it.
LOADED = """
import sys
from eywa_fs import EywaMemory
with EywaMemory(sys.argv[1], background=False) as memory:
    memory.append("The spare key hangs behind the blue door.")
    memory.index()
    assert memory.retrieve("Where is the spare key?").hits
import subprocess
subprocess.run([sys.executable, "-c", "import onnxruntime"], check=True)
from chromadb.utils.embedding_functions import ONNXMiniLM_L6_V2
ONNXMiniLM_L6_V2()
"""


@pytest.mark.parametrize("writable", [True, False])
def test_nothing_is_written_into_the_home_folder(tmp_path: Path, writable: bool) -> None:
    home = tmp_path / "home"
    home.mkdir() if writable else home.touch()  # a file: not even root writes below it
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ORT_", "XDG_", "EYWA_"))
    }
    done = subprocess.run(
        [sys.executable, "-c", LOADED, str(tmp_path / "root")],
        env={**kept, "HOME": str(home), "EYWA_EMBEDDING__BACKEND": "minilm"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not list(home.rglob("*"))
