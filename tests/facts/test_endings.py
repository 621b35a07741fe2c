"""Endings and changes told in many ways, each with a twin that changes nothing."""

from __future__ import annotations

import pytest

from eywa_fs.evaluation.story_runs import stored_turn
from eywa_fs.facts.answers import answer
from eywa_fs.facts.extraction import extract
from eywa_fs.facts.questions import intent_of, read_question
from eywa_fs.facts.replay import FactState, apply, extend

_FIRST = 1_700_000_000_000
_DAY = 86_400_000


def after(*texts: str, days: int = 60) -> FactState:
    """What is known after messages that lie some days apart."""
    times = [_FIRST + number * days * _DAY for number in range(len(texts))]
    return apply(
        [
            stored_turn(f"e{number}", text, at, extract(text, at))
            for number, (text, at) in enumerate(zip(texts, times, strict=True))
        ]
    )


def ended(state: FactState) -> set[str]:
    """Objects of the first message's facts that a later message closed."""
    return {f.object for f in state.facts if f.source_event_id == "e0" and f.status != "active"}


@pytest.mark.parametrize(
    ("told", "change", "twin"),
    [
        (
            "I live in Tampere.",
            "Tampere's behind me. Hello Turku!",
            "Tampere's lovely in the snow.",
        ),
        (
            "Judo is on Mondays at six.",
            "Judo jumped to Wednesdays this term.",
            "Judo on Wednesday was fun.",
        ),
        (
            "I'm learning Danish.",
            "Gave Danish a rest, no time.",
            "Danish vowels are hard.",
        ),
        (
            "I work at the aquarium.",
            "The aquarium didn't renew my contract.",
            "The aquarium has a new shark.",
        ),
        (
            "I'm allergic to walnuts.",
            "Turns out it isn't walnuts at all, it's sesame.",
            "No walnuts in the cake, I checked.",
        ),
        ("我在学吉他。", "吉他放弃了，没时间。", "吉他弦断了一根，换上新的。"),
        ("我报了成都马拉松。", "成马退赛了，跟腱发炎。", "成马的奖牌真好看。"),
        ("我住在兰州。", "告别兰州了，上周搬去了西宁。", "兰州今天下雪了。"),
    ],
)
def test_a_change_ends_what_it_names_and_a_mention_does_not(
    told: str, change: str, twin: str
) -> None:
    assert ended(after(told, change))
    assert not ended(after(told, twin))


def test_a_code_is_replaced_by_a_new_one_and_not_by_an_amount() -> None:
    code = "The studio door code is 5512."
    state = after(code, "New term, new code: 6634.")
    assert [f.object for f in state.facts if f.status == "active" and f.subject in code] == ["6634"]
    assert not ended(after("My phone number is 0161 555 0199.", "The rent went up to 700."))


def test_a_message_whose_change_acts_on_nothing_is_kept_as_unread() -> None:
    state = after("I like rain.", "Gave up on the kayak, too cold.")
    assert state.unread == ("e1",)
    later = stored_turn("e2", "Nice day.", _FIRST + 200 * _DAY, ())
    assert extend(state, [later]).unread == state.unread
    assert after("I own a kayak.", "Sold the kayak yesterday.").unread == ()


def test_one_value_is_no_history() -> None:
    asked_at = _FIRST + 400 * _DAY
    two = after("I live in Turku.", "I moved to Oulu.")
    question = "Where did I live before?"
    assert [f.object for f in answer(two, question, asked_at).facts] == ["Turku", "Oulu"]
    one = answer(after("I moved to Oulu."), question, asked_at)
    assert one.facts == () and [f.object for f in one.related] == ["Oulu"]


def test_a_period_is_known_by_the_state_that_filled_it() -> None:
    state = after("I live in Turku.", "I work at the foundry.", "I moved to Oulu.")
    state = extend(
        state,
        [
            stored_turn(
                "e3",
                "I work at the harbour now.",
                _FIRST + 300 * _DAY,
                extract("I work at the harbour now.", _FIRST + 300 * _DAY),
            )
        ],
    )
    found = answer(state, "When I lived in Turku, where did I work?", _FIRST + 400 * _DAY)
    assert found.question.intent == "time_slice"
    assert [f.object for f in found.facts] == ["foundry"]


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Where did I live before?", "history_trace"),
        ("What was my old number?", "history_trace"),
        ("Which cars have I owned?", "history_trace"),
        ("What is my number?", "current_state"),
        ("What should I do before breakfast?", "current_state"),
        ("我原来在哪儿上班？", "history_trace"),
        ("上一份工作是什么？", "history_trace"),
        ("我在哪儿上班？", "current_state"),
    ],
)
def test_questions_about_what_was_before(question: str, intent: str) -> None:
    assert intent_of(question, _FIRST) == intent


def test_what_is_asked_of_the_present() -> None:
    assert read_question("Where do I live now?", _FIRST).asks_now
    assert read_question("What is my rent?", _FIRST).is_present
    assert not read_question("What did she paint?", _FIRST).is_present
    assert not read_question("我弟弟当时说了什么？", _FIRST).is_present
