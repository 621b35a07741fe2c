"""Somebody is known by the word that stood before their name, though no fact says who they are."""

from __future__ import annotations

import pytest
from facts.stories import ASKED, U, say, tell, told

from eywa_fs.factbase import called
from eywa_fs.facts.questions import read_question
from eywa_fs.facts.replay import FactState

ZH = tell(
    ("2024-01-01", say(U, "lives_in", "烟台", kind="place", said="我住在烟台")),
    ("2024-01-02", say("苗苗", "works_as", "护士", said="我侄女苗苗在武汉当护士")),
    ("2024-01-03", say("苗苗", "moved_to", "襄阳", kind="place", said="苗苗搬到襄阳了")),
    ("2024-01-04", say("阿芸", "owns", "花店", said="我小姑子阿芸盘下一家花店")),
    ("2024-01-05", say(U, "spouse", "志远", said="我和志远领证了")),
    ("2024-01-06", say("志远", "works_as", "电工", said="志远改行当电工了")),
    ("2024-01-07", say("大勇", "lives_in", "洛阳", kind="place", said="表弟大勇住洛阳")),
    ("2024-01-08", say("小峰", "lives_in", "开封", kind="place", said="表弟小峰住开封")),
    ("2024-01-09", say("老秦", "lives_in", "平遥", kind="place", said="我司机老秦住平遥")),
    ("2024-01-10", say("小邱", "works_as", "司机", said="小邱来当司机")),
)
EN = tell(
    ("2024-01-01", say(U, "lives_in", "Gouda", kind="place", said="I live in Gouda")),
    ("2024-01-02", say("Teo", "studies", "viola", said="my godson Teo has taken up the viola")),
    ("2024-01-03", say("Teo", "moved_to", "Lund", kind="place", said="Teo has moved to Lund")),
)


@pytest.mark.parametrize(
    ("state", "text", "value"),
    [
        (ZH, "我侄女现在住哪里？", "襄阳"),
        (ZH, "用户的侄女做什么工作？", "护士"),
        (ZH, "我小姑子有什么店？", "花店"),
        (ZH, "我老公现在做什么工作？", "电工"),
        (EN, "Where does my godson live now?", "Lund"),
    ],
)
def test_a_word_before_a_name_says_who_is_meant(state: FactState, text: str, value: str) -> None:
    assert told(state, text) == [value]


def test_of_two_who_are_called_so_and_of_a_post_that_passes_on_neither_is_meant() -> None:
    assert told(ZH, "我表弟住在哪里？") == []
    assert "平遥" not in told(ZH, "我司机住在哪里？")


def test_what_is_asked_of_the_user_stays_the_users() -> None:
    assert told(ZH, "我现在住哪里？") == ["烟台"]
    assert told(EN, "Where do I live now?") == ["Gouda"]


OWN = tell(
    ("2024-01-01", say(U, "birthday", "3 May", said="My birthday is 3 May")),
    ("2024-01-02", say(U, "works_as", "baker", said="I'm a baker")),
    ("2024-01-03", say("Leo", "birthday", "9 June", said="Leo's birthday is 9 June")),
    ("2024-01-04", say("Leo", "moved_to", "Lund", said="On my birthday Leo moved to Lund")),
    ("2024-01-05", say("Leo", "works_as", "nurse", said="I lost my old job Leo is a nurse")),
)
OWN_ZH = tell(
    ("2024-01-06", say(U, "works_at", "蓝天", said="我在蓝天上班")),
    ("2024-01-07", say("小秦", "works_at", "海风", said="我公司小秦跳槽去了海风")),
)


@pytest.mark.parametrize(
    ("state", "text", "value"),
    [
        (OWN, "When is my birthday?", "3 May"),
        (OWN, "What is my old job?", "baker"),
        (OWN_ZH, "我公司叫什么？", "蓝天"),
    ],
)
def test_what_is_asked_for_is_no_person(state: FactState, text: str, value: str) -> None:
    assert told(state, text) == [value]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("my nephew, Leo, has moved", {"nephew"}),
        ("I lost my keys, Leo drove", set()),
        ("my nephew Leonard and my lodger Leo", {"lodger"}),
        ("我侄子Leo在隆德", {"侄子"}),
        ("In my kitchen Leo cooks", set()),
        ("at my nephew Leo's", {"nephew"}),
    ],
)
def test_a_name_is_whole_and_what_a_comma_divides_is_closed(said: str, words: set[str]) -> None:
    assert called._words_before("leo", said) == words


def test_a_word_before_many_names_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each judgement looks through all facts: 10,000 of 800 colleagues took half a minute."""
    judged: list[str] = []

    def blanked(text: str, asked_at: int, tz: str) -> str:
        judged.append(text)
        return text

    monkeypatch.setattr(called, "without_times", blanked)
    told = [(f"2024-01-{n:02}", f"Ola{n}x") for n in range(1, 29)]
    state = tell(*((d, say(n, "prefers", n, said=f"my lodger {n} likes it")) for d, n in told))
    called.names_for(state.facts, read_question("Where does my lodger live?", ASKED, "UTC"))
    assert judged == ["lodger"]
