"""One line, one record: what is kept, what is completed from the path, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eywa_fs.errors import InvalidRecord
from eywa_fs.model.records import Record, Scope
from eywa_fs.truth.codec import MAX_DEPTH, Malformed, decode_record, encode_record
from eywa_fs.truth.layout import MAX_TIMESTAMP, TruthPath

SCOPE = Scope("acme", "ann")
PATH = TruthPath(
    "tenants/acme/users/ann/sessions/s1/2025-06-16.jsonl",
    "session",
    SCOPE,
    "s1",
    date(2025, 6, 16),
)
DAY_START = 1_750_032_000_000
LIMIT = 1 << 20
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def decode(value: Any, limit: int = LIMIT, start: int = 0) -> Record:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return decode_record(data, PATH, start, max_bytes=limit)


@given(
    TEXT.filter(str.strip),
    st.sampled_from(["user", "assistant", "system", "tool"]),
    st.integers(0, MAX_TIMESTAMP),
    st.lists(TEXT, max_size=3),
    st.none() | st.dictionaries(TEXT, JSON, min_size=1, max_size=3),
    st.none() | TEXT.filter(bool),
)
def test_round_trip(
    content: str, role: str, stamp: int, tags: list[str], meta: Any, speaker: str | None
) -> None:
    record = Record(
        "evt_1", "acme", "ann", "s1", role, content, stamp, speaker, tags=tuple(tags), meta=meta
    )
    line = encode_record(record, max_bytes=LIMIT)
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    assert decode(line[:-1]) == record
    assert record.sealed


def test_a_foreign_line_needs_only_content() -> None:
    record = decode({"content": "the ladder stands in the shed"}, start=40)
    assert (record.tenant_id, record.user_id, record.session_id) == ("acme", "ann", "s1")
    assert (record.role, record.timestamp, record.sealed) == ("user", DAY_START, False)
    assert record.event_id.startswith("evt_")
    again = decode({"content": "the ladder stands in the shed"}, start=40)
    elsewhere = decode({"content": "the ladder stands in the shed"}, start=41)
    assert record.event_id == again.event_id != elsewhere.event_id


def test_unknown_keys_are_kept() -> None:
    value = {"content": "x", "colour": {"deep": [1, None]}, "Content": 3}
    record = decode(value)
    assert record.extra == {"colour": {"deep": [1, None]}, "Content": 3}
    assert json.loads(encode_record(record, max_bytes=LIMIT))["colour"] == {"deep": [1, None]}


def test_unknown_keys_never_overwrite_ours() -> None:
    record = Record("evt_1", "acme", "ann", "s1", "user", "x", 0, extra={"tenantId": "evil"})
    assert json.loads(encode_record(record, max_bytes=LIMIT))["tenantId"] == "acme"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xfe", "not_utf8"),
        (b'{"content":"\xed\xa0\x80"}', "not_utf8"),
        (b'{"content":"caf\xe9"}', "not_utf8"),
        (b'{"content":"x \\ud800 y"}', "not_utf8"),
        (b'{"content":"x","meta":{"k":"\\udfff"}}', "not_utf8"),
        (b'{"content":"x","tags":["\\ud83d"]}', "not_utf8"),
        (b"", "not_json"),
        (b"{", "not_json"),
        (b"hello", "not_json"),
        (b'{"content":"x"} trailing', "not_json"),
        (b"\x00" * 64, "not_json"),
        (b"[" * 100_000, "not_json"),
        (b'{"content":"x","meta":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001, "not_json"),
        (b'{"content":"x","timestamp":' + b"9" * 6000 + b"}", "not_json"),
        (b"[]", "not_object"),
        (b'"content"', "not_object"),
        (b"null", "not_object"),
        (b"17", "not_object"),
        (b"{}", "no_content"),
        (b'{"content":null}', "no_content"),
        (b'{"content":7}', "no_content"),
        (b'{"content":["x"]}', "no_content"),
        (b'{"content":""}', "no_content"),
        (b'{"content":" \\n\\u3000"}', "no_content"),
        (b'{"content":"x","tenantId":"birch"}', "foreign_scope"),
        (b'{"content":"x","userId":"bob"}', "foreign_scope"),
        (b'{"content":"x","tenantId":null}', "foreign_scope"),
        (b'{"content":"x","tenantId":"Acme"}', "foreign_scope"),
        (b'{"content":"x","userId":["ann"]}', "foreign_scope"),
        (b'{"content":"x","timestamp":-1}', "bad_field"),
        (b'{"content":"x","timestamp":true}', "bad_field"),
        (b'{"content":"x","timestamp":1.5}', "bad_field"),
        (b'{"content":"x","timestamp":1e12}', "bad_field"),
        (b'{"content":"x","timestamp":"1750032000000"}', "bad_field"),
        (b'{"content":"x","timestamp":NaN}', "bad_field"),
        (b'{"content":"x","timestamp":253402300800000}', "bad_field"),
        (b'{"content":"x","messageRole":"root"}', "bad_field"),
        (b'{"content":"x","messageRole":null}', "bad_field"),
        (b'{"content":"x","messageRole":["user"]}', "bad_field"),
        (b'{"content":"x","messageRole":{}}', "bad_field"),
        (b'{"content":"x","eventId":5}', "bad_field"),
        (b'{"content":"x","tags":"one"}', "bad_field"),
        (b'{"content":"x","tags":[1]}', "bad_field"),
        (b'{"content":"x","speaker":{}}', "bad_field"),
        (b'{"content":"x","idempotencyKey":1}', "bad_field"),
    ],
)
def test_malformed(data: bytes, reason: str) -> None:
    with pytest.raises(Malformed) as caught:
        decode(data)
    assert caught.value.reason == reason


@given(st.binary(max_size=200) | JSON.map(lambda v: json.dumps(v).encode()))
def test_decoding_raises_only_malformed(data: bytes) -> None:
    try:
        decode(data)
    except Malformed as error:
        assert error.reason


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "content",
                "eventId",
                "tenantId",
                "userId",
                "sessionId",
                "messageRole",
                "role",
                "timestamp",
                "contentHash",
                "schemaVersion",
                "speaker",
                "tags",
                "meta",
                "idempotencyKey",
                "agentId",
                "requestId",
            ]
        ),
        JSON,
    )
)
def test_any_value_in_any_field_is_read_or_malformed(value: dict[str, Any]) -> None:
    value.setdefault("content", "a word")
    try:
        record = decode(value)
    except Malformed:
        return
    assert record.scope == SCOPE and isinstance(record.content, str)
    encode_record(record, max_bytes=LIMIT)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_how_a_letter_is_written_decides_nothing(number: str) -> None:
    """A number that is no JSON, or too large for one, does not cost the record its text."""
    for text in ("café", "caf\\u00e9"):
        line = f'{{"content":"{text}","n":{number}}}'
        assert decode(line.encode()).content == "café"


def test_nul_and_separators_inside_text_survive() -> None:
    text = "a\x00b\u2028c\u2029d\x85e\r\nf \u3000全角ＡＢ👩‍👩‍👧"
    record = Record("evt_1", "acme", "ann", "s1", "user", text, 5)
    line = encode_record(record, max_bytes=LIMIT)
    assert b"\n" not in line[:-1] and b"\x00" not in line
    assert decode(line[:-1]).content == text


def test_the_limit_counts_the_whole_line() -> None:
    record = Record("evt_1", "acme", "ann", "s1", "user", "山" * 50, 5)
    size = len(encode_record(record, max_bytes=LIMIT))
    assert len(encode_record(record, max_bytes=size)) == size
    with pytest.raises(InvalidRecord):
        encode_record(record, max_bytes=size - 1)
    with pytest.raises(Malformed) as caught:
        decode(b'{"content":"' + b"x" * 100 + b'"}', limit=100)
    assert caught.value.reason == "oversized"


@pytest.mark.parametrize(
    "fields",
    [
        {"content": "x \ud800"},
        {"meta": {"k": "\udc00"}},
        {"tags": ("\ud83d",)},
        {"meta": {"k": float("nan")}},
        {"meta": {"k": float("inf")}},
        {"meta": {"k": {1, 2}}},
        {"meta": {"k": b"bytes"}},
        {"meta": {("a", "b"): 1}},
    ],
)
def test_what_cannot_be_written(fields: dict[str, Any]) -> None:
    record = replace(Record("evt_1", "acme", "ann", "s1", "user", "x", 5), **fields)
    with pytest.raises(InvalidRecord):
        encode_record(record, max_bytes=LIMIT)


def test_meta_that_holds_itself_or_is_too_deep_is_refused() -> None:
    loop: dict[str, Any] = {}
    loop["again"] = loop
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"d": deep}
    for meta in (loop, deep):
        record = Record("evt_1", "acme", "ann", "s1", "user", "x", 5, meta=meta)
        with pytest.raises(InvalidRecord):
            encode_record(record, max_bytes=1 << 24)
    while deep:  # taking it apart by hand: the interpreter's own way recurses
        deep = deep["d"]


def test_a_seal_that_does_not_fit_is_seen() -> None:
    line = encode_record(
        Record("evt_1", "acme", "ann", "s1", "user", "left shelf", 5), max_bytes=LIMIT
    )
    foreign = b'{"content": "left shelf"}\n'
    for written, seal in ((line, "sealed"), (line.replace(b"left", b"best"), "broken")):
        assert decode(written[:-1]).seal == seal
    assert (decode(foreign[:-1]).seal, decode(foreign[:-1]).sealed) == ("none", False)


def nested(levels: int) -> bytes:
    """A record with objects so deep in each other, and brackets in its text."""
    inner = b'{"a":' * (levels - 1) + b"1" + b"}" * (levels - 1)
    return b'{"content":"[[[ \\" {{{","x":' + inner + b"}"


def deeper(frames: int, work: Callable[[], object]) -> object:
    return work() if frames == 0 else deeper(frames - 1, work)


@pytest.mark.parametrize("frames", [0, 300])
def test_how_deep_a_line_may_be_nested_does_not_depend_on_the_callers_stack(frames: int) -> None:
    assert deeper(frames, lambda: decode(nested(MAX_DEPTH)))
    with pytest.raises(Malformed, match=f"deeper than {MAX_DEPTH} levels"):
        deeper(frames, lambda: decode(nested(MAX_DEPTH + 1)))
    with pytest.raises(Malformed):
        decode(b'{"content":"' + b'\\"[' * 100_000)  # a text without an end, in linear time


def test_what_is_written_is_not_nested_deeper_than_what_is_read() -> None:
    meta: dict[str, Any] = {}
    for _ in range(MAX_DEPTH - 2):
        meta = {"a": meta}
    record = Record("evt_1", "acme", "ann", "s1", "user", "x", 1, meta=meta)
    assert decode(encode_record(record, max_bytes=LIMIT)[:-1]).meta == meta
    with pytest.raises(InvalidRecord, match="nested"):
        encode_record(replace(record, meta={"a": meta}), max_bytes=LIMIT)


@pytest.mark.parametrize(
    "key", ["eventId", "tenantId", "userId", "sessionId", "messageRole", "role", "timestamp",
            "expiresAt", "speaker", "meta", "tags"],
)  # fmt: skip
def test_an_empty_string_counts_as_missing(key: str) -> None:
    data = json.dumps({"content": "x", "other": "", key: ""}).encode()
    found = replace(decode(data), event_id="")
    assert found == replace(decode({"content": "x", "other": ""}), event_id="")
    assert found.extra == {"other": ""}
