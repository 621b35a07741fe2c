"""What is put off or brought forward: the day that is told last counts."""

from __future__ import annotations

import pytest
from facts.stories import at, heard


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("我每周二晚上去学二胡", "二胡改到周五晚上了"),
        ("我每周六上午去上游泳课", "游泳课调到星期天上午了，老师有事"),
        ("I have choir practice every Monday.", "Choir practice has moved to Thursdays."),
        ("I have judo every Friday.", "Judo is now on Wednesday, at six."),
    ],
)
def test_the_new_day_of_what_is_moved_is_not_the_day_it_ended(before: str, after: str) -> None:
    [fact] = heard(("2026-10-05", before), ("2026-11-17", after)).facts
    assert fact.validity_end_at == at("2026-11-17")
    assert not fact.holds_at(at("2026-11-18")) and fact.holds_at(at("2026-11-16"))


def test_the_day_named_with_what_is_called_off_is_the_day_it_ended() -> None:
    told = ("2026-10-05", "I have judo every Friday."), ("2026-11-17", "Judo folded on 3 November.")
    [fact] = heard(*told).facts
    assert fact.validity_end_at == at("2026-11-03", 0)
