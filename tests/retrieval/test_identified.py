"""What is said of another ticket, version or host is no newer word on the one that is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from corpus import DAY, DAY_0

from eywa_fs.memory import EywaMemory
from eywa_fs.retrieval.identified import Identified
from eywa_fs.retrieval.telling import Telling


def apart(query: str, first: str, then: str) -> bool:
    return Identified(query).apart(Telling.of(first), Telling.of(then))


@pytest.mark.parametrize(
    ("query", "first", "then"),
    [
        ("what is wrong there?", "Bug Q17: the map stays grey.", "Bug Q44: the map stays grey."),
        ("哪里出问题了？", "缺陷 Q17：地图是灰的。", "缺陷 Q44：地图是灰的。"),
        ("包裹 LP-881 到哪了？", "包裹 LP-881 被退回。", "包裹 LP-902 被退回。"),
        ("which disk is full?", "Host cache-3 is full now.", "Host cache-9 is full now."),
        ("What broke in 4.1.2?", "4.1.2 broke the login.", "4.1.7 broke the login, too, now."),
        (
            "What does invoice #5520 say?",
            "I sent invoice #5520 to Hamburg.",
            "I sent invoice #5527 to Hamburg.",
        ),
        (
            "Why did we edit lib/io/read.c?",
            "We edited lib/io/read.c for speed.",
            "We edited lib/io/seek.c for speed.",
        ),
        ("Where does Rosa Blum live?", "Rosa Blum lives in Kiel.", "Rosa Stern lives in Bonn now."),
        ("ERR_771", "The job ended with ERR_771.", "The job ended with ERR_780."),
    ],
)
def test_another_identifier_is_another_thing(query: str, first: str, then: str) -> None:
    assert apart(query, first, then)


@pytest.mark.parametrize(
    ("query", "first", "then"),
    [
        ("Which Ruby do we use?", "We use Ruby 3.1.4 here.", "We use Ruby 3.3.0 here now."),
        ("Is it still 3.1.4?", "Ruby is pinned to 3.1.4.", "Ruby is pinned to 3.3.0."),
        ("Is v7.0.1 live?", "v7.0.1 is live.", "v7.0.3 is live."),
        ("What runs on web-01?", "Billing runs on web-01.", "Billing moved to web-07."),
        ("where is the API?", "The API base path is /api/v2.", "The API base path is /rest/v9."),
        ("Q17 怎么样了？", "缺陷 Q17：地图是灰的。", "缺陷 Q17 和 Q44 已修复。"),
        ("How is bug Q17?", "Bug Q17 is open.", "It is closed now."),
        ("When is the flight?", "The flight is at 9am.", "The flight is at 11am."),
        ("Where does Rosa Blum live?", "Rosa Blum lives in Kiel.", "Rosa lives in New York now."),
    ],
)
def test_another_value_is_no_other_thing(query: str, first: str, then: str) -> None:
    assert not apart(query, first, then)


@pytest.mark.parametrize(
    ("form", "asked"),
    [
        ("Bug Q{}: the map stays grey.", "What is bug Q11 about?"),
        ("缺陷 Q{}：地图一直是灰的。", "缺陷 Q11 是什么问题？"),
    ],
)
def test_the_record_that_is_asked_for_is_not_marked(
    memory: EywaMemory, form: str, asked: str
) -> None:
    told: list[dict[str, Any]] = [
        {
            "content": form.format(number),
            "timestamp": DAY_0 + number * DAY,
            "event_id": f"e{number}",
        }
        for number in range(10, 40)
    ]
    memory.append_many(told)
    memory.index()
    first = memory.retrieve(asked).hits[0]
    assert (first.event_id, first.newer) == ("e11", "")
