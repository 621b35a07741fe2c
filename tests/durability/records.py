"""The records of the durability tests: named, and each name decides all of its content.

The texts are few, so that their vectors are in the cache after the first round; what tells records
apart is their id, which says the writer, the round, the turn and the place in the batch.
"""

from __future__ import annotations

from typing import Any

from corpus import DAY_0, MINUTE, TINY_EN, TINY_ZH

TEXTS = TINY_EN + TINY_ZH


def draft(event_id: str) -> dict[str, Any]:
    """The record of a name such as ``a-12-3-0``, as an argument of ``append_many``."""
    writer, *numbers = event_id.split("-")
    number, turn, place = map(int, numbers)
    said = 7 * number + 3 * turn + place
    return {
        "content": TEXTS[said % len(TEXTS)],
        "role": ("user", "assistant")[said % 2],
        "tenant_id": "acme",
        "user_id": ("ana", "bo")[turn % 2],
        "session_id": f"s{place % 2}",
        "timestamp": DAY_0 + (said % 1000) * MINUTE,
        "event_id": event_id,
        "speaker": writer,
    }
