"""The cache of readings: the same bytes as reading anew, whatever state the file is in.

That processes share one file, and that no row is taken for another, shows in that of embeddings.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from corpus import DAY, DAY_0, MakeMemory, catalog_of

from eywa_fs.catalog import readings
from eywa_fs.facts import readings as rules
from eywa_fs.hashing import content_hash
from eywa_fs.ingest.derive import Placed, reading_anew, record_readings
from eywa_fs.ingest.reading_cache import CachedReader, ReadingCache, message_key
from eywa_fs.memory import EywaMemory
from eywa_fs.model.records import Anchor, Record

RULES = "7 UTC"
SAID = (
    "I moved to Turku yesterday, and I love plum cake.",
    "What shall we cook tonight?",
    "我昨天搬到了昆明。",
    'My dog is called "Pixel\\1" \u2028 and I work as a gardener.',
    "Scratch that.",
)


def message(content: str, timestamp: int = DAY_0) -> Record:
    return Record("e", "t", "u", "s", "user", content, timestamp)


MESSAGES = [message(content) for content in SAID]


class Counting:
    """Reads by the rules, and notes how many messages it was asked for."""

    def __init__(self, timezone: str = "UTC") -> None:
        self.read = 0
        self._anew = reading_anew(timezone)

    def __call__(self, messages: Sequence[Record]) -> Sequence[str]:
        self.read += len(messages)
        return self._anew(messages)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "readings.db"


def read(path: Path, messages: Sequence[Record], name: str = RULES) -> tuple[list[str], int]:
    """What a reader that opens the file says, and how many messages it had to read."""
    anew = Counting()
    with closing(ReadingCache(path)) as cache:
        reader = CachedReader(anew, cache, name)
        said = reader(messages)
        reader.store()
    return said, anew.read


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as raw:
        for statement in statements:
            raw.execute(statement)
        raw.commit()


def test_what_is_kept_is_what_is_read_anew_byte_by_byte(path: Path) -> None:
    lines = [
        Placed(record, Anchor("f.jsonl", "", n, n, 0, 1, content_hash(b"")))
        for n, record in enumerate([*MESSAGES, *MESSAGES[:2]], start=1)
    ]
    asked = replace(lines[0], record=replace(MESSAGES[0], role="assistant"))
    expected = [rules.read_message(item.record, item.anchor) for item in lines]
    assert [found is not None for found in expected[:5]] == [True, False, True, True, True]
    for opened in range(2):
        anew = Counting()
        with closing(ReadingCache(path)) as cache:
            reader = CachedReader(anew, cache, RULES)
            found = record_readings([*lines, asked], "session", reader)
            reader.store()
        assert found == [reading for reading in expected if reading is not None]
        assert anew.read == (0 if opened else len(MESSAGES))


def test_the_time_counts(path: Path) -> None:
    later = [message(content, DAY_0 + DAY) for content in SAID]
    assert read(path, MESSAGES)[0] != read(path, later)[0]
    assert read(path, [*MESSAGES, *later])[1] == 0
    assert message_key(message("1 a", 2)) != message_key(message("a", 21))


def test_other_rules_and_zones_miss_and_the_old_rows_go(path: Path) -> None:
    for name in ("6 UTC", RULES, "7 Asia/Shanghai", RULES):
        assert read(path, MESSAGES, name)[1] == len(MESSAGES)
        with closing(ReadingCache(path)) as cache:
            assert (cache.count(), cache.count(name)) == (len(MESSAGES), len(MESSAGES))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE readings SET said = x'7b7d'",
        "UPDATE readings SET said = ''",
        "UPDATE readings SET said = 5",
        "UPDATE readings SET checksum = 'x'",
        "UPDATE readings SET message = x'00' || substr(message, 2)",
    ],
)
def test_a_damaged_row_is_read_again(path: Path, damage: str) -> None:
    expected, _ = read(path, MESSAGES)
    change(path, damage)
    assert read(path, MESSAGES) == (expected, len(MESSAGES))
    assert read(path, MESSAGES) == (expected, 0)


@pytest.mark.parametrize("damage", ["garbage", "truncated", "empty"])
def test_a_damaged_file_is_replaced(path: Path, damage: str) -> None:
    many = [message(f"My cat is called Tom{number}.") for number in range(300)]
    expected, _ = read(path, many)
    sound = path.read_bytes()
    path.write_bytes(
        {"garbage": b"no database " * 999, "truncated": sound[: len(sound) // 2], "empty": b""}[
            damage
        ]
    )
    again, misses = read(path, many)
    assert again == expected
    assert misses > 0
    assert read(path, many)[0] == expected
    assert read(path, many) == (expected, 0)


def test_a_file_that_cannot_be_used_is_done_without(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    expected, _ = read(path, MESSAGES)
    change(path, "PRAGMA user_version = 999")
    assert read(path, MESSAGES) == (expected, len(MESSAGES))
    assert len(caplog.messages) == 1, "said once"
    path.unlink()
    path.mkdir()
    assert read(path, MESSAGES) == (expected, len(MESSAGES))


def test_what_is_not_kept_leaves_no_byte_behind(path: Path) -> None:
    said = {bytes([number]) * 16: f"said {number:03} " * 50 for number in range(40)}
    kept, dropped = bytes([7]) * 16, bytes([8]) * 16
    with closing(ReadingCache(path)) as cache:
        cache.put_many(RULES, said)
        assert cache.keep_only(RULES, [kept]) == len(said) - 1
        assert cache.get_many(RULES, said) == {kept: said[kept]}
    content = b"".join(file.read_bytes() for file in path.parent.iterdir() if file.is_file())
    assert kept in content and dropped not in content
    assert said[dropped].encode() not in content


def filled(memory: EywaMemory) -> Path:
    """An indexed memory, and where its readings are kept."""
    for number, content in enumerate(SAID):
        memory.append(content, timestamp=DAY_0 + number)
    memory.index()
    return memory.layout.index / "readings.db"


def facts(memory: EywaMemory) -> list[str]:
    found = memory.facts().facts
    assert found
    return [repr(fact) for fact in found]


def forge(path: Path) -> None:
    """Give a sound row that says what nobody said."""
    rules_of = f"{rules.RULES} UTC"
    with closing(ReadingCache(path)) as cache:
        name = message_key(message(SAID[0]))
        [said] = cache.get_many(rules_of, [name]).values()
        assert "plum cake" in said
        cache.put_many(rules_of, {name: said.replace("plum cake", "rye bread")})


def test_a_rebuild_reads_nothing_again(memory: EywaMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(memory)
    before = facts(memory)
    read_content = rules.read_content
    asked: list[str] = []

    def noted(content: str, timestamp_ms: int, timezone: str) -> str:
        asked.append(content)
        return read_content(content, timestamp_ms, timezone)

    monkeypatch.setattr(rules, "read_content", noted)
    first = memory.rebuild()
    assert not asked
    assert (first.digest, facts(memory)) == (first.previous_digest, before)
    assert memory.verify(deep=True).ok
    assert memory.rebuild(prove=True).equal
    assert len(asked) == len(SAID), "a proof must not rest on what was read before"


def test_without_the_cache_the_answers_are_the_same(make_memory: MakeMemory) -> None:
    with make_memory() as memory:
        path = filled(memory)
        before = facts(memory)
    path.unlink()
    with make_memory() as memory:
        report = memory.rebuild()
        assert (report.digest, facts(memory)) == (report.previous_digest, before)
    assert path.exists()


def test_a_proof_finds_what_a_forged_cache_led_to_and_mends_it(memory: EywaMemory) -> None:
    path = filled(memory)
    sound = facts(memory)
    forge(path)
    memory.rebuild()
    assert facts(memory) != sound
    assert memory.rebuild(prove=True).equal is False
    assert facts(memory) == sound
    memory.rebuild()
    assert facts(memory) == sound


def test_a_rebuild_drops_what_no_record_says(memory: EywaMemory) -> None:
    path = filled(memory)
    root = memory.layout.root
    [file] = root.glob("tenants/**/sessions/**/*.jsonl")
    lines = [line for line in file.read_bytes().splitlines(True) if b"Turku" not in line]
    file.write_bytes(b"".join(lines))
    memory.index()
    with closing(ReadingCache(path)) as cache:
        assert cache.count() == len(SAID)
    memory.rebuild()
    with closing(ReadingCache(path)) as cache:
        assert cache.count() == len(SAID) - 1
    kept = b"".join(part.read_bytes() for part in path.parent.glob("readings.db*"))
    assert b"Turku" not in kept
    with catalog_of(memory).read() as connection:
        assert len(readings.paths(connection)) == 1
