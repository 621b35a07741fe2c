"""What repeats the question, or a better record, does not stand in the way of what answers."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from corpus import DAY_0, MINUTE, MakeMemory

from eywa_fs.memory import EywaMemory
from eywa_fs.model.records import Record
from eywa_fs.retrieval.repeats import (
    Heard,
    Repeats,
    Reply,
    Saying,
    in_order,
    only_asks,
)

DAY = 1440 * MINUTE
SMALL_TALK = [f"Nothing much today, number {n}, it rained a little." for n in range(25)]
ANSWERS = {
    "Who looks after the key of the boathouse?": "Mrs Varga at the bakery has the boathouse key.",
    "船屋的钥匙在谁那里？": "船屋的钥匙放在面包店的魏师傅那里。",
}


def record(text: str, speaker: str | None = None) -> Saying:
    return Saying.of(Record("e", "t", "u", "s", "user", text, 1, speaker))


@pytest.mark.parametrize(
    "text",
    [
        "Where is the vet?",
        "Hi! Where is the vet, please?",
        "兽医在哪里？",
        "你好，兽医在哪？在城里吗？",
        "whens the vet open",
        "I forget which street the vet is on",
        "any news from the vet",
        "兽医叫啥",
        "兽医星期六开不开门",
        "狗的疫苗打了没",
        "兽医是上午来还是下午来",
        "狗一天喂几勺 猫呢",
        "狗还咳嗽不",
        "獸醫喺邊度",
        "隻狗食咗藥未",
        "獸醫幾時得閒",
    ],
)
def test_what_only_asks(text: str) -> None:
    assert only_asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Turku, do you know a dentist there?",
        "The vet is on Elm Street.",
        "我搬到厦门了，附近有牙医吗？",
        "",
        "ok",
        "Where? " * 1000,
        "Remind me to call the vet on the 4th.",
        "狗没啥胃口",
        "过几天带狗去看兽医",
        "我还是带狗去看了兽医",
        "狗又吐了 兽医叫啥",
        "佢哋搬咗去河邊個新盤",
    ],
)
def test_what_does_more_than_ask(text: str) -> None:
    assert not only_asks(text)


def only_names(text: str, query: str) -> bool:
    """Whether a text only names what a query asks for."""
    return Repeats(query, questions=True, texts=False).only_names(text)


def acknowledges(text: str, before: str) -> bool:
    """Whether a program's text only acknowledges a message of the user."""
    reply = Reply.of(text)
    return reply is not None and reply.only_hears(Heard.of(before))


WANTED = {"en": "Which number has my locker?", "zh": "我的储物柜是几号？"}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "locker number!"),
        ("en", "I want my locker number again, please"),
        ("en", "send the number of my locker"),
        ("en", "can't remember my locker number"),
        ("zh", "储物柜号！"),
        ("zh", "把我的储物柜号再报一遍"),
        ("zh", "想知道我的储物柜几号"),
    ],
)
def test_who_wants_what_is_asked_for_tells_nothing_of_it(code: str, text: str) -> None:
    assert only_names(text, WANTED[code])


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "locker number 52"),
        ("en", "my locker has no number"),
        ("en", "ask Bela for the locker number"),
        ("en", "I swapped my locker"),
        ("zh", "储物柜52号"),
        ("zh", "我没有储物柜了"),
        ("zh", "储物柜号问贝拉"),
        ("zh", "储物柜换了"),
    ],
)
def test_who_tells_something_of_it_does_not_only_name_it(code: str, text: str) -> None:
    assert not only_names(text, WANTED[code])


@pytest.mark.parametrize(
    ("text", "query"),
    [("I need a locker", "Do I need a locker?"), ("我要储物柜", "我要储物柜吗？")],
)
def test_a_query_to_be_answered_by_yes_names_its_answer(text: str, query: str) -> None:
    assert not only_names(text, query)


def test_a_question_with_something_of_its_own_is_no_echo() -> None:
    known = Repeats("Street of the vet", questions=True, texts=True)
    assert known.of(record("On which street is the vet?")) == "question"
    assert known.of(record("Which street leads to the harbour, the bakery and the vet?")) is None
    assert known.of(record("The vet is on that street.")) is None
    assert Repeats("vet", questions=False, texts=True).of(record("The vet?")) is None


@pytest.mark.parametrize("text", ["The choir's shoe sizes", "唱诗班的鞋码好大"])
def test_a_text_that_is_the_query_is_a_repeat_where_a_program_replied_to_it(text: str) -> None:
    known = Repeats(text, questions=True, texts=False)
    loud = record(text + "!")
    assert known.of(loud, lambda: True) == "question"
    for told in (f"{text} 41", "The choir has moved", "唱诗班搬走了"):
        same = Repeats(told, questions=True, texts=False)
        assert same.of(record(told), lambda: True) is None, "it has a value, or tells of a change"


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("Noted.", "The allotment gate code is 4471."),
        ("So sorry to hear that!", "Our neighbour Ilse died on Sunday."),
        ("The gate code, got it.", "The allotment gate code is 4471."),
        ("记下了。", "菜园的门锁密码是4471。"),
        ("太好了！", "菜园的番茄红了"),
    ],
)
def test_a_reply_that_acknowledges_tells_nothing_of_its_own(text: str, before: str) -> None:
    assert acknowledges(text, before)


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("Beetroot.", "What should I sow in July?"),
        ("Noted, so 4472.", "The allotment gate code is 4471."),
        ("Try Blue Lake.", "I want to sow beans."),
        ("Water the roots, not the leaves, in the evening.", "The tomatoes have spots."),
        ("Which bed is it in?", "The tomatoes have spots."),
        ("甜菜。", "七月该种什么"),
        ("好，五号。", "菜园的门锁换了"),
        ("傍晚浇根部，别浇到叶子上。", "番茄长斑了"),
    ],
)
def test_a_reply_that_answers_or_adds_something_does(text: str, before: str) -> None:
    assert not acknowledges(text, before)


def test_what_tells_nothing_stands_behind_and_a_question_counts_for_half() -> None:
    scores = [0.9, 0.8, 0.5, 0.3, -0.2]
    parts = [1.0, 0.0, 0.5, 1.0, 0.5]
    assert in_order(range(5), scores, parts.__getitem__) == [0, 3, 2, 4, 1]


def test_the_same_words_of_another_person_are_no_repeat() -> None:
    known = Repeats("", questions=True, texts=True)
    said = [("Yes, gladly", "Ana"), ("yes,  gladly", "Ana"), ("Yes, gladly", "Bo")]
    assert [known.of(record(text, who)) for text, who in said] == [None, "text", None]
    unasked = Repeats("", questions=True, texts=False)
    assert [unasked.of(record("Yes")) for _ in range(2)] == [None, None]


@pytest.fixture
def looped(make_memory: MakeMemory) -> Callable[[str], EywaMemory]:
    """A memory in which a question was asked a dozen times since it was answered."""

    def made(question: str) -> EywaMemory:
        memory = make_memory()
        memory.append(ANSWERS[question], session_id="told", timestamp=DAY_0, event_id="told")
        for n, text in enumerate(SMALL_TALK):
            memory.append(text, session_id="talk", timestamp=DAY_0 + n * MINUTE)
        for n in range(12):
            memory.after_llm(
                question, "I'll look.", session_id=f"asked{n}", timestamp=DAY_0 + (n + 2) * DAY
            )
        memory.index()
        return memory

    return made


@pytest.mark.parametrize("question", ANSWERS)
def test_a_question_that_was_asked_before_does_not_hide_its_answer(
    looped: Callable[[str], EywaMemory], question: str
) -> None:
    memory = looped(question)
    result = memory.retrieve(question)
    assert "told" in [hit.event_id for hit in result.hits[:2]]
    assert question not in [hit.text for hit in result.hits]
    [told] = [hit for hit in result.hits if hit.event_id == "told"]
    assert not told.newer, "a question is no newer word"
    block = memory.before_llm(question).context
    assert ANSWERS[question] in block and question not in block


UNMARKED = {
    "en": (
        "The boiler man is called Teodor Lund|the oven clock is five minutes fast"
        "|the bakery shuts on Mondays|I owe Ines for the tickets|our hall smells of paint",
        "whats the boiler man called",
        "boiler man's name",
    ),
    "zh": (
        "修锅炉的师傅叫陶德海|烤箱的钟快了五分钟|面包店星期一关门|我欠伊内丝票钱|走廊有油漆味",
        "修锅炉的师傅叫啥",
        "修锅炉的师傅贵姓",
    ),
    "hk": (
        "整鍋爐嗰個師傅叫陶德海|焗爐個鐘快咗五分鐘|麵包舖星期一休息|我爭伊內絲飛錢|走廊有陣油漆味",
        "整鍋爐嗰個師傅叫咩名",
        "整鍋爐嗰個師傅係邊個",
    ),
}


@pytest.mark.parametrize("code", UNMARKED)
def test_a_question_without_a_mark_is_no_memory_and_its_acknowledgement_takes_no_place(
    make_memory: MakeMemory, code: str
) -> None:
    told, *questions = UNMARKED[code]
    memory = make_memory()
    texts = told.split("|")
    for n, text in enumerate([*texts, *(f"{text} {n}" for n, text in enumerate(SMALL_TALK))]):
        memory.append(text, session_id=f"s{n}", timestamp=DAY_0 + n * MINUTE)
    for n, question in enumerate(questions):
        memory.after_llm(question, "OK.", session_id=f"asked{n}", timestamp=DAY_0 + (n + 30) * DAY)
    memory.index()
    for question in questions:
        block = memory.before_llm(question).context
        assert texts[0] in block and "older" not in block
        assert question not in block


def test_an_acknowledgement_takes_no_place_of_what_tells_something(memory: EywaMemory) -> None:
    for n in range(12):
        said = f"The kiln fired batch {n} of the blue cups."
        memory.after_llm(
            said, "Noted: the blue cups.", session_id=f"s{n}", timestamp=DAY_0 + n * DAY
        )
    memory.index()
    block = memory.before_llm("How did the kiln do with the blue cups?").context
    assert "The kiln fired" in block and "Noted" not in block


def test_who_asks_for_words_gets_the_question(looped: Callable[[str], EywaMemory]) -> None:
    question = next(iter(ANSWERS))
    hits = looped(question).retrieve(question, strategy="exact").hits
    assert question in [hit.text for hit in hits]


def test_equal_records_take_one_place_and_none_is_lost(memory: EywaMemory) -> None:
    text = "Reminder: the lock of the shed is 7714."
    for n in range(6):
        memory.append(text, session_id=f"s{n}", timestamp=DAY_0 + n * DAY)
    memory.append("The shed needs a new lock.", timestamp=DAY_0 + 9 * DAY)
    memory.index()
    question = "What is the code of the shed's lock?"
    first, second, *others = memory.retrieve(question).hits
    assert {first.text, second.text} == {text, "The shed needs a new lock."}
    assert [hit.text for hit in others] == [text] * 5
    pages = [memory.retrieve(question, limit=2, offset=n).hits for n in (0, 2, 4, 6)]
    assert len({hit.event_id for page in pages for hit in page}) == 7


def test_pages_of_what_is_not_indexed_are_of_one_ranking(memory: EywaMemory) -> None:
    memory.append_many([{"content": f"walnut {n}", "role": "tool"} for n in range(60)])
    pages = [memory.retrieve("walnut", limit=20, offset=n).hits for n in (0, 20, 40)]
    assert len({hit.event_id for page in pages for hit in page}) == 60


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_search_of_what_is_not_indexed_is_answered_as_before(
    memory: EywaMemory, language: str
) -> None:
    sort = {"en": "The {}th crate holds pears.", "zh": "第{}箱装的是梨。"}[language]
    query = {"en": "fruit in crate 7", "zh": "7号箱里的水果"}[language]
    memory.append_many([{"content": sort.format(n), "role": "tool"} for n in range(50)])
    later = [hit.event_id for hit in memory.retrieve(query, limit=25, offset=25).hits]
    first, again = ([h.event_id for h in memory.retrieve(query, limit=50).hits] for _ in "12")
    assert first == again and first[25:] == later and len({*first}) == 50


@pytest.mark.parametrize(
    "question", ["What did I say on {:%d %B}?", "{0.month}月{0.day}日我说了什么？"]
)
def test_the_day_that_is_named_comes_before_its_neighbours(
    make_memory: MakeMemory, question: str
) -> None:
    texts = ["We glazed the bowls.", "A tyre burst.", "The choir sang.", "I planted beans."]
    first = DAY_0 - DAY_0 % DAY
    memory = make_memory(clock=lambda: first + 40 * DAY)
    for n in range(30):
        at = first + n * DAY + 9 * 60 * MINUTE
        memory.append(f"{texts[n % 4]} {n}", event_id=f"e{n}", timestamp=at)
    memory.index()
    right = 0
    days = range(3, 28)
    for n in days:
        asked = question.format(datetime.fromtimestamp((first + n * DAY) / 1000, UTC))
        right += memory.retrieve(asked, limit=1).hits[0].event_id == f"e{n}"
    assert right >= 0.7 * len(days)


def test_of_a_long_record_the_block_has_what_was_found(memory: EywaMemory) -> None:
    terms = "The tenant keeps the stairs clean and free of bicycles. " * 300
    memory.append(f"The lease says: {terms}The deposit is 2,350 euros.")
    memory.index()
    context = memory.before_llm("How much is the deposit of the lease?")
    assert "2,350 euros." in context.context
    assert context.tokens <= memory.settings.retrieval.token_budget


def test_a_reply_to_a_message_with_a_long_gap_in_it_is_told_at_once() -> None:
    """Looked through to its end from each of its blanks, the gap would take minutes."""
    gap = " " * 200_000
    assert acknowledges("Thanks, noted.", f"The boathouse{gap}has a new lock.")
    assert not acknowledges("Thanks, noted.", f"The boathouse{gap}has which lock?")


CLAIM = "The harbour of Oslo is the largest in Europe, with 140 quays."


@pytest.mark.parametrize(
    ("reply", "denied", "taken_back"),
    [
        (CLAIM, "That is not true.", False),
        (CLAIM, "A lie!", False),
        (CLAIM, "Just teasing.", True),
        ("Thanks, noted.", "That is not true.", True),
        (None, "That is not true.", True),
    ],
)
def test_who_denies_what_a_program_told_takes_back_nothing(
    memory: EywaMemory, reply: str | None, denied: str, taken_back: bool
) -> None:
    said = "I rent a flat at the harbour of Oslo."
    talk = [("user", said), *([("assistant", reply)] if reply else []), ("user", denied)]
    memory.append_many(
        {"content": text, "role": role, "timestamp": DAY_0 + n * 20_000}
        for n, (role, text) in enumerate(talk)
    )
    memory.index()
    hits = memory.retrieve("Where do I rent a flat?", as_of=DAY_0 + DAY).hits
    older = next(hit for hit in hits if hit.text == said)
    assert bool(older.newer) == taken_back
