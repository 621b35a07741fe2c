"""Questions that go on from the message before are asked behind it."""

from __future__ import annotations

import pytest
from corpus import DAY, DAY_0, MakeMemory

from eywa_fs.memory import EywaMemory
from eywa_fs.model.records import Scope
from eywa_fs.retrieval import followup
from eywa_fs.retrieval.followup import asked_behind, goes_on
from eywa_fs.truth.citations import said_in

ALONE = """
What is my name?
Where does Ines live?
Which train did Tom take to Porto?
How many pages of his thesis has Omar written?
What's in the shed?
Thanks, that was all.
I moved to Leeds, and it rains.
And then we took the ferry over to Gotland with the bikes.
will do
May I use the car
who taught Omar to sail
为啥小林不来
怎么减肥
我叫什么名字？
小林住在哪里？
我还弹吉他吗？
吉他放在哪里？
其他同事周五来吗？
我家的猫呢？
这个月花了多少钱？
收到
"""
GOES_ON = """
and his brother?
And my sister
what about the blue one?
When did she get back?
where was it?
Is that one paid?
which floor?
how long?
Why?
what was it before
and who did she bring to the wedding
from whom
did he call
the previous one?
佢住邊
點解
做咩走
为啥辞职
咋个走的
再之前那个是谁
前一位呢
他什么时候回来？
那她呢？
那个呢？
之前呢？
什么颜色？
叫什么？
为什么？
"""


@pytest.mark.parametrize("message", ALONE.strip().splitlines())
def test_what_can_be_asked_by_itself(message: str) -> None:
    assert not goes_on(message)


@pytest.mark.parametrize("message", GOES_ON.strip().splitlines())
def test_what_goes_on(message: str) -> None:
    assert goes_on(message)


def test_a_long_message_is_not_read_to_see_that_it_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(text: str) -> str:
        raise AssertionError(f"{len(text)} characters are read")

    monkeypatch.setattr(followup, "fold", refused)
    monkeypatch.setattr(followup, "is_question", refused)
    assert not goes_on("而他呢？" * 250_000)


def test_it_goes_back_to_what_can_be_asked_by_itself() -> None:
    before = ["And what is it called?", "Where does she work?", "Who is Ines?", "Hello!"]
    assert asked_behind("Since when?", before) == ("Who is Ines?", *reversed(before[:2]))
    assert asked_behind("How old is Ines?", before) == ()


LIVES = (
    ("The beekeeper Anselm has his hives in Valdres.", """
Where the road bends there is a bakery.
I never know where I put the corkscrew.
The kettle stands where the toaster was.
Snow lies where nobody walks.
We slept where the ferry leaves.
"""),
    ("木匠阿宽的铺子开在台中。", """
路口在哪里拐弯，面包店就在哪里。
我总不知道开瓶器在哪里。
水壶在哪里，烤箱就在旁边。
雪下在哪里都好看。
渡船在哪里开，我们就睡在哪里。
"""),
)  # fmt: skip


@pytest.mark.parametrize(
    ("told", "other", "asked", "further"),
    [
        (*LIVES[0], "What has the beekeeper Anselm got?", "and where?"),
        (*LIVES[1], "木匠阿宽开了什么？", "在哪里？"),
    ],
)
def test_a_question_finds_what_the_one_before_it_found(
    make_memory: MakeMemory, told: str, other: str, asked: str, further: str
) -> None:
    now = DAY_0 + 40 * DAY
    memory = make_memory(config={"retrieval": {"context_limit": 2}}, clock=lambda: now)
    memory.append(told, event_id="told", timestamp=DAY_0)
    for number, text in enumerate(other.strip().splitlines()):
        memory.append(text, timestamp=DAY_0 + number * DAY)
    memory.append(asked, session_id="talk", timestamp=now - 60_000)
    memory.append(further, session_id="talk", timestamp=now - 1000)
    memory.index()

    def found(session_id: str, as_of: int | None = None) -> bool:
        block = memory.before_llm(further, session_id=session_id, as_of=as_of)
        assert session_id == "other" or asked not in block.context
        return "told" in {one.event_id for one in block.citations}

    assert found("talk")
    assert not found("other")
    assert not found("talk", as_of=now - 2 * DAY), "nothing was asked by then"


def test_what_was_said_in_a_talk_over_midnight(memory: EywaMemory) -> None:
    at = DAY_0 + DAY
    for text, role, when, session in (
        ("late", "user", at - 1000, "talk"),
        ("reply", "assistant", at - 500, "talk"),
        ("elsewhere", "user", at - 400, "other"),
        ("early", "user", at + 1000, "talk"),
        ("after", "user", at + 9000, "talk"),
        ("long ago", "user", at - DAY // 2, "talk"),
    ):
        memory.append(text, role, session_id=session, timestamp=when)
    of = (memory.layout, Scope("default", "me"))
    assert said_in(*of, "talk", at - DAY // 4, at + 2000) == ["late", "early"]
    assert said_in(*of, "none", at - DAY // 4, at + 2000) == []
