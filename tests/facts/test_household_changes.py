"""What changes in a household: routines that move, for good or for once, schools, deaths."""

from __future__ import annotations

import pytest
from facts.stories import at, heard

from eywa_fs.facts.extraction import extract
from eywa_fs.facts.timeline import current

NOON = 1_700_000_000_000

MOVED = """
I have gymnastics every Monday. || gymnastics is Thursdays now
I have drum lessons every Monday at four. || Drum lessons are on Fridays now
I have water polo every Monday at half six. || Water polo moved to Thursdays at eight.
My daughter Nia goes to fencing every Friday. || Fencing is on Tuesdays now.
我每周六上午去上画画课 || 画画课改到周日了
"""
ONCE = """
I have drum lessons every Monday at four. || Drum lessons moved to Fridays, just this once.
I have drum lessons every Monday at four. || Drum lessons are now on Friday as a one-off.
I have drum lessons every Monday at four. || Drum lessons are on Friday now. Only this time.
我每周六上午去上画画课 || 画画课改成周日了，就这一次
我每周六上午去上画画课 || 画画课临时改到周日了
"""
GONE = """
My wife Nora is a nurse. || Nora died on Friday.
My uncle works at Otto. || My uncle passed away last week.
My brother Hugo lives in Lyon. || Hugo passed away on Sunday.
我爷爷住在绍兴 || 我爷爷上周去世了
我老公叫程越，程越在邮局上班 || 程越病逝了
我女儿叫豆豆，豆豆上大班 || 豆豆上小学了
我儿子叫乐乐，乐乐上二年级 || 乐乐上三年级了
我大二，在学素描 || 我大三了
"""
STAYS = """
My uncle works at Otto. || My phone died.
My uncle works at Otto. || I nearly died laughing.
My wife Nora is a nurse. || Hugo died on Friday.
My wife Nora is a nurse. || Nora died of boredom at the opera.
My uncle works at Otto. || My uncle died laughing.
"""


def _first(line: str) -> list[str]:
    """What was told first and still holds: of work, home, school and appointments."""
    before, _, last = line.partition(" || ")
    state = heard(("2026-10-10", before), ("2026-11-18", last))
    kept = ("works_as", "works_at", "lives_in", "studies", "schedule")
    found = [f for f in current(state, at("2026-11-20")) if f.source_event_id == "e0"]
    return [f.object for f in found if f.predicate in kept]


@pytest.mark.parametrize("line", MOVED.strip().splitlines())
def test_a_routine_moves_to_another_day(line: str) -> None:
    assert not _first(line)


@pytest.mark.parametrize("line", ONCE.strip().splitlines())
def test_what_is_so_for_once_moves_nothing(line: str) -> None:
    assert _first(line)


@pytest.mark.parametrize("line", GONE.strip().splitlines())
def test_the_dead_work_no_more_and_a_stage_ends_the_one_before(line: str) -> None:
    assert _first(line) in ([], ["素描"])


@pytest.mark.parametrize("line", STAYS.strip().splitlines())
def test_other_words_end_nothing(line: str) -> None:
    assert _first(line)


@pytest.mark.parametrize(
    "text",
    [
        "我姑姑只上过初中",
        "我在车站工作，昨天有个小伙子扛着一台洗衣机进来",
        "我在银行上班，刚才有个客户开一辆拖拉机来的",
        "I have asthma as a child, I told the doctor.",
    ],
)
def test_what_was_so_once_or_stood_there_is_no_fact(text: str) -> None:
    told = {c.predicate for c in extract(text, NOON) if c.act == "state" and c.sure}
    assert told.isdisjoint({"studies", "owns", "has", "health"})
