"""The outbox: claims, retries, dead letters, and who may take what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from eywa_fs.catalog import outbox
from eywa_fs.catalog.outbox import MAX_ATTEMPTS
from eywa_fs.catalog.store import Catalog


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    store = Catalog(tmp_path / "catalog.db", create=True)
    yield store
    store.close()


def add(catalog: Catalog, target: str = "file", *, attempts: int = 0) -> int:
    with catalog.write() as connection:
        return outbox.add(
            connection, "INDEX_UPSERT", [target], reason="changed", now_ms=1000, attempts=attempts
        )


def claim(catalog: Catalog, token: int, now_ms: int = 1000) -> list[outbox.OutboxEvent]:
    with catalog.write() as connection:
        return outbox.claim(connection, token, now_ms, 10)


def test_the_same_work_waits_once(catalog: Catalog) -> None:
    assert add(catalog) and not add(catalog)
    assert add(catalog, "other")
    assert [event.target for event in claim(catalog, 1)] == ["file", "other"]
    assert add(catalog)  # bytes may have come after the claim


def test_a_claim_is_for_one_token_and_dies_with_it(catalog: Catalog) -> None:
    add(catalog)
    assert len(claim(catalog, 1)) == 1
    assert claim(catalog, 1) == []
    assert len(claim(catalog, 2)) == 1
    with catalog.write() as connection:
        outbox.release(connection, 1)  # no longer its own
    assert claim(catalog, 2) == []
    with catalog.write() as connection:
        outbox.release(connection, 2)
    assert len(claim(catalog, 2)) == 1


def test_eight_attempts(catalog: Catalog) -> None:
    add(catalog)
    now, waits = 1000, []
    while True:
        [event] = claim(catalog, 1, now)
        with catalog.write() as connection:
            dead = outbox.fail(connection, event, "no " * 1000, now)
            [event] = outbox.listing(connection)
        assert len(event.error) <= 2000
        if dead:
            break
        waits.append((event.next_attempt_at - now) // 1000)
        assert claim(catalog, 1, event.next_attempt_at - 1) == []
        now = event.next_attempt_at
    assert waits == [1, 2, 4, 8, 16, 16, 16] and event.attempts == 8
    with catalog.write() as connection:
        assert not outbox.add(
            connection, "INDEX_UPSERT", ["file"], reason="changed", now_ms=now, revive=False
        )
        assert outbox.counts(connection) == {"dead_letter": 1}
        assert outbox.retry(connection, now) == 1
    assert [event.attempts for event in claim(catalog, 2, now)] == [0]


def test_a_dead_letter_is_replaced_not_joined(catalog: Catalog) -> None:
    assert add(catalog, attempts=MAX_ATTEMPTS)
    assert add(catalog, attempts=MAX_ATTEMPTS)
    with catalog.read() as connection:
        assert outbox.counts(connection) == {"dead_letter": 1}
    assert add(catalog)
    with catalog.read() as connection:
        assert outbox.counts(connection) == {"pending": 1}


def test_a_note_of_work_that_begins_is_due_until_acknowledged(catalog: Catalog) -> None:
    def note() -> int:
        with catalog.write() as connection:
            return outbox.insert_due(
                connection, "INDEX_DELETE", "t", reason="unfinished", now_ms=5, payload="[1]"
            )

    first = note()
    assert note() == first  # the second try of the same batch
    with catalog.write() as connection:
        outbox.acknowledge(connection, [first])
        assert outbox.listing(connection) == []
    assert note() and [event.reason for event in claim(catalog, 1)] == ["unfinished"]


def test_many_files_are_queued_as_one_by_one(catalog: Catalog) -> None:
    """Waiting work is left, dead letters are revived or left as asked, the rest is queued once."""
    names = [f"file{number:04d}" for number in range(1200)]
    assert add(catalog, names[3])
    assert add(catalog, names[700], attempts=MAX_ATTEMPTS)
    for revive, queued in ((False, 1198), (True, 1), (True, 0)):
        with catalog.write() as connection:
            assert queued == outbox.add(
                connection,
                "INDEX_UPSERT",
                [*names, names[5]],
                reason="changed",
                now_ms=1000,
                revive=revive,
            )
    with catalog.write() as connection:
        events = outbox.listing(connection, 2000)
        assert sorted(event.target for event in events) == names
        assert {event.status for event in events} == {"pending"}
        assert outbox.add(connection, "INDEX_REPAIR", (), reason="x", now_ms=1) == 0
