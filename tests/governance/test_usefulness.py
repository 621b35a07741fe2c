"""What is said of the use of records: lines of the truth, a bounded gain, gone with the record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from corpus import MakeMemory
from factbase.lives import DAY_0, MakeQuick
from hypothesis import given
from hypothesis import strategies as st

from eywa_fs import EywaMemory
from eywa_fs.errors import BadRequest, NotFound, ScopeForbidden
from eywa_fs.governance.changes import Change, Place
from eywa_fs.governance.memories import usefulness
from eywa_fs.model.records import Anchor
from eywa_fs.retrieval.fusion import Ranking, with_feedback

QUERY = "Which tea?"
ON = {"retrieval": {"feedback": True}}
SAID = {"green": "I bought green tea.", "black": "I bought black tea."}
"""The second one is the newer one, and so the first of two that fit alike."""


def told(memory: EywaMemory, **options: str) -> None:
    for day, (name, text) in enumerate(SAID.items()):
        given = {"event_id": name, "session_id": name, "timestamp": DAY_0 + day * 1000}
        memory.append(text, **given, **options)  # type: ignore[arg-type]


def order(memory: EywaMemory, **options: Any) -> list[str]:
    return [hit.event_id for hit in memory.retrieve(QUERY, **options).hits]


def test_it_counts_at_once_after_indexing_and_after_a_rebuild(make_memory: MakeMemory) -> None:
    memory = make_memory(config=ON)
    told(memory)
    memory.index()
    [before] = [hit for hit in memory.retrieve(QUERY).hits if hit.event_id == "green"]
    noted = memory.feedback("green", useful=True, reason="it was this one")
    assert noted.event_ids == ("green",) and "/decisions/" in noted.citations[0]

    def now() -> list[tuple[str, float]]:
        hits = memory.retrieve(QUERY).hits
        [hit] = [hit for hit in hits if hit.event_id == "green"]
        assert hit.sources["feedback"] == pytest.approx(0.05 / 3) and "of use before" in hit.why
        assert hit.score == pytest.approx(before.score + 0.05 / 3)
        return [(hit.event_id, hit.score) for hit in hits]

    seen = [now()]
    memory.index()
    seen.append(now())
    report = memory.verify(deep=True)
    assert report.ok, report.findings
    assert memory.rebuild(prove=True).digest == report.digest
    assert [*seen, now()] == [seen[0]] * 3
    assert [one.op for one in memory.versions("green")] == ["add"]
    [entry] = memory.audit(action="memory_feedback")
    assert (entry.target, entry.reason) == ("green", "it was this one")


def test_what_was_of_no_use_goes_down_and_one_can_think_again(open_quick: MakeQuick) -> None:
    memory = open_quick(config=ON)
    told(memory)
    memory.feedback("black", useful=False)
    assert order(memory) == ["green", "black"]
    for _ in range(2):
        memory.feedback("black", useful=True)
    assert order(memory) == ["black", "green"]


def test_an_answer_is_named_by_its_trace(open_quick: MakeQuick) -> None:
    memory = open_quick(config=ON)
    told(memory)
    memory.append("The tram was late.", event_id="tram")
    found = memory.retrieve("green", limit=1)
    assert memory.feedback(found.trace_id, useful=True).event_ids == ("green",)
    assert order(memory)[0] == "green"
    context = memory.before_llm("the tram", trace_id="mine")
    assert "tram" in memory.feedback("mine", useful=False).event_ids and context.trace_id == "mine"
    memory.close()
    with pytest.raises(NotFound):  # only the process that answered knows what it gave
        open_quick(config=ON).feedback(found.trace_id, useful=True)


def test_it_is_off_by_default_and_is_of_the_present(open_quick: MakeQuick) -> None:
    memory = open_quick(config=ON)
    told(memory)
    memory.feedback("green", useful=True)
    assert order(memory, as_of=DAY_0 + 10_000) == ["black", "green"]
    memory.close()
    memory = open_quick()
    assert order(memory) == ["black", "green"]


def test_only_records_of_the_user_can_be_named(open_quick: MakeQuick) -> None:
    memory = open_quick(config=ON)
    told(memory, user_id="ana")
    foreign = memory.retrieve(QUERY, user_id="ana")
    with pytest.raises(ScopeForbidden):
        memory.feedback(foreign.hits[0].citation, useful=True)
    for name in ("green", foreign.trace_id):
        with pytest.raises(NotFound):
            memory.feedback(name, useful=True)
    with pytest.raises(BadRequest):
        memory.feedback("green", useful="yes", user_id="ana")  # type: ignore[arg-type]
    assert not [*memory.layout.root.glob("tenants/**/decisions/*")]


def test_a_line_of_another_form_has_no_effect_and_is_named(open_quick: MakeQuick) -> None:
    memory = open_quick(config=ON)
    told(memory)
    good = memory.feedback("green", useful=True).citations[0]
    path = memory.layout.root / good.partition(":")[0]
    line = json.loads(path.read_bytes())
    for meta in ({"useful": "no"}, {"useful": None}, {"target": ""}, {"target": 3}):
        line["eventId"] = f"bad-{next(iter(meta.values()))}"
        line["meta"] |= meta
        line.pop("contentHash", None)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    memory.index()
    assert order(memory) == ["green", "black"]
    assert memory.explain(QUERY, "green").sources["feedback"] == pytest.approx(0.05 / 3, 1e-3)
    found = memory.verify(deep=True)
    assert [one.kind for one in found.findings].count("malformed_line") == 4


def test_what_was_said_about_an_erased_record_goes_with_it(open_quick: MakeQuick) -> None:
    memory = open_quick(config=ON)
    told(memory)
    memory.feedback("green", useful=True, reason="the green one")
    memory.index()
    memory.erase(event_ids=["green"], reason="asked")
    left = b"".join(path.read_bytes() for path in memory.layout.root.glob("tenants/**/*.jsonl"))
    assert b"green" not in left
    assert order(memory) == ["black"]


def change(target: str, useful: bool) -> Change:
    anchor = Anchor("", "", 1, 1, 0, 0, "")
    return Change("d", 0, anchor, target, "feedback", 0, Place("", 0, 0), useful=useful)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=30), st.randoms())
def test_usefulness_is_bounded_and_of_no_order(
    said: Sequence[tuple[str, bool]], chance: Random
) -> None:
    changes = [change(*one) for one in said]
    found = usefulness(changes)
    chance.shuffle(changes)
    assert usefulness(changes) == found
    assert all(-1 < value < 1 for value in found.values())
    more = usefulness([*changes, change("a", True)])
    assert more.get("a", 0.0) > found.get("a", 0.0)


@given(
    st.lists(st.floats(-5, 5), min_size=1, max_size=12),
    st.lists(st.floats(-1, 1), max_size=12),
    st.floats(0.01, 1),
)
def test_a_better_match_is_never_overtaken(
    scores: list[float], useful: list[float], weight: float
) -> None:
    score = np.array(sorted(scores, reverse=True))
    before = Ranking(np.arange(len(score)), score, {"exact": score})
    after = with_feedback(before, useful[: len(score)], weight)
    place = {int(number): n for n, number in enumerate(after.order)}
    assert sorted(place) == [*range(len(score))]
    for first in range(len(score)):
        for second in range(first + 1, len(score)):
            if score[first] > score[second] + 2 * weight + 1e-9:
                assert place[first] < place[second] or second >= len(useful)
    assert np.allclose(sum(after.contributions.values()), after.score)
