"""One account, two people: what somebody else tells under their name is not the user's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from facts.stories import at, read

from eywa_fs.facts.decisions import Decided, ModelTurn, TimelineRecord, Turn
from eywa_fs.facts.replay import FactState, apply, extend
from eywa_fs.model.records import NO_SESSION


def heard(number: int, text: str, session: str) -> TimelineRecord | None:
    """What the rules read in one message, an hour after the one before."""
    return read(number, text, at("2024-05-01", number), session)


def told(*said: str) -> FactState:
    """The state after messages, one an hour; one in brackets begins another session."""
    records, sessions = list[TimelineRecord](), 0
    for number, text in enumerate(said):
        sessions += text.startswith("[")
        found = heard(number, text.strip("[]"), f"s{sessions}")
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
        (("I'm Paul Field.", "My wife Nora Field.", "[It's Nora Field here.]", "I have asthma."),
         "", "Nora Field health asthma"),
        (("I'm Ana.", "My sister is Diana.", "[Diana here.]", "I have asthma."),
         "", "Diana health asthma"),
        (("我叫李雷。", "我老婆叫李小雷。", "[我是李小雷。]", "我有糖尿病"),
         "", "用户的老婆 health 糖尿病"),
        ((*EN, "[Hi, it's Nora here.]", "[I have asthma.]"), "user health asthma", ""),
        ((*EN, "[Nora here.]", "It's Paul here, I have asthma."), "user health asthma", ""),
        (("[This is our garden here.]", "I have asthma."), "user health asthma", ""),
        ((*EN, "[Hi, this is Nora at Paul's laptop.]", "I have asthma."), "",
         "Nora health asthma"),
        (("我叫罗一舟。", "我老婆叫王芳。", "[我是王芳。]", "我有糖尿病"), "",
         "用户的老婆 health 糖尿病"),
        (("我叫罗一舟。", "我老婆叫许念。", "[你好，我是许念，一舟的老婆]", "我有糖尿病"), "",
         "用户的老婆 health 糖尿病"),
        (("我叫罗一舟。", "我老婆叫王芳。", "[我是周一值日。]", "我有糖尿病"),
         "user health 糖尿病", ""),
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


@pytest.mark.parametrize(
    "text",
    [
        "You'll be my coding assistant.",
        "You are my assistant.",
        "Act as my tutor for Spanish.",
        "Please act as a writing coach.",
        "你来当我的助手。",
        "你现在是我的英语教练。",
    ],
)
def test_who_makes_an_assistant_of_the_assistant_plays_nothing(text: str) -> None:
    allergy = "我对花生过敏" if text[-1] == "。" else "I'm allergic to nuts."
    assert len(facts(told(text, allergy))) == 1
    (fact,) = facts(told(f"{text} {allergy}"))
    assert fact.startswith("user allergic_to")


@pytest.mark.parametrize(
    "text", ["Act as my boss.", "You'll be my landlord.", "你来当老板，我当员工。"]
)
def test_another_part_is_a_play(text: str) -> None:
    assert facts(told(text, "I'm allergic to nuts.")) == []


@pytest.mark.parametrize(
    ("own", "introduced"),
    [
        ("My name is Robert Smith.", "It's Bob here."),
        ("My name is Michael.", "I'm Mike."),
        ("I'm Ana.", "It's Mrs Field here."),
        ("I'm Ana Field.", "Dr. Field here."),
        ("I'm Ana Field.", "我是安娜。"),
        ("I'm Paul.", "I'm Groot."),
        ("I'm Paul.", "I'm Tired."),
        ("I'm Paul.", "I'm hungry."),
        ("I'm Paul.", "Engineer here."),
        ("I'm Paul.", "It's me here."),
        ("I'm Paul.", "It's Monday here."),
        ("I'm Paul.", "This is Python 3 here."),
        ("我是陈文雄。", "我是文文。"),
        ("我是陈文雄。", "我是陈先生。"),
        ("我是陈文雄。", "我是高血压。"),
        ("我是陈文雄。", "我是学生。"),
        ("我是陈文雄。", "我是说我饿了。"),
        ("我是陈文雄。", "我是Kevin。"),
    ],
)
def test_the_user_is_nobody_else(own: str, introduced: str) -> None:
    assert "user health asthma" in facts(told(own, f"[{introduced}]", "I have asthma."))


@pytest.mark.parametrize("session", ["", NO_SESSION])
def test_a_message_of_no_session_tells_only_of_itself_who_speaks(session: str) -> None:
    said = (EN[0], "Nora here, I'm allergic to nuts.", "I have asthma.")
    heard_of = [heard(number, text, session) for number, text in enumerate(said)]
    found = facts(apply([record for record in heard_of if record is not None]))
    assert {"Nora allergic_to nuts", "user health asthma"} <= {*found}


@pytest.mark.parametrize("session", ["", "s"])
def test_what_is_decided_is_of_whom_it_names(session: str) -> None:
    first = [heard(0, EN[0], session), heard(1, "It's Nora here.", session)]
    source = heard(2, "I'm allergic to nuts.", "")
    assert source is not None
    decided = Decided("d", source.timestamp, "assert", source.timestamp, fact=source.facts[0])
    state = apply([record for record in (*first, decided) if record is not None])
    assert "user allergic_to nuts" in facts(state)


def test_who_speaks_is_known_before_what_a_model_reads_in_the_same_message() -> None:
    first, turn = heard(0, EN[0], "s"), heard(1, "Nora here, I'm allergic to nuts.", "t")
    assert first is not None
    assert isinstance(turn, Turn)
    read = tuple(replace(f, rule="model:m") for f in turn.facts if f.predicate != "name")
    model = ModelTurn(
        turn.event_id, turn.timestamp, "t", read, (), turn.content_hash, turn.timestamp, "evt_1"
    )
    assert "Nora allergic_to nuts" in facts(apply([first, turn, model]))
