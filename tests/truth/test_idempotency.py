"""Idempotency keys: a repeated message is written once, another one is never taken for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import MakeMemory

from eywa_fs.errors import KeyReused

PLAIN = {"embedding": {"backend": "minilm"}}


def test_a_message_that_is_repeated_is_written_once(root: Path, make_memory: MakeMemory) -> None:
    first = make_memory(root, PLAIN).append("I live in Porto. 🌊\r\n", idempotency_key="k").citation
    again = make_memory(root, PLAIN)  # another process would know no more
    repeated = again.append("I live in Porto. 🌊\r\n", idempotency_key="k", timestamp=5)
    assert repeated.citation == first
    assert len(again.list().items) == 1


def test_another_message_with_the_key_is_refused_and_nothing_of_its_call_is_written(
    root: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root, PLAIN)
    memory.append("I live in Porto.", idempotency_key="k")
    for text, role in (("I live in Braga.", "user"), ("I live in Porto.", "assistant")):
        with pytest.raises(KeyReused, match="'k'"):
            memory.append(text, role, idempotency_key="k")
    with pytest.raises(KeyReused):
        memory.append_many([{"content": "new"}, {"content": "other", "idempotency_key": "k"}])
    with pytest.raises(KeyReused):
        memory.append_many([{"content": text, "idempotency_key": "n"} for text in ("a", "b")])
    assert memory.append("I live in Braga.", idempotency_key="k", user_id="ben")
    assert [one.record.content for one in memory.list().items] == ["I live in Porto."]
