"""What speaks for one record having replaced another one, pair by pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pytest
from corpus import DAY, DAY_0, MINUTE, MakeMemory

from eywa_fs.retrieval.newest import ENOUGH, NOT_KNOWN, PROGRAM, About, Pairs, Said, closeness
from eywa_fs.retrieval.telling import Telling

PLAIN = Telling()


@dataclass(frozen=True)
class Told:
    """One record, as the tests below compare it with others."""

    at: int
    words: str
    by: int = 1
    session: int = 0
    line: int = 1
    telling: Telling = PLAIN  # what it tells beside its words


def said(*words: str) -> list[Told]:
    return [Told(day * DAY, text, session=day) for day, text in enumerate(words, start=1)]


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
        session=np.array([item.session for item in told]),
        line=np.array([item.line for item in told]),
        place=np.arange(len(told)),
    )
    tellings = {}
    for number, item in enumerate(told):
        words = frozenset(item.words.split())
        tellings[number] = replace(item.telling, words=words)
    weight = (lambda _: NOT_KNOWN) if weights is None else weights.__getitem__
    return Pairs(arrays, given, close, about).newer(tellings, weight)


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
    ],
)
def test_what_speaks_for_one_thing_adds_up(more: tuple[Telling, Telling, int, str]) -> None:
    first, then, at, words = more
    old, new = Told(DAY, "boat oar"), Told(3 * DAY, "boat", session=1)
    weights = dict.fromkeys(("boat", "oar"), 0.95)
    assert named([old, new], 2, alike(2), weights) == {}, "one word is not enough"
    both = [replace(old, telling=first), Told(at, words, session=1, telling=then)]
    assert named(both, 2, alike(2), weights) == {0: 1}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Somebody posts “I have the boat and the oar”, what a fake", {}),
        ("Now I have the boat and the oar, what a bargain", {0: 1}),
        ("有人发帖说“我有那条 boat 和 oar”，冒充的", {}),
    ],
)
def test_what_is_shared_with_a_quotation_alone_is_no_subject(
    text: str, found: dict[int, int]
) -> None:
    words = " ".join(Telling.of(text).words)
    two = [Told(DAY, "boat oar"), Told(400 * DAY, words, session=1, telling=Telling(text=text))]
    assert named(two, 2, alike(2), dict.fromkeys(words.split(), 0.9)) == found


def test_values_of_different_kinds_say_nothing() -> None:
    dose = Telling(text="5 mg")
    two = [Told(DAY, "boat", telling=PRICED), Told(2 * DAY, "boat", session=1, telling=dose)]
    assert named(two, 2, alike(2), {"boat": 0.9}) == {}


def test_where_other_records_are_closer_to_either_it_is_another_thing() -> None:
    told = [*said("boat oar", "boat oar"), *(Told(DAY // 2, "", session=n) for n in range(9, 14))]
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
    others = [Told(DAY // 2, "", session=9, by=PROGRAM)] * 40
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
        replace(then, session=1),
        replace(then, by=2),
        replace(then, line=4),
        replace(then, telling=PRICED),
    ):
        assert named([first, other], 2, -alike(2), {}, about) == {}


def test_nothing_outweighs_what_was_said_to_be_a_mistake() -> None:
    words = dict.fromkeys(("boat", "oar", "rudder"), 1.0)
    first, later = Told(DAY, "boat oar rudder"), Told(9 * DAY, "boat oar rudder", session=7)
    wrong = Told(DAY + 2000, "", line=3, telling=Telling(text="typo"))
    assert named([first, wrong, later], 3, alike(3), words)[0] == 1
    assert named([first, later], 2, alike(2), words) == {0: 1}


def test_a_program_that_tells_another_figure_than_its_message_repeats_nothing() -> None:
    own = Told(DAY, "boat", line=2, telling=Telling(text="boat 52"))
    weights = {"boat": 0.5}
    for text, found in (("boat 52 noted", {0: 1}), ("boat 61", {}), ("boat noted", {0: 1})):
        reply = Told(DAY + 1000, text, by=PROGRAM, line=3, telling=Telling(text=text))
        assert named([reply, replace(own, words="boat 52")], 2, alike(2), weights) == found


def test_a_program_names_the_message_that_it_answers_and_no_other() -> None:
    own = Told(DAY, "boat", line=2)
    reply = Told(DAY + 1000, "boat noted", by=PROGRAM, line=3)
    weights = {"boat": 0.5}
    assert named([reply, own], 2, alike(2), weights) == {0: 1}
    later = Told(9 * DAY, "boat", session=5, telling=CHANGED)
    assert named([reply, own, later], 3, alike(3), weights) == {0: 2, 1: 2}, "nor what was before"
    for other in (
        replace(own, session=1),
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


@pytest.mark.parametrize(("others", "found"), [(5, {}), (14, {0: 1})])
def test_what_is_closer_of_few_counts_like_as_large_a_part_of_many(
    others: int, found: dict[int, int]
) -> None:
    """Time and a word of change outweigh two records that are closer only where these are few of
    them all; where none is, they are enough in a small memory as well."""
    old, new = Told(DAY, "boat"), Told(120 * DAY, "oar", session=1, telling=CHANGED)
    told = [old, new, *(Told(DAY // 2, "", session=n) for n in range(2, 2 + others))]
    assert named(told, 1, alike(len(told)), {}) == {0: 1}
    close = alike(len(told))
    close[1, 2:4] = close[2:4, 1] = 2.0
    assert named(told, 1, close, {}) == found


SMALL_EN = (
    "My aunt Greta is allergic to cheese.|我每星期天下午下象棋。|I live in Bergen now."
    "|I was born in Molde.|Any idea for lunch with my aunt?|How about a salad?"
)
SMALL_ZH = (
    "我姑姑对奶酪过敏。|每周三晚上我去上陶艺课。|我在洱源住。|我是在楚雄出生的。|我喜欢喝普洱茶。"
    "|煮碗面怎么样？"
)


@pytest.mark.parametrize(
    ("few", "asked", "last", "newer"),
    [
        (SMALL_EN, "When does the roofer come?", "I work at the ferry office now.", None),
        (SMALL_EN, "When does the roofer come?", "The roofer comes on Friday now.", "last"),
        (SMALL_ZH, "屋顶工什么时候来？", "我现在在渡轮公司上班。", None),
        (SMALL_ZH, "屋顶工什么时候来？", "屋顶工改成周五来了。", "last"),
    ],
)
def test_in_a_small_memory_time_and_a_word_of_change_are_not_enough(
    make_memory: MakeMemory, few: str, asked: str, last: str, newer: str | None
) -> None:
    memory = make_memory()
    old = "屋顶工周一中午来。" if few == SMALL_ZH else "The roofer comes on Monday at noon."
    memory.append(old, event_id="old", timestamp=DAY_0, session_id="notes")
    memory.append_many(
        {
            "content": text,
            "role": "assistant" if n == 5 else "user",
            "timestamp": DAY_0 + 300 * DAY + n * MINUTE,
        }
        for n, text in enumerate(few.split("|"))
    )
    memory.append(last, event_id="last", timestamp=DAY_0 + 300 * DAY + 6 * MINUTE)
    memory.index()
    result = memory.retrieve(asked, limit=10)
    names = {hit.citation: hit.event_id for hit in (*result.hits, *result.newer)}
    [hit] = [hit for hit in result.hits if hit.event_id == "old"]
    assert (names[hit.newer] if hit.newer else None) == newer
