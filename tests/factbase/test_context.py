"""What a model is told: facts first, then records, outdated ones marked, all within the budget."""

from __future__ import annotations

from dataclasses import replace

import pytest
from factbase.lives import HOME_EN, HOME_ZH, MakeQuick, QuickMemory, drafts

from eywa_fs.errors import BadRequest
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.documents import scope_key
from eywa_fs.model.facts import Facts
from eywa_fs.model.records import Scope
from eywa_fs.model.times import moment
from eywa_fs.retrieval.context import (
    FACT_HEADINGS,
    HEADING,
    PROFILE_HEADING,
    RECORDS_HEADING,
    estimated_tokens,
    newest_first,
)


@pytest.mark.parametrize(
    ("told", "question"),
    [(HOME_EN, "Where do I live now?"), (HOME_ZH, "我现在住在哪里？")],
    ids=["en", "zh"],
)
def test_facts_come_first_and_outdated_records_are_marked(
    quick: QuickMemory, told: tuple[str, ...], question: str
) -> None:
    quick.append_many(drafts(told))
    quick.index()
    found = quick.before_llm(question)
    lines = found.context.splitlines()
    assert lines[:2] == [HEADING, PROFILE_HEADING]
    below = lines.index(RECORDS_HEADING)
    facts, records = lines[2:below], lines[below + 1 :]
    assert len(facts) == 1 and facts[0].endswith("[1]")
    assert found.citations[0].event_id == "e2"
    marked = [line for line in records if "(no longer so)" in line]
    assert [text in line for text, line in zip(told, marked, strict=False)] == [True, True]
    assert all(told[2] not in line for line in marked)


@pytest.mark.parametrize("budget", [50, 60, 90, 150, 400])
def test_the_budget_holds_for_both_together(quick: QuickMemory, budget: int) -> None:
    things = ("walnuts", "lupins", "celery", "mustard", "sesame", "prawns", "barley", "kiwis")
    quick.append_many(
        drafts([f"I am allergic to {thing}, as my doctor in Oulu says." for thing in things])
    )
    quick.index()
    found = quick.before_llm("What am I allergic to?", token_budget=budget)
    assert found.tokens <= budget and estimated_tokens(found.context) <= budget
    numbers = {f"[{citation.number}]" for citation in found.citations}
    assert all(number in found.context for number in numbers)
    if budget >= 150:
        heads = found.context.splitlines()
        assert heads[:2] == [HEADING, PROFILE_HEADING] and RECORDS_HEADING in heads


def test_what_a_newer_record_names_itself_stands_before_it(quick: QuickMemory) -> None:
    quick.append_many(drafts(HOME_EN))
    first, then, last = (replace(h, newer="") for h in quick.retrieve("my home", limit=3).hits)
    then = replace(then, newer=last.citation)
    first = replace(first, newer=then.citation)
    known = {hit.citation: hit for hit in (first, then, last)}
    assert newest_first([first], known) == [last, then, first]
    known[last.citation] = replace(last, newer=first.citation)
    assert newest_first([first], known) == [known[last.citation], then, first], "each once"


def test_an_open_contradiction_is_told_as_one(quick: QuickMemory) -> None:
    quick.append_many(drafts(("My birthday is 3 May.", "My birthday is 9 June.")))
    block = quick.before_llm("When is my birthday?").context
    assert block.count("(contradicted, not settled)") == 2


def test_a_history_is_told_in_order(quick: QuickMemory) -> None:
    quick.append_many(drafts(HOME_EN))
    block = quick.before_llm("Where have I lived over the years?").context
    block = block[block.index(FACT_HEADINGS["history_trace"]) :]
    assert block.index("Turku") < block.index("Oulu") < block.index("Vaasa")
    assert "(no longer so)" not in block, "in a history nothing is out of date"
    assert "(no longer so: Turku)" in block, "but what is over is told apart from what is so"


@pytest.mark.parametrize("facts", [{"enabled": False}, {"rollout_percent": 0}])
def test_facts_can_be_left_out_of_answers(open_quick: MakeQuick, facts: dict[str, object]) -> None:
    memory = open_quick(config={"facts": facts})
    memory.append_many(drafts(HOME_EN))
    memory.index()
    result = memory.retrieve("Where do I live now?")
    assert result.facts == ()
    assert all(not hit.outdated for hit in result.hits)
    assert FACT_HEADINGS["current_state"] not in memory.before_llm("Where do I live now?").context
    assert len(memory.facts().facts) == 1, "asked for by name they are there"


def test_a_rollout_reaches_whole_users(open_quick: MakeQuick) -> None:
    users = [f"user{number}" for number in range(12)]
    buckets = {user: int(scope_key(Scope("default", user))[:8], 16) % 100 for user in users}
    memory = open_quick(config={"facts": {"rollout_percent": 50}})
    for user in users:
        memory.append("I live in Turku.", user_id=user)
    answered = {user for user in users if memory.retrieve("Where do I live?", user_id=user).facts}
    assert answered == {user for user in users if buckets[user] < 50}
    assert 0 < len(answered) < len(users)


def test_search_by_words_or_meaning_alone_stays_without_facts(quick: QuickMemory) -> None:
    quick.append_many(drafts(HOME_EN))
    for strategy in ("exact", "semantic"):
        assert quick.retrieve("Where do I live?", strategy=strategy).facts == ()


def test_of_a_record_that_says_two_things_the_one_that_is_over_is_named(quick: QuickMemory) -> None:
    quick.append_many(drafts(("I live in Turku and I am allergic to lupins.", "I moved to Oulu.")))
    block = quick.before_llm("Where do I live now?").context
    assert "(no longer so: Turku)" in block and "Oulu" in block


def test_what_said_again_what_is_over_is_outdated_too(quick: QuickMemory) -> None:
    quick.append_many(drafts(("I live in Turku.", "I live in Turku.", "I moved to Oulu.")))
    assert quick.before_llm("Where do I live now?").context.count("(no longer so)") == 2


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        (
            ("My boyfriend Aapo builds bridges.", "Aapo and I broke up.", "Aapo wrote to me."),
            "Did Aapo write to me?",
        ),
        (
            ("我男朋友周航是搞桥梁的。", "我和周航分手了。", "周航今天发消息问我。"),
            "周航最近有联系我吗",
        ),
    ],
)
def test_somebody_who_is_spoken_of_is_no_value_that_is_over(
    quick: QuickMemory, told: tuple[str, ...], asked: str
) -> None:
    quick.append_many(drafts(told))
    assert not [f for f in quick.facts().facts if f.predicate == "spouse"], "they parted"
    block = quick.before_llm(asked).context
    marked = [line for line in block.splitlines() if "(no longer so: " in line]
    assert told[2] in block and all(told[0] in line for line in marked), "that he is the boyfriend"


def test_who_repeats_a_value_that_is_over_is_marked_with_it(quick: QuickMemory) -> None:
    told = drafts(("I live in Turku.", "Turku has fine bridges.", "I moved to Oulu.", "Lovely."))
    told[1]["role"] = "assistant"
    quick.append_many(told)
    lines = quick.before_llm("Where do I live now?").context.splitlines()
    assert [line for line in lines if "bridges" in line and "(no longer so: Turku)" in line]
    assert not [line for line in lines if "Oulu" in line and "no longer" in line]


@pytest.mark.parametrize(
    ("said", "question", "name"),
    [
        (("My boyfriend Ruben has a barge.", "I broke up with Ruben.", "Ruben texted me today."),
         "Did Ruben text me?", "Ruben"),
        (("我男朋友周航说我累。我住在成都。", "我和周航分手了", "周航今天发消息问我好不好"),
         "周航最近有联系我吗", "周航"),
    ],
)  # fmt: skip
def test_the_name_of_somebody_is_nothing_that_can_be_over(
    quick: QuickMemory, said: tuple[str, ...], question: str, name: str
) -> None:
    quick.append_many(drafts(said))
    assert any(f.object == name and f.status != "active" for f in quick.facts(every=True).facts)
    assert f"(no longer so: {name}" not in quick.before_llm(question).context


def test_what_the_profile_refuses_is_counted(
    quick: QuickMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick.append_many(drafts(HOME_EN))
    refused = Facts(
        (), "current_state", {"mismatch": 2}, (Degraded("facts", "from_files", "lost"),)
    )
    monkeypatch.setattr(quick._parts.facts, "standing_profile", lambda *_, **__: refused)
    found = quick.before_llm("the tram")
    assert found.dropped["profile_mismatch"] == 2
    assert "facts_from_files: lost" in found.degraded


def test_who_says_that_something_is_over_is_not_marked_with_it(quick: QuickMemory) -> None:
    told = ("I work at Nokia.", "I no longer work at Nokia, I work at Valmet now.")
    quick.append_many(drafts(told))
    lines = quick.before_llm("Where do I work?").context.splitlines()
    assert [line for line in lines if line.endswith(told[0]) and "(no longer so)" in line]
    assert [line for line in lines if line.endswith(f"user) {told[1]}")]


def test_who_says_only_that_something_is_over_names_it_in_the_mark(quick: QuickMemory) -> None:
    told = ("I work at Nokia.", "I no longer work at Nokia.")
    quick.append_many(drafts(told))
    lines = quick.before_llm("Where do I work?").context.splitlines()
    assert [line for line in lines if line.endswith(f"user) (no longer so: Nokia) {told[1]}")]


def test_days_in_a_block_are_those_of_the_zone_in_which_times_are_read(
    open_quick: MakeQuick,
) -> None:
    """The day beside what was said yesterday or tomorrow is the day from which the user counts."""
    memory = open_quick(config={"retrieval": {"timezone": "Asia/Shanghai"}})
    for text, at in (
        ("明天下午三点去牙医那里补牙。", "2026-03-02T07:30+08:00"),
        ("我昨天买了一台钢琴。", "2026-03-03T07:30+08:00"),
        ("我住在大同。", "2026-03-04T07:30+08:00"),
        ("我搬到了银川。", "2026-03-05T07:30+08:00"),
    ):
        memory.append(text, timestamp=moment(at, "UTC", "at"))
    block = memory.before_llm("我买了什么？").context
    assert "(2026-03-02 user) 明天下午三点去牙医那里补牙。" in block
    assert "钢琴 [2026-03-02] (said 2026-03-03)" in block
    assert "2026-03-01" not in block
    block = memory.before_llm("我以前住在哪里？").context
    assert "大同 (said 2026-03-04, until 2026-03-05)" in block


def test_a_message_that_is_too_long_for_a_query_is_answered_by_its_beginning(
    quick: QuickMemory,
) -> None:
    """A pasted report must not break the turn of an agent; a search says what to do."""
    quick.append_many(drafts(HOME_EN))
    message = "Where do I live now? " + "The report goes on. " * 1200
    found = quick.before_llm(message)
    assert HOME_EN[2] in found.context
    told = "query_shortened: 24020 characters, of which the first 20000 were looked for"
    assert found.degraded[0] == told and found.degraded[0].kind == "shortened"
    short = quick.before_llm(message[:20_000])
    assert short.context == found.context and told not in short.degraded
    with pytest.raises(BadRequest, match=r"at most 20000 are allowed: .*before_llm"):
        quick.retrieve(message)


@pytest.mark.parametrize("message", ["???", "。。。", "!"])
def test_a_message_without_words_is_answered(quick: QuickMemory, message: str) -> None:
    quick.append_many(drafts(HOME_EN))
    quick.before_llm(message)
    assert quick.facts(message).facts == ()
    with pytest.raises(BadRequest, match="question is empty"):
        quick.facts(" ")


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        (("我每周三晚上去体育馆打羽毛球",), "我现在还打球吗？"),
        (("I go to choir every Tuesday evening.", "I have two kids."), "Do I still dance?"),
        (HOME_EN, "Where do I live now?"),
    ],
)
def test_a_block_tells_the_facts_that_a_search_gives_and_no_others(
    quick: QuickMemory, told: tuple[str, ...], asked: str
) -> None:
    """Of the same message; beside the standing profile."""
    quick.append_many(drafts(told))
    answers = quick.retrieve(asked).facts
    block = quick.before_llm(asked).context
    assert any(heading in block for heading in FACT_HEADINGS.values()) <= bool(answers)
    assert all(fact.text in block for fact in answers)


def test_a_budget_without_room_for_a_line_says_so(quick: QuickMemory) -> None:
    quick.append_many(drafts(HOME_EN))
    found = quick.before_llm("Where do I live now?", token_budget=8)
    assert found.context == ""
    assert "context_truncated: nothing of what was found fits into 8 tokens" in found.degraded
    nothing = quick.before_llm("Where do I live now?", user_id="nobody", token_budget=8)
    assert not any(reason.part == "context" for reason in nothing.degraded)


@pytest.mark.parametrize(
    ("home", "life", "question"),
    [
        ("My flat is by the harbour.", "Lesson {} went well.", "Where was my flat last spring?"),
        ("我住在港口边的三楼。", "第{}节课上得不错。", "今年春天我住在哪里？"),
    ],
)
def test_how_it_was_in_a_time_was_mostly_said_before(
    quick: QuickMemory, home: str, life: str, question: str
) -> None:
    """All that was said in the spring goes before it, as the time fits."""
    quick.append(home, timestamp=moment("2025-01-10", "UTC", "at"))
    for day in range(10, 30):
        at = moment(f"2025-04-{day}", "UTC", "at")
        quick.append(life.format(day), timestamp=at)
    later = moment("2025-12-20", "UTC", "at")
    found = quick.before_llm(question, as_of=later)
    assert found.time_intent == "time_slice" and home in found.context
    hits = quick.retrieve(question, as_of=later, limit=8).hits
    assert home not in [hit.text for hit in hits], "so the context has it from elsewhere"


@pytest.mark.parametrize("message", ["last spring", "去年春天", "in 2024", "last spring?"])
def test_a_message_that_names_a_time_and_nothing_else_has_a_context(
    quick: QuickMemory, message: str
) -> None:
    quick.append("The tulips are late.", timestamp=moment("2024-04-10", "UTC", "at"))
    found = quick.before_llm(message, as_of=moment("2025-04-10", "UTC", "at"))
    assert "tulips" in found.context


FILLER = {
    "en": "The belt of machine {} was checked and found in order. ",
    "zh": "第{}台机器的皮带检查过了，一切正常。",
}


@pytest.mark.parametrize("budget", [110, 150, 220])
@pytest.mark.parametrize("before", [0, 9, 18])
@pytest.mark.parametrize(
    ("lang", "told", "question"),
    [
        ("en", "The boiler leaks at the lower flange. ", "Where does the boiler leak?"),
        ("zh", "锅炉在下法兰那里漏水。", "锅炉哪里漏水？"),
    ],
    ids=["en", "zh"],
)
def test_of_a_long_record_the_part_is_kept_that_says_what_was_asked(
    quick: QuickMemory, lang: str, told: str, question: str, before: int, budget: int
) -> None:
    lines = [FILLER[lang].format(n) for n in range(20)]
    quick.append("".join([*lines[:before], told, *lines[before:]]), role="tool")
    quick.index()
    found = quick.before_llm(question, token_budget=budget)
    assert told.strip() in found.context


def test_a_record_that_says_what_was_asked_throughout_is_cut_at_its_end(
    quick: QuickMemory,
) -> None:
    quick.append("The boiler leaks. " + "A boiler that leaks is a danger. " * 40, role="tool")
    block = quick.before_llm("Does the boiler leak?", token_budget=110).context
    assert "The boiler leaks. A boiler" in block and block.endswith("…")
