"""The newer word is always there: an older record never comes without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pytest
from corpus import DAY, DAY_0, MakeMemory

from eywa_fs.config import Settings
from eywa_fs.memory import EywaMemory
from eywa_fs.model.results import RetrievalResult
from eywa_fs.retrieval.context import is_marked
from eywa_fs.retrieval.newest import ENOUGH, PROGRAM, About, Pairs, Said, closeness
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
        return PLAIN

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
        records_only.append(
            text, role=role, event_id=f"t{n}", session_id="talk", timestamp=at + n * 1000
        )
    newer = newer_of(records_only.retrieve("my houseboat", limit=ALL + 4))
    assert newer["t1"] == "t0" and newer["t3"] == "t2", "what it answers"
    lines = records_only.before_llm("my houseboat").context.splitlines()
    assert [line for line in lines if "(the user's own word: [" in line]


PLAIN = Telling()


@dataclass(frozen=True)
class Told:
    """One record, as the tests below compare it with others."""

    at: int
    words: str
    by: int = 1
    file: int = 0
    line: int = 1
    telling: Telling = PLAIN  # what it tells beside its words


def said(*words: str) -> list[Told]:
    return [Told(day * DAY, text, file=day) for day, text in enumerate(words, start=1)]


def named(
    told: list[Told],
    given: int,
    close: np.ndarray,
    weights: Mapping[str, float] | None,
    about: About = "present",
) -> dict[int, int]:
    arrays = Said(
        at=np.array([item.at for item in told]),
        by=np.array([item.by for item in told]),
        user=np.array([item.by == 1 for item in told]),
        file=np.array([item.file for item in told]),
        line=np.array([item.line for item in told]),
        place=np.arange(len(told)),
    )
    tellings = {}
    for number, item in enumerate(told):
        words = frozenset(item.words.split())
        tellings[number] = replace(item.telling, words=words)
    return Pairs(arrays, given, close, about).newer(tellings, weights)


def unknown(count: int) -> np.ndarray:
    return np.full((count, count), np.nan)


def alike(count: int) -> np.ndarray:
    """As close as all others are."""
    return np.ones((count, count))


def test_without_vectors_the_words_in_common_decide_alone() -> None:
    three = said("boat turku river", "choir rehearsal", "boat vaasa river")
    assert named(three, 3, unknown(3), {"boat": 0.9, "river": 0.2}) == {0: 2}
    assert named(three, 3, unknown(3), {"boat": 0.4, "river": 0.2}) == {}, "common words"


CHANGED = Telling(text="now")
PRICED = Telling(text="5 euro")


@pytest.mark.parametrize(
    "more",
    [
        pytest.param((PLAIN, PLAIN, 3 * DAY, "boat oar"), id="words"),
        pytest.param((PLAIN, CHANGED, 3 * DAY, "boat"), id="change"),
        pytest.param((PRICED, PRICED, 3 * DAY, "boat"), id="kind"),
        pytest.param((PLAIN, PLAIN, 60 * DAY, "boat"), id="time"),
    ],
)
def test_what_speaks_for_one_thing_adds_up(more: tuple[Telling, Telling, int, str]) -> None:
    first, then, at, words = more
    old, new = Told(DAY, "boat oar"), Told(3 * DAY, "boat", file=1)
    weights = dict.fromkeys(("boat", "oar"), 0.95)
    assert named([old, new], 2, alike(2), weights) == {}, "one word is not enough"
    both = [replace(old, telling=first), Told(at, words, file=1, telling=then)]
    assert named(both, 2, alike(2), weights) == {0: 1}


def test_values_of_different_kinds_say_nothing() -> None:
    dose = Telling(text="5 mg")
    two = [Told(DAY, "boat", telling=PRICED), Told(2 * DAY, "boat", file=1, telling=dose)]
    assert named(two, 2, alike(2), {"boat": 0.9}) == {}


def test_where_other_records_are_closer_to_either_it_is_another_thing() -> None:
    told = [*said("boat oar", "boat oar"), *(Told(DAY // 2, "", file=n) for n in range(9, 14))]
    weights = {"boat": 1.0, "oar": 1.0}
    assert named(told, 1, alike(7), weights) == {0: 1}
    for one in (0, 1):
        close = alike(7)
        close[one, 2:] = close[2:, one] = 2.0
        assert named(told, 1, close, weights) == {}
        programs = [*told[:2], *(replace(item, by=PROGRAM) for item in told[2:])]
        assert named(programs, 1, close, weights) == {0: 1}, "only what people said counts"


def test_of_several_the_one_for_which_most_speaks_is_named() -> None:
    weights = {"boat": 1.1, "oar": 1.1, "rudder": 1.0}
    three = said("boat oar rudder", "boat oar rudder", "boat oar")
    assert named(three, 3, alike(3), weights) == {0: 1, 1: 2}, "which names the newest itself"
    three = said("boat oar", "boat oar", "boat oar")
    assert named(three, 3, alike(3), weights) == {0: 2, 1: 2}, "of equal ones the newest"


def test_one_that_is_given_anyway_is_named_before_one_that_has_to_be_brought() -> None:
    weights = {"boat": 1.2, "oar": 1.0}
    assert named(said("boat oar", "boat oar", "boat oar"), 2, alike(3), weights) == {0: 1, 1: 2}
    few = [Telling(), Telling(), Telling(text="now 5 euro")]
    three = said("boat oar", "boat oar", "boat oar")
    told = [replace(item, telling=telling) for item, telling in zip(three, few, strict=True)]
    told[0] = replace(told[0], telling=PRICED)
    assert named(told, 2, alike(3), weights)[0] == 2, "unless clearly more speaks for that"


def test_one_that_is_no_answer_is_not_named() -> None:
    first, last = said("boat oar", "boat oar")
    weights = {"boat": 1.0, "oar": 1.0}
    others = [Told(DAY // 2, "", file=9, by=PROGRAM)] * 40
    assert named([first, *others, last], 1, alike(42), weights) == {}, "far down"


def test_a_word_whose_frequency_is_not_known_counts_half() -> None:
    two = said("boat oar rudder mast", "boat oar rudder mast")
    assert named(two, 2, alike(2), None) == {0: 1}
    assert named(said("boat", "boat"), 2, alike(2), None) == {}


def test_of_what_happened_only_a_changed_value_is_newer() -> None:
    first, then = (replace(item, telling=PRICED) for item in said("boat oar", "boat oar"))
    moved = replace(then, telling=replace(PRICED, text="now 5 euro"))
    weights = {"boat": 1.0, "oar": 1.0}
    assert named([first, then], 2, alike(2), weights, "happened") == {}
    assert named([first, moved], 2, alike(2), weights, "happened") == {0: 1}
    assert named([first, moved], 2, alike(2), weights, "past") == {}


@pytest.mark.parametrize("about", ["present", "happened", "past"])
def test_a_mistake_is_in_what_was_said_last_whatever_is_asked(about: About) -> None:
    first = Told(DAY, "berth")
    then = Told(DAY + 2000, "", line=3, telling=Telling(text="typo"))
    assert named([first, then], 2, -alike(2), {}, about) == {0: 1}, "nothing need be in common"
    for other in (
        replace(then, at=2 * DAY),
        replace(then, file=1),
        replace(then, by=2),
        replace(then, line=4),
        replace(then, telling=PRICED),
    ):
        assert named([first, other], 2, -alike(2), {}, about) == {}


def test_nothing_outweighs_what_was_said_to_be_a_mistake() -> None:
    words = dict.fromkeys(("boat", "oar", "rudder"), 1.0)
    first, later = Told(DAY, "boat oar rudder"), Told(9 * DAY, "boat oar rudder", file=7)
    wrong = Told(DAY + 2000, "", line=3, telling=Telling(text="typo"))
    assert named([first, wrong, later], 3, alike(3), words)[0] == 1
    assert named([first, later], 2, alike(2), words) == {0: 1}


def test_a_program_names_the_message_that_it_answers_and_no_other() -> None:
    own = Told(DAY, "boat", line=2)
    reply = Told(DAY + 1000, "boat noted", by=PROGRAM, line=3)
    weights = {"boat": 0.5}
    assert named([reply, own], 2, alike(2), weights) == {0: 1}
    later = Told(9 * DAY, "boat", file=5, telling=CHANGED)
    assert named([reply, own, later], 3, alike(3), weights) == {0: 2, 1: 2}, "nor what was before"
    for other in (
        replace(own, file=1),
        replace(own, at=1),
        replace(own, line=1),
        replace(own, words="harbour"),
    ):
        assert named([reply, other], 2, alike(2), weights) == {}


@pytest.mark.parametrize("count", [0, 1, ENOUGH - 1])
def test_among_few_vectors_nothing_is_close(count: int) -> None:
    vectors = np.eye(count, 4, dtype=np.float32)
    assert np.isnan(closeness(vectors, [(0, 4, 1.0)])).all()


def test_closeness_is_measured_against_the_other_candidates() -> None:
    vectors = np.eye(ENOUGH, dtype=np.float32)
    vectors[1] = vectors[0]
    vectors[2] = np.nan
    found = closeness(np.vstack([vectors, vectors[5:]]), [(0, ENOUGH, 1.0)])
    assert found[0, 1] > 1 > found[0, 3] and np.isnan(found[0, 2])
    assert np.allclose(found, found.T, equal_nan=True)
