"""Two processes append, each with an indexer, and one searches: nothing lost, torn or in error.

Two seconds in the quick form, thirty in ``pytest -m endurance tests/durability``.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from corpus import warm_up
from durability.check import Child, Told, check
from durability.records import TEXTS, draft

from eywa_fs.memory import EywaMemory


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [2.0, pytest.param(30.0, marks=pytest.mark.endurance)])
def test_two_append_and_one_searches(
    tmp_path: Path, warm_cache: Path, seconds: float, capfd: pytest.CaptureFixture[str]
) -> None:
    root, told = tmp_path / "root", Told()
    warm_up(root, warm_cache)
    options = ("--background", "--pause", "0.01", "--seconds", str(seconds), "--round", "0")
    writers = [Child(root, told, *options, "--writer", writer) for writer in ("a", "b")]
    for writer in writers:
        writer.wait_ready()
    searches = _search(root, time.monotonic() + seconds)
    for writer in writers:
        done = writer.finish()
        assert done.returncode == 0, done
        assert "Traceback" not in done.stderr and "ERROR" not in done.stderr, done
    check(root, tmp_path / "scratch", warm_cache, told)
    with EywaMemory(root, background=False) as memory:
        assert memory.rebuild(prove=True).equal
    assert told.acknowledged == told.tried
    by_writer = [sum(e.startswith(w) for e in told.acknowledged) for w in ("a", "b")]
    assert min(by_writer) > 10 and searches > 1, "all three did something"
    with capfd.disabled():
        print(f"\n{seconds:g} s: {by_writer} acknowledged, {searches} searches")


def _search(root: Path, until: float) -> int:
    """Search in this process until then; each hit is a record that somebody wrote, word for word.

    Once a search had an index, none may be degraded any more. Returns how many searches there were.
    """
    searches, had_index = 0, False
    with EywaMemory(root, background=False) as memory:
        while time.monotonic() < until or searches < 2:
            text = TEXTS[searches % len(TEXTS)]
            result = memory.retrieve(text, tenant_id="acme", user_id="ana", limit=50)
            reasons = {reason.split(":", 1)[0] for reason in result.degraded}
            assert reasons <= (set() if had_index else {"index_missing"}), result.degraded
            for hit in result.hits:
                expected = draft(hit.event_id)
                assert hit.text == expected["content"] and expected["user_id"] == "ana"
                shown = memory.show(hit.citation, tenant_id="acme", user_id="ana")
                assert shown.event_id == hit.event_id
            assert len({hit.event_id for hit in result.hits}) == len(result.hits)
            had_index = had_index or not result.degraded
            searches += 1
    return searches
