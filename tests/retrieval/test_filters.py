"""A filter that cannot match is an error, not an empty answer."""

from __future__ import annotations

import pytest
from corpus import DAY, DAY_0, MakeMemory

from eywa_fs.errors import BadRequest
from eywa_fs.memory import EywaMemory


@pytest.mark.parametrize(
    "filters",
    [{"roles": ["usr"]}, {"source_types": "markdown"}, {"colour": "red"}, {"tags": [3]}],
)
def test_unknown_filters_are_refused(memory: EywaMemory, filters: dict[str, object]) -> None:
    with pytest.raises(BadRequest):
        memory.retrieve("kettle", filters=filters)


def test_known_filters_select(memory: EywaMemory) -> None:
    memory.append("The kettle leaks.", role="user", tags=["kitchen"])
    memory.append("A kettle needs a gasket.", role="assistant")
    found = memory.retrieve("kettle", filters={"roles": "assistant"}).hits
    assert [hit.text for hit in found] == ["A kettle needs a gasket."]
    found = memory.retrieve("kettle", filters={"tags": ["kitchen"], "roles": ["user"]}).hits
    assert [hit.text for hit in found] == ["The kettle leaks."]


HARBOUR = (
    ("The crane at the quay lifts 40 tonnes.", "起重机最多能吊四十吨。"),
    ("We load the ships at night.", "货船都在夜里装货。"),
)
MILL = (
    (
        "The crane at the mill lifts 12 tonnes now, it was replaced.",
        "起重机现在只能吊十二吨，换过了。",
    ),
    ("We load the wagons at noon.", "货车都在中午装货。"),
)


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize("asked", ["How much does the crane lift?", "起重机能吊多少吨？"])
def test_a_block_keeps_to_the_filters_with_all_that_stands_in_it(
    make_memory: MakeMemory, asked: str, indexed: bool
) -> None:
    memory = make_memory()
    for day, (name, told) in enumerate((("harbour", HARBOUR), ("mill", MILL))):
        for lines in told:
            for line in lines:
                memory.after_llm(
                    line, "好。", session_id=name, tags=[name], timestamp=DAY_0 + day * 5 * DAY
                )
    for n in range(12):
        memory.append(f"Step {n} of the plan is done.", session_id="mill", timestamp=DAY_0 + n)
    memory.append("I am allergic to walnuts.", event_id="nuts", session_id="home")
    memory.append("The mill closes in May.", event_id="may", session_id="mill", tags=["mill"])
    memory.pin("may")
    if indexed:
        memory.index()
    ours = {line for lines in HARBOUR for line in lines}
    for filters in ({"tags": ["harbour"]}, {"session_ids": ["harbour"]}):
        found = memory.before_llm(asked, session_id="harbour-2", filters=filters)
        assert all("/sessions/harbour/" in one.citation for one in found.citations)
        assert any(line in found.context for line in ours)
        assert not any(word in found.context for word in ("older", "12", "十二", "walnuts", "May"))
    whole = memory.before_llm(asked, session_id="harbour-2").context
    assert "walnuts" in whole and "The mill closes in May." in whole
    newer = MILL[0][asked[0] == "起"]
    assert newer in whole
    assert not memory.before_llm(asked, filters={"tags": ["railway"]}).context


def test_both_records_of_a_turn_have_its_tags(memory: EywaMemory) -> None:
    memory.after_llm("The kettle leaks.", "Then it needs a gasket.", tags=["kitchen", "todo"])
    assert [item.record.tags for item in memory.list().items] == [("kitchen", "todo")] * 2
    with pytest.raises(BadRequest, match="tags"):
        memory.after_llm("The kettle leaks.", "", tags=[3])  # type: ignore[list-item]
    with pytest.raises(BadRequest, match="unknown filter"):
        memory.before_llm("kettle", filters={"colour": "red"})
