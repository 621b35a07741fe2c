"""What a message means for known facts without saying it in full."""

from __future__ import annotations

import pytest

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.extraction import extract
from eywa_fs.facts.replay import FactState, Turn, apply, extend
from tests.facts.stories import acts, at, fact, turn

KNOWN_EN = (
    "I live in Turku.",
    "I work at the foundry.",
    "I have a goat called Mabel.",
    "I own a red kayak.",
    "I use Joplin for my notes.",
    "Fencing is on Tuesdays at seven.",
    "My aunt Petra works at the harbour.",
    "I play the oboe.",
)
KNOWN_ZH = (
    "我住在湘潭。",
    "我在印刷厂上班。",
    "我养了一只山羊，叫豆腐。",
    "我有一辆红色面包车。",
    "我姑姑在植物园上班。",
    "我学葡萄牙语。",
    "房租一千二。",
)


def heard(*texts: str, day: int = 1) -> list[Turn]:
    """Turns of what was read in ``texts``, one a day from the ``day`` of March 2024 on."""
    turns = []
    for number, text in enumerate(texts):
        when = f"2024-03-{day + number:02d}"
        event_id = f"e{day + number:02d}"
        facts = tuple(_stored(text, event_id, when))
        turns.append(Turn(event_id, at(when), facts, turn(event_id, when, text).cues))
    return [_with_source(one, text) for one, text in zip(turns, texts, strict=True)]


def _with_source(one: Turn, text: str) -> Turn:
    return Turn(
        one.event_id,
        one.timestamp,
        one.facts,
        one.cues,
        source=turn("x", "2024-03-01", text).source,
    )


def _stored(text: str, event_id: str, when: str) -> list[Afu]:
    return [
        fact(
            text,
            event_id,
            at(when),
            (c.subject, c.predicate, c.object, *(("not",) if c.negated else ())),
            c.certainty,
        )
        for c in extract(text, at(when))
    ]


def gone(state: FactState) -> set[str]:
    """Objects of the facts that do not stand any more."""
    return {one.object for one in state.facts if one.status != "active"}


@pytest.mark.parametrize(
    ("text", "object_"),
    [
        ("Flogged the kayak to a neighbour, it lived in the bath.", "red kayak"),
        ("Mabel passed away in the night.", "goat called Mabel"),
        ("The foundry let me go, end of the order book.", "foundry"),
        ("Stopped going to fencing, my knees voted.", "Tuesdays at seven"),
    ],
)
def test_an_ending_that_names_a_value_ends_it(text: str, object_: str) -> None:
    assert object_ in gone(apply(heard(*KNOWN_EN, text)))


@pytest.mark.parametrize(
    ("text", "object_"),
    [
        ("面包车卖了，养不起。", "红色面包车"),
        ("豆腐送给村里的亲戚了。", "山羊"),
        ("葡萄牙语不学了。", "葡萄牙语"),
        ("印刷厂倒闭，我下岗了。", "印刷厂"),
    ],
)
def test_a_chinese_ending_that_names_a_value_ends_it(text: str, object_: str) -> None:
    assert object_ in gone(apply(heard(*KNOWN_ZH, text)))


@pytest.mark.parametrize(
    "text",
    [
        "I left the foundry at six today, long shift.",
        "I left my keys at the foundry.",
        "Mabel is off her hay today.",
        "The foundry closed early because of the storm.",
        "My aunt quit the choir.",
        "Petra sold her kayak.",
        "My oboe lesson got cancelled this week.",
        "Fencing was over by nine.",
        "Joplin is down again.",
        "Back at the foundry tomorrow.",
        "If I sold the kayak, where would I sulk?",
        "Should I sell the kayak?",
    ],
)
def test_what_only_sounds_like_an_ending_changes_nothing(text: str) -> None:
    assert not gone(apply(heard(*KNOWN_EN, text)))


@pytest.mark.parametrize(
    "text",
    [
        "今天印刷厂提前下班了。",
        "豆腐今天不吃草了，蔫蔫的。",
        "印刷厂今天印了三百本。",
        "豆腐走丢了半天又回来了。",
        "我姑姑把她的面包车卖了。",
        "要是把面包车卖了就好了。",
        "面包车坏了，修好了。",
        "离开湘潭两天，去趟外地。",
    ],
)
def test_what_only_sounds_like_a_chinese_ending_changes_nothing(text: str) -> None:
    assert not gone(apply(heard(*KNOWN_ZH, text)))


def test_a_bare_day_takes_the_place_of_the_only_one() -> None:
    state = apply(
        heard("Fencing is on Tuesdays at seven.", "They've shifted it, Fridays from now on.")
    )
    assert [f.object for f in state.active()] == ["Fridays"]
    assert acts(state, "supersede") == [("e02", "supersede", "e01")]


def test_a_bare_figure_takes_the_place_of_the_only_one() -> None:
    state = apply(heard("房租一千二。", "房东加租了，下月起一千五。"))
    assert [(f.object, f.attribute) for f in state.active()] == [("一千五", "rent")]


def test_a_value_named_as_gone_tells_what_the_new_one_is() -> None:
    state = apply(heard("My mum lives in Cromer.", "Mum's swapped Cromer for Norwich."))
    places = {f.object for f in state.active() if f.predicate in ("lives_in", "moved_to")}
    assert places == {"Norwich"}


def test_a_return_restores_an_older_value() -> None:
    state = apply(
        heard(
            "I use Joplin for my notes.",
            "I switched to Zettlr for my notes.",
            "Back on Joplin, forgive me.",
        )
    )
    assert {f.object for f in state.active() if f.predicate == "uses"} == {"Joplin"}


def test_a_new_name_needs_no_subject() -> None:
    state = apply(heard("我们球队叫石头汤。", "换了个名字，叫“冷面馆”。"))
    assert [f.object for f in state.active() if f.predicate == "name"] == ["冷面馆"]


def test_what_stands_in_a_message_is_written_as_there() -> None:
    state = apply(heard("My mum lives in Cromer.", "Mum's swapped Cromer for King's Lynn."))
    new = [f for f in state.active() if f.predicate == "lives_in"]
    assert [f.object for f in new] == ["King's Lynn"]
    assert new[0].source_event_id == "e02"


def test_batches_and_arrival_do_not_matter() -> None:
    turns = heard(
        *KNOWN_EN, "Flogged the kayak to a neighbour.", "The foundry let me go.", "Mabel died."
    )
    whole = apply(turns)
    assert apply(reversed(turns)) == whole
    state = FactState()
    for one in turns:
        state = extend(state, [one])
    assert state == whole
