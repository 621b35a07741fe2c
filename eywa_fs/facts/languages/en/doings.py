"""What one plans, does again and again, or asks for once and for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.languages.en import times
from eywa_fs.facts.languages.en.phrases import noun_phrase, topic
from eywa_fs.facts.languages.en.tokens import verb_form
from eywa_fs.facts.languages.en.words import POINTERS, PREPOSITIONS, WEEKDAYS, word_set

_NO_PLANS: Final = word_set("be see let keep talk think check try do need feel wait discuss")
_NO_HABITS: Final = word_set("""have be get like love hate prefer dislike enjoy think know want need
feel no-longer find hope miss remember forget say mean wish understand guess believe suffer""")
_WITH_OBJECT: Final = word_set("""do practise practice take have play study teach make meet visit
help call see train attend drop pick bring give drive join host catch""")
_BARE: Final = word_set("class lesson meeting session practice appointment training call date")
_ROUND: Final = WEEKDAYS | word_set("every each on once twice two three daily weekly monthly")
_GOES_ON: Final = word_set("and or but not please")
_SAYS_WHY: Final = word_set("be mean have make")
APPOINTMENTS: Final = word_set("""meeting appointment exam interview surgery wedding flight test
check-up checkup concert party conference presentation deadline operation scan recital competition
tournament race marathon performance gig audition trial hearing date""")
_HOW_OFTEN: Final = WEEKDAYS | word_set("at on a once twice every each few daily weekly several")
COURSES: Final = word_set("class lesson lessons practice rehearsal session training therapy shift")
_HABITS: Final = word_set("collect play practice practise coach volunteer brew knit breed restore")
_PLAYED: Final = word_set("""tennis football soccer basketball baseball softball volleyball golf
hockey rugby cricket chess squash badminton poker guitar piano violin cello drums bass flute
saxophone trumpet trombone tuba fiddle euphonium ukulele clarinet harp keyboard banjo""")


def plan(tokens: Sequence[Token], at: int) -> int:
    """What one will do, with its time: "fly to Lisbon next Friday"."""
    if at >= len(tokens) or tokens[at].lemma in _NO_PLANS or not verb_form(tokens[at].low):
        return at
    end = at
    while end < len(tokens) and end - at < 18 and tokens[end].low not in (",", "(", "that"):
        end += 1
    if not times.names_day_to_come(tokens, at, end, wide=True) or end - at < 3:
        return at
    if any(t.low in POINTERS - {"this", "my"} for t in tokens[at:end]):
        return at
    return end


def routine(tokens: Sequence[Token], at: int) -> int:
    """What one does or has again and again, with its time: "yoga every Tuesday"."""
    end = at
    while end < len(tokens) and end - at < 14 and (tokens[end].low not in (",", "(") or (
        tokens[end].low == "," and tokens[min(end + 1, len(tokens) - 1)].low in WEEKDAYS
    )):  # fmt: skip
        end += 1
    if at == 0 and tokens and (tokens[0].lemma in _NO_HABITS or not tokens[0].text):
        return at
    if tokens[at : at + 1] and tokens[at].low in PREPOSITIONS | {"my", "no", "the"}:
        return at
    behind = 1 + (at == 0 and end > 2 and tokens[1].low in ("out", "up", "off", "in", "over"))
    bare = at < end and tokens[at].lemma in (_BARE if at else _WITH_OBJECT)
    if bare and at + behind < end and tokens[at + behind].low in _ROUND:
        return at
    if _goes_on_behind(tokens, end):
        return at
    if any(t.low == "single" for t in tokens[at:end]):
        return at  # "every single lunch": no routine but a groan
    if tokens[at : at + 1] and tokens[at].lemma in ("go", "do") and (
        tokens[at + behind : at + behind + 1] and tokens[at + behind].low in _HOW_OFTEN
    ):  # fmt: skip
        return at  # where to, what?
    if not times.comes_round(tokens, at, end) or end - at < 2:
        return at
    if any(t.low in POINTERS and t.low not in ("other", "my") for t in tokens[at:end]):
        return at
    return end


def _goes_on_behind(tokens: Sequence[Token], end: int) -> bool:
    """Whether what is behind the end says with whom, where or about what, too."""
    cut = end < len(tokens) and tokens[end].low not in (",", "(")
    return cut or any(
        t.low in ("with", "at", "about", "to", "in") for t in tokens[end + 1 : end + 2]
    )


def order_text(tokens: Sequence[Token], at: int) -> int:
    """A standing instruction: all of it."""
    stop = len(tokens)
    for n in range(at + 1, stop - 2):
        # "... in Fahrenheit, Celsius means nothing to me": why, no part of it
        parted = tokens[n].low == "," and tokens[n + 1].low not in _GOES_ON
        parted_i = tokens[n].low == "," and tokens[n + 1].low in ("i", "we")
        if parted_i or (parted and any(t.lemma in _SAYS_WHY for t in tokens[n + 2 : n + 4])):
            stop = n
            break
    return stop if 2 <= stop - at <= 30 else at


def appointment(tokens: Sequence[Token], at: int) -> int:
    """What one has on a day to come, with the day: "dentist appointment on Friday"."""
    end = noun_phrase(tokens, at, 5)
    if end == at or tokens[end - 1].low not in APPOINTMENTS:
        return at
    stop = end
    while stop < len(tokens) and stop - end < 14 and tokens[stop].low not in (",", "("):
        stop += 1
    if _goes_on_behind(tokens, stop):
        return at
    pointing = any(t.low in POINTERS and t.low != "this" for t in tokens[at:stop])
    stop -= tokens[stop - 1].low == "now"
    return stop if times.names_day_to_come(tokens, end, stop) and not pointing else at


def habit(tokens: Sequence[Token], at: int) -> int:
    """What one does, as one does it for years: "collect stamps", "plays the cello"."""
    if at or not tokens or tokens[0].lemma not in _HABITS or tokens[0].low.endswith("ing"):
        return at
    if times.comes_round(tokens, 1, len(tokens)):
        return at  # a routine, and read as such
    end = topic(tokens, 2 if len(tokens) > 2 and tokens[1].low in ("the", "in", "at") else 1)
    end = end if end < 1 or tokens[end - 1].low != "the" else at
    if tokens[0].lemma in ("play", "practice", "practise"):
        last = max((n for n, t in enumerate(tokens[:7]) if t.low in _PLAYED), default=0)
        return last + 1 if last and last < 7 else at
    return end if end > 2 or (end == 2 and len(tokens) >= 2) else at
