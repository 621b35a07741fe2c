"""What was denied and is done again, a diet that meat ends, an order that is lifted."""

from __future__ import annotations

import pytest
from facts.stories import at, heard

from eywa_fs.facts.timeline import current

AGAIN = """
我不吃牛肉。 || 我现在吃牛肉了。
我不喝奶茶。 || 我现在喝奶茶了。
我吃素。 || 我现在吃肉了。
我吃素。 || 我又吃肉了。
以后回答我别用表情 || 以后可以用表情了
以后回答我别用列表 || 你可以再用列表了
I'm vegetarian. || I eat chicken again.
I'm vegan. || I can eat meat now.
I don't drink milk. || I drink milk again.
"""
STILL = """
我不吃牛肉。 || 我现在吃饱了。
我不吃牛肉。 || 我现在不吃牛肉了。
我吃素。 || 我现在吃素了。
我吃素。 || 我现在可以吃菌菇了。
以后回答我别用表情 || 以后可以用表情吗
以后回答我别用表情 || 以后可以用列表了
I'm vegetarian. || I eat cheese again.
I'm vegetarian. || My brother eats meat again.
I'm vegetarian. || I don't eat meat again and again.
"""


def _diet_and_orders(line: str) -> list[str]:
    before, after = line.split(" || ")
    state = heard(("2026-10-10", before), ("2026-11-18", after))
    held = current(state, at("2026-11-20"))
    return [fact.object for fact in held if fact.source_event_id == "e0"]


@pytest.mark.parametrize("line", AGAIN.strip().splitlines())
def test_what_is_taken_up_again_ends_what_denied_it(line: str) -> None:
    assert not _diet_and_orders(line)


@pytest.mark.parametrize("line", STILL.strip().splitlines())
def test_other_words_end_no_denial(line: str) -> None:
    assert _diet_and_orders(line)
