"""A question is not answered by an unrelated fact of the user; the facts that bear on it stay."""

from __future__ import annotations

import pytest
from facts.stories import U, say, tell, told

from eywa_fs.facts import questions
from eywa_fs.facts.replay import FactState

EN = tell(
    ("2024-01-01", say(U, "name", "Ottilie", said="My name is Ottilie")),
    ("2024-01-02", say(U, "owns", "green Panda", said="I drive a green Panda")),
    ("2024-01-03", say("user's girlfriend", "name", "Mirre", said="her name is Mirre")),
    ("2024-01-04", say(U, "schedule", "choir on Mondays", said="choir on Mondays")),
    ("2024-01-05", say(U, "health", "coeliac", said="I'm coeliac")),
    ("2024-01-06", say(U, "lives_in", "Gouda", kind="place", said="I live in Gouda")),
    ("2024-01-07", say("user's son", "age", "9", said="my son is 9")),
    ("2024-01-08", say(U, "diet", "mussels", no=True, said="I don't eat mussels")),
)
ZH = tell(
    ("2024-01-01", say(U, "name", "彭晓禾", said="我叫彭晓禾")),
    ("2024-01-02", say(U, "schedule", "每周一合唱", said="每周一合唱")),
    ("2024-01-03", say("用户的女朋友", "name", "苏苏", said="女朋友叫苏苏")),
    ("2024-01-04", say(U, "owns", "绿色熊猫", said="我开一辆绿色熊猫")),
    ("2024-01-05", say(U, "health", "高血压", said="我有高血压")),
    ("2024-01-06", say(U, "lives_in", "无锡", kind="place", said="我住在无锡")),
)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (EN, "Who is lactose intolerant?"),
        (EN, "Who isn't a vegetarian any more?"),
        (EN, "What is the name of my plumber?"),
        (EN, "What was the name of the caterer again?"),
        (EN, "What is my hamster called?"),
        (EN, "whats my aunts name"),
        (EN, "Which lawnmower do we have?"),
        (EN, "Which laptop do I have?"),
        (EN, "When is my dentist appointment?"),
        (EN, "Who told me the Harbour Fair is moving?"),
        (EN, "What is my blood type?"),
        (EN, "Which school does my son go to?"),
        (ZH, "读书会的主持人是谁？"),
        (ZH, "教练姓什么？"),
        (ZH, "我的仓鼠叫什么？"),
        (ZH, "我的乌龟呢？"),
        (ZH, "理发店星期几关门？"),
        (ZH, "年底去哪里旅行？"),
        (ZH, "仓库密码是多少？"),
        (ZH, "我的血型是什么？"),
        (ZH, "我的牙医预约是几点？"),
    ],
)
def test_what_bears_on_nothing_known_is_not_answered(state: FactState, text: str) -> None:
    assert told(state, text) == []


@pytest.mark.parametrize(
    ("state", "text", "value"),
    [
        (EN, "What is my name?", "Ottilie"),
        (EN, "Do you remember my name?", "Ottilie"),
        (EN, "What do people call me?", "Ottilie"),
        (EN, "What is my girlfriend's name?", "Mirre"),
        (EN, "What car do I have?", "green Panda"),
        (EN, "When is choir?", "choir on Mondays"),
        (EN, "What can't I eat?", "not mussels"),
        (EN, "Where do I live?", "Gouda"),
        (EN, "How old is my son?", "9"),
        (ZH, "你还记得我叫什么名字吗？", "彭晓禾"),
        (ZH, "我女朋友叫什么？", "苏苏"),
        (ZH, "我开什么车？", "绿色熊猫"),
        (ZH, "合唱是星期几？", "每周一合唱"),
        (ZH, "现在住哪里？", "无锡"),
    ],
)
def test_what_bears_on_a_fact_is_answered(state: FactState, text: str, value: str) -> None:
    assert value in told(state, text)


@pytest.mark.parametrize(
    ("state", "text", "names"),
    [
        (EN, "What is my name?", ["Ottilie"]),
        (EN, "What am I called?", ["Ottilie"]),
        (ZH, "我叫什么？", ["彭晓禾"]),
        (ZH, "我的名字是什么？", ["彭晓禾"]),
        (ZH, "我女朋友的名字是什么？", ["苏苏"]),
    ],
)
def test_my_name_is_not_that_of_my_family(state: FactState, text: str, names: list[str]) -> None:
    assert sorted(told(state, text)) == names
    assert sorted(told(state, text, "e3")) == names


def test_of_a_record_that_was_found_other_words_answer_but_no_other_predicate() -> None:
    assert told(EN, "What supplements suit me?", "e5") == ["coeliac"]
    assert "Gouda" not in told(EN, "Am I single?", "e6")
    assert told(EN, "What is the wifi password?", "e9", "e2") == []


NURSE = tell(
    ("2024-01-01", say(U, "name", "晓雯", said="叫我晓雯就行，别叫我林护士")),
    ("2024-01-02", say(U, "health", "糖尿病", said="我有糖尿病")),
    ("2024-01-03", say(U, "diet", "牛肉", no=True, said="我不吃牛肉")),
)
RUNNER = tell(
    ("2024-01-01", say(U, "schedule", "run on Tuesdays", said="I run on Tuesdays")),
    ("2024-01-02", say(U, "lives_in", "Taichung", kind="place", said="I live in Taichung")),
    ("2024-01-03", say(U, "diet", "beef", no=True, said="I don't eat beef")),
    ("2024-01-04", say(U, "stopped", "smoking", said="I stopped smoking")),
)

DRINKER = tell(
    ("2024-01-01", say(U, "prefers", "coffee", said="I like coffee")),
    ("2024-01-02", say(U, "works_at", "Otto", said="I work at Otto")),
    ("2024-01-03", say(U, "lives_in", "Leeds", kind="place", said="I live in Leeds")),
    ("2024-01-04", say(U, "prefers", "咖啡", said="我喜欢咖啡")),
)


@pytest.mark.parametrize(
    ("state", "text", "values"),
    [
        (NURSE, "护士长姓什么", []),
        (NURSE, "我姓什么", ["晓雯"]),
        (NURSE, "牠吃什麼藥？", []),
        (NURSE, "小黑有什麼病", []),
        (NURSE, "我有什么病", ["糖尿病"]),
        (NURSE, "我每天早上喝檸檬水嗎", []),
        (NURSE, "我吃虾吗", []),
        (NURSE, "我吃牛肉吗", ["not 牛肉"]),
        (RUNNER, "when did I stop running?", []),
        (RUNNER, "when do I run?", ["run on Tuesdays"]),
        (RUNNER, "when did I stop smoking?", ["smoking"]),
        (RUNNER, "When did I give up running?", []),
        (DRINKER, "Should I stop drinking coffee?", ["coffee"]),
        (DRINKER, "Should I quit my job at Otto?", ["Otto"]),
        (DRINKER, "Which bus stop in Leeds do I live near?", ["Leeds"]),
        (DRINKER, "我什么时候戒的咖啡", []),
        (DRINKER, "我戒了咖啡吗", []),
        (RUNNER, "Where does our daughter live?", []),
        (RUNNER, "Where do we live?", ["Taichung"]),
        (RUNNER, "Do I eat shrimps?", []),
        (RUNNER, "Do I eat beef?", ["not beef"]),
    ],
)
def test_what_is_asked_of_others_or_of_an_end_is_not_answered_by_what_the_user_is(
    state: FactState, text: str, values: list[str]
) -> None:
    assert told(state, text, "e1", "e2", "e3") == values


PEOPLE = tell(
    ("2024-01-01", say("user's boss", "name", "Ingrid", said="my boss is called Ingrid")),
    ("2024-01-02", say("user's dog", "name", "Rex", said="our dog Rex")),
    ("2024-01-03", say("user's daughter", "name", "Mia", said="my daughter Mia")),
    ("2024-01-04", say(U, "has_child", "two kids", kind="child", said="I have two kids")),
    ("2024-01-05", say(U, "works_as", "baker", said="I'm a baker")),
    ("2024-01-06", say(U, "contact", "902 555 0148", said="my new telephone is 902 555 0148")),
    ("2024-01-07", say(U, "schedule", "choir every Tuesday", said="choir every Tuesday")),
    ("2024-01-08", say("user's husband", "name", "Tom Field", said="my husband Tom Field")),
)
OTHERS = tell(
    ("2024-01-01", say("用户的老公", "name", "何建国", said="老公何建国")),
    ("2024-01-02", say("用户的姐姐", "name", "周丽", said="我姐周丽")),
    ("2024-01-03", say(U, "has_child", "两个娃", kind="child", said="我有两个娃")),
    ("2024-01-04", say(U, "works_as", "烘焙师", said="我是烘焙师")),
    ("2024-01-05", say(U, "contact", "lin@abc.com", said="我的邮箱是lin@abc.com")),
    ("2024-01-06", say(U, "schedule", "每周二四去操场跑步", said="我每周二四去操场跑步")),
    ("2024-01-07", say("用户的领导", "name", "王强", said="我领导王强")),
)
ALL = tuple(f"e{n}" for n in range(1, 9))


@pytest.mark.parametrize(
    ("state", "text", "values"),
    [
        (PEOPLE, "Do I have cats?", []),
        (PEOPLE, "What pets do I have?", ["Rex"]),
        (PEOPLE, "What is my colleague called?", []),
        (PEOPLE, "How many kids has my colleague got?", []),
        (PEOPLE, "What is my boss called?", ["Ingrid"]),
        (PEOPLE, "What are my kids called?", ["Mia"]),
        (PEOPLE, "How many kids do I have?", ["two kids"]),
        (PEOPLE, "Where does he work?", []),
        (PEOPLE, "What does she do for a living?", []),
        (PEOPLE, "What do I do for a living?", ["baker"]),
        (PEOPLE, "What is my address?", []),
        (PEOPLE, "How do I like to be addressed?", []),
        (PEOPLE, "What's my email address?", []),
        (PEOPLE, "What's my phone number?", ["902 555 0148"]),
        (PEOPLE, "When do I move?", []),
        (PEOPLE, "What was I doing last Sunday?", []),
        (PEOPLE, "What was I doing last Tuesday?", ["choir every Tuesday"]),
        (PEOPLE, "Where does Tom work?", []),
        (OTHERS, "我孩子叫什么名字？", []),
        (OTHERS, "我有几个孩子？", ["两个娃"]),
        (OTHERS, "我姐叫什么？", ["周丽"]),
        (OTHERS, "我领导叫什么？", ["王强"]),
        (OTHERS, "我上司是谁？", []),
        (OTHERS, "我室友叫什么？", []),
        (OTHERS, "我室友住在哪？", []),
        (OTHERS, "她什么职业？", []),
        (OTHERS, "他在哪上班？", []),
        (OTHERS, "我什么职业？", ["烘焙师"]),
        (OTHERS, "建国今天有什么安排？", []),
        (OTHERS, "我的手机号是多少？", []),
        (OTHERS, "我的地址是什么？", []),
        (OTHERS, "我的邮箱是什么？", ["lin@abc.com"]),
        (OTHERS, "我哪天入职？", []),
        (OTHERS, "上个星期天我在干嘛？", []),
        (OTHERS, "上个星期四我在干嘛？", ["每周二四去操场跑步"]),
    ],
)
def test_of_another_role_kind_day_or_person_nothing_answers(
    state: FactState, text: str, values: list[str]
) -> None:
    """Whether all the records were found for the question, or no search was made."""
    assert told(state, text) == values
    if not values:
        assert told(state, text, *ALL) == []


def test_what_people_are_called_is_read_only_for_a_question_that_needs_it() -> None:
    """A memory may know the names and ages of hundreds of people."""
    text, letters = "How old is my colleague?", "abcdefghijkl"
    known = [say(f"Q{a}{b}", "age", "40") for a in letters for b in letters]
    state = tell(("2024-01-01", *known))
    told(state, text)
    before = questions._cues.cache_info().misses
    told(state, text)
    assert questions._cues.cache_info().misses - before < len(known) // 10
