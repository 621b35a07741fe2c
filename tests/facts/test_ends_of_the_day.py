"""What ends for good on the day it is told, what is off for that day only, and what ended long ago
beside the name that it tells."""

from __future__ import annotations

import pytest
from facts.stories import at, heard

from eywa_fs.facts.timeline import current

LASTING = {"employer", "schedule", "things"}
OVER = """
I work at Brightwater. || I resigned from Brightwater today.
I work at Brightwater. || Brightwater sacked me this morning.
I work at Brightwater. || Today was my last day at Brightwater.
I work at Brightwater. || My last day at Brightwater was on Thursday.
I play in a brass band every Tuesday. || The brass band disbanded today.
I have a canoe. || I sold the canoe today.
我在远帆物流上班。 || 我今天从远帆物流离职了。
我在远帆物流上班。 || 今天是我在远帆的最后一天。
我在远帆物流上班。 || 今天被远帆物流裁了。
"""
GOES_ON = """
I work at Brightwater. || I'm done with Brightwater for today.
I work at Brightwater. || I left Brightwater early today.
I work at Brightwater. || My last day at Brightwater is on Thursday.
I work at Brightwater. || I'll quit Brightwater tomorrow.
I play in a brass band every Tuesday. || The brass band is cancelled today.
I take yoga classes every Tuesday. || No more yoga today.
我在远帆物流上班。 || 今天不去远帆物流了。
我在远帆物流上班。 || 明天从远帆物流离职了就好了。
我在远帆物流上班。 || 今天是我在远帆休假前的最后一天。
"""
LONG_AGO = """
My husband Anders died eight years ago.
My wife Petra and I divorced ten years ago.
My boyfriend Luis moved out three years ago.
My cat Pepper died years ago.
My dog Bruno died when I was twelve.
"""
STILL = """
My husband Anders had a stroke eight years ago.
My wife Petra and I met ten years ago.
My cat Pepper moved in with us years ago.
My dog Bruno was born when I was twelve.
My husband Anders sold his boat eight years ago.
"""


def _held(slots: set[str], *said: str) -> list[str]:
    """What of some slots holds after messages, each some weeks after the one before."""
    state = heard(*zip(("2026-10-10", "2026-11-18"), said, strict=False))
    return [fact.object for fact in current(state, at("2026-11-20")) if fact.slot in slots]


@pytest.mark.parametrize("line", OVER.strip().splitlines())
def test_what_cannot_end_for_a_day_is_over_on_the_day_it_is_told(line: str) -> None:
    before, after = line.split(" || ")
    assert _held(LASTING, before) and not _held(LASTING, before, after)


@pytest.mark.parametrize("line", GOES_ON.strip().splitlines())
def test_what_is_off_today_or_ends_later_goes_on(line: str) -> None:
    assert _held(LASTING, *line.split(" || "))


@pytest.mark.parametrize("said", LONG_AGO.strip().splitlines())
def test_who_is_named_beside_an_end_of_long_ago_is_not_the_users(said: str) -> None:
    assert not _held({"spouse", "has_pet"}, said)


@pytest.mark.parametrize("said", STILL.strip().splitlines())
def test_who_is_named_beside_something_else_of_long_ago_is(said: str) -> None:
    assert _held({"spouse", "has_pet"}, said)
