"""Files derived ahead are the files derived in turn: same steps, same errors, bounded memory."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from corpus import MakeMemory

from eywa_fs.catalog.files import FileRow
from eywa_fs.ingest.filepass import Rewritten, Step
from eywa_fs.ingest.lookahead import AHEAD_BYTES, Lookahead


def _step(path: str) -> Step:
    return Step(FileRow(path, "key", "session", 0, 0, "", 0, 0, 0))


@pytest.fixture
def derived() -> list[str]:
    """The paths that were derived so far."""
    return []


def _lookahead(derived: list[str], sizes: dict[str, int]) -> Lookahead:
    def derive(path: str) -> list[Step]:
        derived.append(path)
        return [_step(path)]

    return Lookahead(list(sizes), sizes.__getitem__, derive)


def test_gives_each_file_once_and_in_order(derived: list[str]) -> None:
    ahead = _lookahead(derived, {"a": 1, "b": 1, "c": 1})
    for path in ("a", "b", "c"):
        steps = ahead.take(path)
        assert steps is not None
        assert [step.file.path for step in steps] == [path]
        assert ahead.take(path) is None
    ahead.close()
    assert derived == ["a", "b", "c"]


def test_large_files_are_left_to_their_turn(derived: list[str]) -> None:
    ahead = _lookahead(derived, {"huge": AHEAD_BYTES + 1, "small": 1})
    assert ahead.take("huge") is None
    assert ahead.take("small") is not None
    ahead.close()
    assert derived == ["small"]


def test_derives_only_so_much_ahead(derived: list[str]) -> None:
    sizes = {f"f{number}": AHEAD_BYTES // 2 for number in range(6)}
    ahead = _lookahead(derived, sizes)
    assert ahead.take("f0") is not None
    ahead.close()
    assert len(derived) <= 3  # two at once, and one more for the one that was taken


def test_an_error_comes_out_where_the_file_is_asked_for() -> None:
    def derive(path: str) -> list[Step]:
        raise Rewritten(path)

    ahead = Lookahead(["a", "b"], lambda path: 1, derive)
    with pytest.raises(Rewritten):
        ahead.take("a")
    ahead.close()


def test_close_waits_for_the_file_at_hand() -> None:
    began, go = threading.Event(), threading.Event()

    def derive(path: str) -> list[Step]:
        began.set()
        go.wait(10)
        return []

    ahead = Lookahead(["a", "b"], lambda path: 1, derive)
    assert began.wait(10)
    threading.Timer(0.05, go.set).start()
    ahead.close()
    assert go.is_set()


def test_many_files_end_up_as_with_one_at_a_time(make_memory: MakeMemory, tmp_path: Path) -> None:
    """Derived ahead or each in a run of its own: the same documents."""
    digests = []
    for number, together in enumerate((True, False)):
        memory = make_memory(tmp_path / str(number))
        for session in range(4):
            memory.append(
                f"The kettle in room {session} hums.",
                session_id=f"s{session}",
                timestamp=1_700_000_000_000 + session,
                event_id=f"e{session}",
            )
            if not together:
                memory.index()
        memory.index()
        digests.append(memory.verify(deep=True).digest)
    assert digests[0] == digests[1]
