"""A question with a filter is refused, and the user's history is found by their own name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from facts.stories import U, say, tell

from eywa_fs import EywaMemory
from eywa_fs.errors import BadRequest
from eywa_fs.factbase.book import history


@pytest.mark.parametrize("question", ["Where do I live?", "我住在哪？"])
@pytest.mark.parametrize(
    "narrowed",
    [{"subject": "Petra"}, {"predicate": "lives_in"}, {"every": True}, {"candidates": True}],
)
def test_a_question_takes_no_filter(
    tmp_path: Path, question: str, narrowed: dict[str, Any]
) -> None:
    with EywaMemory(tmp_path) as memory:
        with pytest.raises(BadRequest, match="by itself"):
            memory.facts(question, **narrowed)
        assert memory.facts(question).facts == memory.facts(**narrowed).facts == ()


def test_the_user_is_found_by_their_own_name() -> None:
    state = tell(
        ("2024-01-01", say(U, "name", "Ottilie", kind="person")),
        ("2024-01-02", say(U, "lives_in", "Gouda", kind="place")),
        ("2024-01-03", say("Marit", "lives_in", "Delft", kind="place")),
        ("2024-01-04", say(U, "name", "Hedda", kind="person", no=True)),
    )
    for who in ("me", "Ottilie", "user", "我"):
        assert [fact.object for fact in history(state, who, "lives_in")] == ["Gouda"]
    assert [fact.object for fact in history(state, "Marit", "lives_in")] == ["Delft"]
    assert history(state, "Anouk", "lives_in") == history(state, "Hedda", "lives_in") == ()
