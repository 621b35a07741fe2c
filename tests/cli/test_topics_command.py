"""The command topics: threads with citations, by question and time, and why there are none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from eywa_fs.memory import EywaMemory

Eywa = Callable[..., Any]
"""The fixture of this folder's conftest: runs a command."""

DAY = 86_400_000
START = 1_748_768_400_000
"""2025-06-01, a Sunday, 09:00 UTC in epoch milliseconds."""

GARDEN = (
    "The tomato seedlings on the balcony need water. I bought compost for the seedlings.",
    "The compost made the tomato plants grow. Snails ate one of the seedlings at night.",
    "I planted tomato and basil seedlings beside the compost. The first tomato is red.",
)
CHOIR = (
    "The choir rehearses a requiem on Thursday. Our soprano caught a cold before the requiem.",
    "The choir sang the requiem in the church. The soprano was back for the concert.",
    "After the concert the choir wants a lighter programme. No requiem until winter, said all.",
)


@pytest.fixture
def talked(make_memory: Callable[..., EywaMemory], monkeypatch: pytest.MonkeyPatch) -> None:
    """A root with two topics over two months, indexed."""
    monkeypatch.setenv("EYWA_LANES__TOPIC_SUMMARY", "on")
    with make_memory() as memory:
        memory.append_many(
            [
                {
                    "content": text,
                    "session_id": session,
                    "timestamp": START + (30 * month + day) * DAY,
                }
                for month in range(2)
                for session, texts in (("garden", GARDEN), ("choir", CHOIR))
                for day, text in enumerate(texts)
            ]
        )
        memory.index()


@pytest.mark.usefixtures("talked")
def test_topics_are_told_with_their_citations(eywa: Eywa) -> None:
    text = eywa("topics").out
    headings = [line for line in text.splitlines() if not line.startswith(" ")]
    assert [line.partition("  ")[2] for line in headings] == [
        "(2025-06 to 2025-07, in 2 months; 6 records)"
    ] * 2
    said = [line for line in text.splitlines() if line.startswith("     ")]
    assert any("/choir/2025-07-" in line and line.endswith(" 09:00") for line in said)
    value = eywa("topics", "--json").value
    assert (value["found"], value["dropped"], value["degraded"]) == (2, {}, [])
    for topic in value["topics"]:
        assert topic["label"] and topic["months"] == ["2025-06", "2025-07"]
        for line in topic["lines"]:
            assert line["text"] in eywa("show", line["citation"]).out


@pytest.mark.usefixtures("talked")
def test_questions_times_and_limits(eywa: Eywa) -> None:
    def sessions(*arguments: str) -> list[set[str]]:
        found = eywa("topics", *arguments, "--json").value["topics"]
        return [{line["citation"].split("/")[-2] for line in topic["lines"]} for topic in found]

    assert sessions("Who sings in the requiem?")[0] == {"choir"}
    assert sessions("tomato seedlings")[0] == {"garden"}
    ran = eywa("topics", "--limit", "1")
    assert len([line for line in ran.out.splitlines() if not line.startswith(" ")]) == 1
    assert "1 smaller topics are not shown" in ran.err
    july = eywa("topics", "--since", "2025-07-01", "--json").value["topics"]
    assert [topic["months"] for topic in july] == [["2025-07"]] * 2
    assert eywa("topics", "--until", "2024-01-01").out == "no topic of a day that is over\n"
    few = eywa("topics", "--sentences", "1", "--json").value["topics"]
    assert all(len(topic["lines"]) <= 2 for topic in few)
    assert "at least 1" in eywa("topics", "--limit", "0", code=2).err
    assert eywa("topics", "--user", "nobody").out == "no topic of a day that is over\n"


@pytest.mark.parametrize("mode", ["off", "shadow"])
@pytest.mark.usefixtures("talked")
def test_why_there_are_none(eywa: Eywa, monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    monkeypatch.setenv("EYWA_LANES__TOPIC_SUMMARY", mode)
    ran = eywa("topics")
    assert ran.out == "no topic of a day that is over\n"
    assert "lanes.topic_summary" in ran.err
