"""Fixtures shared by every test: a temporary root, memories over it, a warm embedding cache.

The real embedder runs everywhere. What one test embedded, the next ones find in their cache: the
cache file is copied into a root before it is opened and back after it is closed, so that a session
embeds each text once.
"""

from __future__ import annotations

import gc
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import forked
import pytest
from corpus import (
    DAY_0,
    MINUTE,
    TINY_EN,
    TINY_ZH,
    Clock,
    Eywa,
    MakeMemory,
    Ran,
    keep_vectors,
    remember_queries,
    warm_up,
)
from factbase.lives import MakeQuick, QuickMemory
from forked import Forge
from hypothesis import HealthCheck, settings

from eywa_fs.embedding import onnx_session
from eywa_fs.index import host_process
from eywa_fs.memory import EywaMemory

# No test depends on how fast the machine is, nor on chance: what Hypothesis draws follows from the
# test. Other examples are tried with --hypothesis-profile=chance.
calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("chance", calm)
settings.register_profile("eywa", calm, derandomize=True, database=None)
settings.load_profile("eywa")

# A search is cut short where a test says so, never because the host is slow: it would be degraded.
os.environ.setdefault("EYWA_VECTORS__QUERY_TIMEOUT_S", "30")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected lives as long as the process: it is not searched for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the endurance, browser and node tests out, unless ``-m`` speaks of them."""
    marks = [one for one in ("endurance", "browser", "node") if one not in config.option.markexpr]
    left_out = [item for item in items if any(item.get_closest_marker(one) for one in marks)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session", autouse=True)
def forge() -> Iterator[Forge | None]:
    """Vector stores of this process begin as forks of one that has imported them; where nothing
    can be forked, they are started anew. Some tests of the store itself start it anew."""
    if not hasattr(os, "fork") or not hasattr(socket, "send_fds"):
        yield None
        return
    forked.current, started = Forge(), host_process.started
    host_process.started = forked.current.host
    yield forked.current
    host_process.started = started
    forked.current.close()


@pytest.fixture(scope="session", autouse=True)
def models() -> Iterator[None]:
    """The models that a test has loaded stay loaded for the others, and queries embedded."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(onnx_session, "loaded", {})
        patched.setattr(onnx_session.OnnxEmbedder, "_embed", onnx_session.OnnxEmbedder._embed)
        remember_queries()
        yield


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty data root."""
    return tmp_path / "root"


@pytest.fixture
def clock() -> Clock:
    """A clock the test moves."""
    return Clock()


@pytest.fixture(scope="session")
def warm_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The session's embedding cache; missing until the first memory was closed."""
    return tmp_path_factory.mktemp("warm") / "embeddings.db"


@pytest.fixture
def make_memory(root: Path, warm_cache: Path) -> Iterator[MakeMemory]:
    """Make memories; every one still open is closed at the end of the test.

    Call it like ``EywaMemory``; the root defaults to the test's, ``background`` to ``False``.
    ``warm=False`` starts without the session's cached vectors.
    """
    made: list[EywaMemory] = []

    def make(where: Path | None = None, /, *args: Any, warm: bool = True, **kw: Any) -> EywaMemory:
        place = root if where is None else Path(where)
        if warm:
            warm_up(place, warm_cache)
        memory = EywaMemory(place, *args, **{"background": False, **kw})
        made.append(memory)
        return memory

    yield make
    for memory in reversed(made):
        memory.close()
    for place in {memory.layout.root for memory in made}:
        keep_vectors(place, warm_cache)


@pytest.fixture
def memory(make_memory: MakeMemory) -> EywaMemory:
    """A memory over ``root`` that indexes only when told to."""
    return make_memory()


@pytest.fixture
def open_quick(root: Path) -> Iterator[MakeQuick]:
    """Open memories that need no embedder over ``root``, or another one; closed at the end of the
    test."""
    made: list[QuickMemory] = []

    def opened(where: Path | None = None, /, *args: Any, **kw: Any) -> QuickMemory:
        memory = QuickMemory(where or root, *args, **{"background": False, **kw})
        made.append(memory)
        return memory

    yield opened
    for memory in reversed(made):
        memory.close()


@pytest.fixture
def quick(open_quick: MakeQuick) -> QuickMemory:
    """One such memory."""
    return open_quick()


@pytest.fixture
def eywa(root: Path, capsys: pytest.CaptureFixture[str]) -> Eywa:
    """Run a command on the test's root, or another one, in this process:
    ``eywa("search", "x", "--json")``."""
    from eywa_fs.cli.main import run_arguments

    def ran(*arguments: str, code: int = 0, at: Path = root) -> Ran:
        capsys.readouterr()
        found = run_arguments(["--root", str(at), *arguments])
        text = capsys.readouterr()
        assert found == code, text.out + text.err
        assert "Traceback" not in text.err
        return Ran(found, text.out, text.err)

    return ran


@pytest.fixture
def tiny() -> Callable[..., list[dict[str, Any]]]:
    """Make the drafts of a small conversation: ``tiny()``, ``tiny("zh")``, ``tiny(user_id="eva")``.

    One record a minute from ``DAY_0`` on, user and assistant in turn.
    """

    def drafts(language: str = "en", **fields: Any) -> list[dict[str, Any]]:
        texts = TINY_ZH if language == "zh" else TINY_EN
        return [
            {
                "content": text,
                "role": ("user", "assistant")[n % 2],
                "timestamp": DAY_0 + n * MINUTE,
                **fields,
            }
            for n, text in enumerate(texts)
        ]

    return drafts


@pytest.fixture
def small_disk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A file system of two megabytes, or as many as the test says; skipped where one may not be
    mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    size = f"size={getattr(request, 'param', 2)}m,mode=0700"
    command = [mount or "", "-t", "tmpfs", "-o", size, "tmpfs", str(place)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system may be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.fixture
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables of the machine must not change what the settings are."""
    for name in os.environ:
        if name.startswith("EYWA_"):
            monkeypatch.delenv(name)
