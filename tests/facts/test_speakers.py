"""One account, two people: what somebody else tells under their name is not the user's."""

from __future__ import annotations

import pytest
from facts.stories import at

from eywa_fs.facts.readings import read_message, timeline_record
from eywa_fs.facts.replay import FactState, apply, extend
from eywa_fs.model.records import Anchor, Record


def told(*said: str) -> FactState:
    """The state after messages, one an hour; one in brackets begins another session."""
    records, session = [], 0
    for number, text in enumerate(said):
        session += text.startswith("[")
        name, shown = f"e{number}", text.strip("[]")
        record = Record(name, "t", "u", f"s{session}", "user", shown, at("2024-05-01", number))
        reading = read_message(record, Anchor(name, "", 1, 1, 0, 1, ""))
        found = timeline_record(reading) if reading is not None else None
        records += [found] if found is not None else []
    state = apply(records)
    grown = FactState()
    for one in records:
        grown = extend(grown, [one])
    assert grown == state
    return state


def facts(state: FactState) -> list[str]:
    return [f"{f.subject} {f.predicate} {'not ' * f.negated}{f.object}" for f in state.facts]


EN = ("I'm Paul. My wife Nora uses this account, too.", "I live in Leeds.")
ZH = ("你好，我是陈文雄，住台中西屯。", "这支帐号我太太也会用，她叫林秀兰，她打字慢")


@pytest.mark.parametrize(
    ("said", "of_user", "of_other"),
    [
        ((*EN, "[Hi, it's Nora here.]", "I have diabetes."), "", "Nora health diabetes"),
        ((*EN, "[Nora here, I'm allergic to nuts.]"), "", "Nora allergic_to nuts"),
        ((*EN, "[Hello, I'm Nora.]", "I don't eat pork."), "", "Nora diet not pork"),
        ((*EN, "[Hi, this is Greta.]", "I have diabetes."), "", ""),
        ((*EN, "[Hi, it's Nora here.]", "I live in York now."), "", "Nora lives_in York"),
        ((*EN, "[Paul here.]", "I have diabetes."), "user health diabetes", ""),
        ((*EN, "[It's Paul Field here.]", "I have asthma."), "user health asthma", ""),
        ((*EN, "[Hi, it's Nora here.]", "[I have asthma.]"), "user health asthma", ""),
        ((*EN, "[Nora here.]", "It's Paul here, I have asthma."), "user health asthma", ""),
        (("[This is our garden here.]", "I have asthma."), "user health asthma", ""),
        ((*ZH, "[我是秀兰。]", "我有糖尿病"), "", "用户的太太 health 糖尿病"),
        ((*ZH, "[我是秀蘭，我不吃牛肉]"), "", "用户的太太 diet not 牛肉"),
        ((*ZH, "[我是林秀兰]", "我有糖尿病"), "", "用户的太太 health 糖尿病"),
        ((*ZH, "[我是佩珊。]", "我有糖尿病"), "", ""),
        ((*ZH, "[我是文雄。]", "我有糖尿病"), "user health 糖尿病", ""),
        ((*ZH, "[我是阿雄。]", "我有糖尿病"), "user health 糖尿病", ""),
    ],
)  # fmt: skip
def test_who_says_another_name_speaks_of_themself(
    said: tuple[str, ...], of_user: str, of_other: str
) -> None:
    own = facts(told(*said[:2])) if len(said) > 2 else []
    more = [fact for fact in facts(told(*said)) if fact not in own]
    assert more == [fact for fact in (of_user, of_other) if fact]


def test_somebody_else_ends_corrects_and_names_nothing_of_the_user() -> None:
    first = (*EN, "My sister Ida lives in Bath.")
    state = told(*first, "[Hi, Nora here.]", "My daughter Eva is 4.", "Typo: it's York.")
    assert {f for f in facts(state) if "Eva" not in f} == set(facts(told(*first)))
    assert "user has_child Eva" not in facts(state)
    quit_job = told("I'm Paul, I work at Otto.", "[Nora here.]", "I quit my job at Otto.")
    assert [f.status for f in quit_job.facts if f.predicate == "works_at"] == ["active"]


def test_a_name_in_a_play_is_nobodys() -> None:
    said = ("I'm Paul.", "Let's role-play. I'm Greta.", "ok stop", "I have asthma.")
    assert "user health asthma" in facts(told(*said))
