"""A pregnancy ends by a birth, a loss, a denial, or by itself after nine months."""

from __future__ import annotations

import pytest
from facts.stories import at, heard

from eywa_fs.facts.timeline import current

ENDS = """
I'm pregnant. || I miscarried at the weekend.
I'm pregnant. || We lost our baby. Please don't ask about it.
I'm pregnant. || had the twins on Friday night
I'm pregnant. || I've given birth, we are both well
I'm pregnant. || Our little boy was finally born yesterday!
I'm pregnant. || the baby has arrived
My wife is pregnant. || Our daughter arrived at last!
My wife is pregnant. || Our son arrived this morning.
I'm PREGNANT!! || the twins have arrived
I'm pregnant. || I'm not pregnant any more.
I have gestational diabetes. || I had a baby girl on Monday.
My wife is pregnant. || Our son was born at dawn.
My girlfriend is pregnant. || My girlfriend had a miscarriage.
我怀孕了 || 上周小产了
我怀孕了 || 宝宝没能保住
我怀孕了 || 前天生了对双胞胎
我怀孕了 || 我没怀孕
我懷孕了 || 琴日生咗個仔
我老婆怀孕了 || 我媳妇昨天顺产了
我老婆怀孕了 || 女儿出生了，很健康
"""
LASTS = """
I'm pregnant. || I finally lost the baby weight from last time.
I'm pregnant. || My sister had a baby boy.
I'm pregnant. || We had our baby scan today.
My sister is pregnant. || I gave birth yesterday.
My wife is pregnant. || My daughter has arrived home.
My wife is pregnant. || Our son arrived from Leeds this morning.
我怀孕了 || 我姐生了个儿子
我怀孕了 || 昨天生了个闷气
"""


def _held(line: str, day: str = "2026-11-20") -> list[str]:
    before, _, last = line.partition(" || ")
    state = heard(("2026-10-10", before), ("2026-11-18", last))
    return [f.object for f in current(state, at(day)) if f.source_event_id == "e0"]


@pytest.mark.parametrize("line", ENDS.strip().splitlines())
def test_a_birth_or_a_loss_ends_it(line: str) -> None:
    assert not _held(line)


@pytest.mark.parametrize("line", LASTS.strip().splitlines())
def test_what_others_do_or_what_is_like_it_does_not(line: str) -> None:
    assert _held(line)


@pytest.mark.parametrize("told", ["I'm pregnant.", "I'm PREGNANT!!", "我怀孕了"])
def test_nine_months_end_it(told: str) -> None:
    assert _held(f"{told} || hello", "2027-05-01") and not _held(f"{told} || hello", "2027-08-01")
