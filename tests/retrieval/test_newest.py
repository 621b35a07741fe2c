"""The newer word is always there: an older record never comes without it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from corpus import DAY, DAY_0, MINUTE, MakeMemory

from eywa_fs.config import Settings
from eywa_fs.memory import EywaMemory
from eywa_fs.model.results import RetrievalResult
from eywa_fs.retrieval.context import is_marked
from eywa_fs.retrieval.telling import Telling

EN = {
    "old": "Our houseboat in Turku is tiny, but I love living on the river.",
    "tram": "The tram to the office was late again.",
    "cello": "I practise the cello on Monday evenings.",
    "nuts": "Walnuts make my throat itch.",
    "niece": "My niece Aila has lost her first tooth.",
    "tax": "The tax form has to be sent off in March.",
    "shoes": "My running shoes have a hole in the heel.",
    "soup": "Barley soup tastes better on the second day.",
    "new": "We sold the houseboat and moved to Vaasa, living in a flat on the hill.",
    "film": "The film about the lighthouse was far too long.",
}
ZH = {
    "old": "我们住在大同的一条旧船屋上，地方小，但我很喜欢。",
    "tram": "今天去公司的电车又晚点了。",
    "cello": "星期一晚上我练大提琴。",
    "nuts": "我吃核桃喉咙会痒。",
    "niece": "小侄女掉了第一颗牙。",
    "tax": "报税表三月要寄出去。",
    "shoes": "跑鞋的后跟磨破了一个洞。",
    "soup": "大麦汤第二天更好喝。",
    "new": "船屋卖掉了，我们搬到银川，住在山上的一套公寓里。",
    "film": "那部讲灯塔的电影太长了。",
}
LANGUAGES = [
    pytest.param(EN, "Where is my home, on the houseboat?", id="en"),
    pytest.param(ZH, "我的家在哪里，在船屋上吗？", id="zh"),
]
ALL = 10
MANY_EN = (
    "We had lentils.|The bus was late.|I read a novel.|The kettle broke.|I lost a glove."
    "|The market was full.|The soup was salty.|There is a new bakery."
)
MANY_ZH = (
    "中午吃了扁豆。|公交车晚点了。|读了一本小说。|水壶坏了。|丢了一只手套。|集市上人很多。"
    "|汤太咸。|街角新开了面包店。"
)


@pytest.fixture
def records_only(make_memory: MakeMemory) -> EywaMemory:
    """A memory that answers from records alone."""
    settings = Settings()
    return make_memory(
        None,
        settings.model_copy(update={"facts": settings.facts.model_copy(update={"enabled": False})}),
    )


def tell(memory: EywaMemory, told: Mapping[str, str], roles: Mapping[str, str] = {}) -> None:
    memory.append_many(
        {
            "content": text,
            "role": roles.get(name, "user"),
            "event_id": name,
            "timestamp": DAY_0 + day * DAY,
        }
        for day, (name, text) in enumerate(told.items())
    )


def newer_of(result: RetrievalResult) -> dict[str, str]:
    """Event id of each hit that names a newer record, and that one's."""
    names = {hit.citation: hit.event_id for hit in (*result.hits, *result.newer)}
    return {hit.event_id: names[hit.newer] for hit in result.hits if hit.newer}


@pytest.mark.parametrize("indexed", [True, False], ids=["indexed", "tail"])
@pytest.mark.parametrize(("told", "question"), LANGUAGES)
def test_an_older_record_names_the_newer_one_and_nothing_else_does(
    records_only: EywaMemory, told: Mapping[str, str], question: str, indexed: bool
) -> None:
    tell(records_only, told)
    if indexed:
        records_only.index()
    result = records_only.retrieve(question, limit=ALL)
    assert newer_of(result)["old"] == "new" and result.newer == ()
    assert newer_of(result).keys() <= {"old"}, "what is merely similar is not marked"
    assert {hit.event_id for hit in result.hits} == set(told), "nothing is left out"


@pytest.mark.parametrize(("told", "question"), LANGUAGES)
def test_the_newer_record_comes_with_the_older_one_even_where_it_is_no_hit(
    records_only: EywaMemory, told: Mapping[str, str], question: str
) -> None:
    tell(records_only, told)
    records_only.index()
    ranked = [hit.event_id for hit in records_only.retrieve(told["old"], limit=ALL).hits]
    assert ranked[0] == "old"
    first = records_only.retrieve(told["old"], limit=1)
    assert [hit.event_id for hit in first.hits] == ["old"] and newer_of(first) == {"old": "new"}
    assert [hit.event_id for hit in first.newer] == ["new"] and first.verified == 1
    block = records_only.before_llm(told["old"])
    lines = {c.event_id: f"[{c.number}] " for c in block.citations}
    shown = {line.split(" ", 1)[0] + " ": line for line in block.context.splitlines()}
    assert f"(older; see {lines['new'].strip()}) {told['old']}" in shown[lines["old"]]
    assert [line for line in block.context.splitlines() if is_marked(line)] == [shown[lines["old"]]]


@pytest.mark.parametrize(
    ("told", "question"),
    [
        (EN, "Which places have I lived in over time, houseboat first?"),
        (EN, "Where was our houseboat on 16 June 2025?"),
        (ZH, "我先后住过哪些地方，有船屋吗？"),
        (ZH, "2025年6月16日我们的船屋在哪里？"),
    ],
)
def test_a_question_about_the_past_marks_nothing(
    records_only: EywaMemory, told: Mapping[str, str], question: str
) -> None:
    tell(records_only, told)
    records_only.index()
    result = records_only.retrieve(question, limit=ALL, as_of=DAY_0 + 30 * DAY)
    assert {"old", "new"} <= {hit.event_id for hit in result.hits}
    assert newer_of(result) == {} and result.newer == ()


def test_where_nothing_can_be_marked_no_words_are_read_for_it(
    records_only: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(records_only, EN)
    records_only.index()
    read: list[str] = []

    def noted(text: str) -> Telling:
        read.append(text)
        return Telling()

    monkeypatch.setattr(Telling, "of", noted)
    records_only.retrieve("Where was our houseboat on 16 June 2025?", limit=ALL)
    assert read == []
    records_only.retrieve("Where is our houseboat?", limit=ALL)
    assert read


@pytest.mark.parametrize(("told", "question"), LANGUAGES)
def test_what_did_not_exist_yet_is_not_newer(
    records_only: EywaMemory, told: Mapping[str, str], question: str
) -> None:
    tell(records_only, told)
    records_only.index()
    before = records_only.retrieve(question, limit=ALL, as_of=DAY_0 + 8 * DAY)
    assert "old" in {hit.event_id for hit in before.hits} and newer_of(before) == {}


@pytest.mark.parametrize(("told", "question"), LANGUAGES)
def test_a_newer_record_that_was_tampered_with_is_refused_and_not_named(
    records_only: EywaMemory, told: Mapping[str, str], question: str
) -> None:
    tell(records_only, told)
    records_only.index()
    hit = next(h for h in records_only.retrieve(question, limit=ALL).hits if h.event_id == "new")
    path = records_only.layout.absolute(hit.anchor.file_path)
    data = path.read_bytes()
    where = data.index(told["new"].encode()) + 3
    path.write_bytes(data[:where] + bytes([data[where] ^ 1]) + data[where + 1 :])
    found = records_only.retrieve(question, limit=1)
    everything = records_only.retrieve(question, limit=ALL)
    for result in (found, everything):
        assert told["new"] not in [h.text for h in (*result.hits, *result.newer)]
        assert hit.anchor.content_hash not in [h.anchor.content_hash for h in result.newer]


@pytest.mark.parametrize(("told", "question"), LANGUAGES)
def test_where_there_is_room_for_one_it_is_the_newer_one(
    records_only: EywaMemory, told: Mapping[str, str], question: str
) -> None:
    tell(records_only, told)
    records_only.index()
    wide = records_only.before_llm(told["old"])
    for budget in range(1, wide.tokens + 1, 3):
        block = records_only.before_llm(told["old"], token_budget=budget)
        given = {citation.event_id for citation in block.citations}
        assert "new" in given or not given, "the older one never comes alone"


def test_the_word_of_the_user_is_newer_than_that_of_a_program_and_not_the_reverse(
    records_only: EywaMemory,
) -> None:
    tell(records_only, EN, roles={"old": "assistant"})
    assert newer_of(records_only.retrieve("my houseboat", limit=ALL)) == {"old": "new"}


def test_the_word_of_a_program_makes_nothing_older_and_names_the_users_own(
    records_only: EywaMemory,
) -> None:
    tell(records_only, EN, roles={"new": "assistant"})
    assert newer_of(records_only.retrieve("my houseboat", limit=ALL)) == {}
    at = DAY_0 + ALL * DAY
    for n, role in enumerate(("user", "assistant", "user", "assistant")):
        text = "The houseboat is painted." if n < 2 else "The houseboat has a stove."
        text += " Mind the wet railing by the stairs." if role == "assistant" else ""
        records_only.append(
            text, role=role, event_id=f"t{n}", session_id="talk", timestamp=at + n * 1000
        )
    newer = newer_of(records_only.retrieve("my houseboat", limit=ALL + 4))
    assert newer["t1"] == "t0" and newer["t3"] == "t2", "what it answers"
    lines = records_only.before_llm("my houseboat").context.splitlines()
    assert [line for line in lines if "(the user's own word: [" in line]


@pytest.mark.parametrize(
    ("many", "told", "question"),
    [
        (
            MANY_EN,
            "My locker has the number 52B|My locker was moved, it's 61C now"
            "|I need my locker number again|Your locker has the number 52B.",
            "What is the number of my locker?",
        ),
        (
            MANY_ZH,
            "我的储物柜是520号|储物柜换了，现在是617号|储物柜号再发我一下|你的储物柜是520号。",
            "我的储物柜是几号？",
        ),
    ],
    ids=["en", "zh"],
)
def test_who_wants_to_know_it_tells_nothing_newer_and_no_answer_is_their_word(
    records_only: EywaMemory, many: str, told: str, question: str
) -> None:
    tell(records_only, {f"m{n}": text for n, text in enumerate(many.split("|"))})
    for n, (day, text) in enumerate(zip((30, 70, 110, 110), told.split("|"), strict=True)):
        role = "assistant" if n == 3 else "user"
        at = DAY_0 + day * DAY + n * 1000
        records_only.append(text, role=role, event_id=f"t{n}", session_id=f"s{day}", timestamp=at)
    records_only.index()
    newer = newer_of(records_only.retrieve(question, limit=ALL + 4))
    assert newer.get("t0") == "t1" and "t1" not in newer and newer.get("t3") != "t2"


@pytest.mark.parametrize(
    ("many", "first", "reply", "then", "question", "older"),
    [
        (MANY_EN, "The ferry sails on 3 May.", "Nice!", "oh no, 8 May", "When is my ferry?", True),
        (
            MANY_EN,
            "The ferry sails on 3 May.",
            "And is the way back on the 6th?",
            "no, 8 May",
            "When is my ferry?",
            False,
        ),
        (
            MANY_EN,
            "The ferry sails on 3 May.",
            "The crossing takes an hour. " * 150 + "Do you take the ferry on the 6th?",
            "no, 8 May",
            "When is my ferry?",
            False,
        ),
        (MANY_ZH, "轮渡是五月3号。", "好。", "不对，是8号", "轮渡是哪天？", True),
        (MANY_ZH, "轮渡是五月3号。", "回程是6号吗？", "不是，8号", "轮渡是哪天？", False),
    ],
)
@pytest.mark.parametrize("midnight", [False, True])
def test_another_value_at_once_is_a_correction_unless_it_answers_a_program(
    records_only: EywaMemory,
    midnight: bool,
    many: str,
    first: str,
    reply: str,
    then: str,
    question: str,
    older: bool,
) -> None:
    tell(records_only, {f"m{n}": text for n, text in enumerate(many.split("|"))})
    said = (("user", first), ("assistant", reply), ("user", then))
    start = DAY_0 + 30 * DAY
    if midnight:  # what follows stands in the file of the next day
        start += DAY - start % DAY - MINUTE // 2
    for n, (role, text) in enumerate(said):
        at = start + n * MINUTE
        records_only.append(text, role=role, event_id=f"t{n}", session_id="talk", timestamp=at)
    records_only.index()
    newer = newer_of(records_only.retrieve(question, limit=ALL + 1))
    assert (newer.get("t0") == "t2") is older


@pytest.mark.parametrize(
    ("many", "regular", "once", "question"),
    [
        (
            MANY_EN,
            "The rowing class is on Mondays at six",
            "The rowing class is on Tuesday at seven this week, just this once",
            "When is the rowing class?",
        ),
        (
            MANY_ZH,
            "划船课是星期一晚上六点",
            "划船课这周改到星期二晚上七点，就这一次",
            "划船课几点？",
        ),
    ],
    ids=["en", "zh"],
)
def test_what_holds_for_one_occasion_is_no_newer_word_once_that_is_over(
    records_only: EywaMemory, many: str, regular: str, once: str, question: str
) -> None:
    tell(records_only, {f"m{n}": text for n, text in enumerate(many.split("|"))})
    for name, text, day in (("regular", regular, 20), ("once", once, 50)):
        records_only.append(text, event_id=name, session_id=name, timestamp=DAY_0 + day * DAY)
    records_only.index()
    marks = [
        newer_of(records_only.retrieve(question, limit=ALL, as_of=DAY_0 + day * DAY))
        for day in (52, 60)
    ]
    assert [found.get("regular") for found in marks] == ["once", None]
