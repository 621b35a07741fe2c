"""What one does again and again, or asks for once and for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.languages.en import times, words
from eywa_fs.facts.languages.en.phrases import noun_phrase, topic
from eywa_fs.facts.languages.en.verbs import is_adverb
from eywa_fs.facts.languages.en.words import POINTERS, PREPOSITIONS, WEEKDAYS, word_set

_NO_HABITS: Final = word_set("""have be get like love hate prefer dislike enjoy think know want need
feel no-longer find hope miss remember forget say mean wish understand guess believe suffer""")
_WITH_OBJECT: Final = word_set("""do practise practice take have play study teach make meet visit
help call see attend drop pick bring give join host catch post read write get use keep watch say
tell hear buy try eat drink waste carry""")
_WITH_PLACE: Final = word_set("go come work stay live talk speak look listen sit ride drive travel")
_LENGTHS: Final = words.UNITS | word_set("times minutes")
_BARE: Final = word_set("class lesson meeting session practice appointment call date training")
_ROUND: Final = WEEKDAYS | word_set("every each on once twice two three daily weekly monthly")
_PARTICLES: Final = word_set("out up off in over away down on")
_DETERMINERS: Final = word_set("a an the my our some")
_TIMES: Final = WEEKDAYS | words.UNITS | words.DAYTIMES | word_set("every each once twice daily")
_MORE: Final = word_set("with at about to in")
_GOES_ON: Final = word_set("and or but not please")
_SAYS_WHY: Final = word_set("be mean have make")
APPOINTMENTS: Final = word_set("""meeting appointment exam interview surgery wedding flight test
check-up checkup concert party conference presentation deadline operation scan recital competition
tournament race marathon performance gig audition trial hearing date""")
COURSES: Final = word_set("class lesson lessons practice rehearsal session training therapy shift")
_HABITS: Final = word_set("collect play practice practise coach volunteer brew knit breed restore")
_PLAYED: Final = word_set("""tennis football soccer basketball baseball softball volleyball golf
hockey rugby cricket chess squash badminton poker guitar piano violin cello drums bass flute
saxophone trumpet trombone tuba fiddle euphonium ukulele clarinet harp keyboard banjo""")


def routine(tokens: Sequence[Token], at: int) -> int:
    """What one does or has again and again, with its time: "yoga every Tuesday"."""
    end = at
    while end < len(tokens) and end - at < 14 and (tokens[end].low not in (",", "(") or (
        tokens[end].low == "," and tokens[min(end + 1, len(tokens) - 1)].low in WEEKDAYS
    )):  # fmt: skip
        end += 1
    if end - at < 2 or not (_is_done(tokens[:end]) if at == 0 else _is_held(tokens, at)):
        return at
    if _goes_on_behind(tokens, end) or not times.comes_round(tokens, at, end):
        return at
    points = any(t.low in POINTERS and t.low not in ("other", "my") for t in tokens[at:end])
    return at if points else end


def _is_done(said: Sequence[Token]) -> bool:
    """Whether words that begin with their verb say what is done, and not only when: "swim", "see
    my physio", "go dancing", "work at a bakery", but not "go twice a week", "post every Sunday"."""
    verb = said[0]
    if verb.lemma in _NO_HABITS or verb.low in PREPOSITIONS | _DETERMINERS or not verb.text:
        return False
    if verb.lemma in _WITH_OBJECT:
        return _is_named(said, 1 + (said[1].low in _PARTICLES))
    if verb.lemma not in _WITH_PLACE or any(t.low.endswith("ing") for t in said[1:3]):
        return True
    leads = ("to", "for", "on") if verb.lemma in ("go", "come") else PREPOSITIONS
    return any(_is_named(said, n + 1) for n, t in enumerate(said) if t.low in leads)


def _is_named(said: Sequence[Token], at: int) -> bool:
    """Whether something stands at ``at`` that is no time and no length of time."""
    at += at < len(said) and said[at].low in _DETERMINERS
    if at >= len(said) or said[at].low in _TIMES | PREPOSITIONS or is_adverb(said[at].low):
        return False
    number = said[at].low in words.NUMBERS or said[at].low.isdigit()
    return not number or at + 1 == len(said) or said[at + 1].low not in _LENGTHS


def _is_held(tokens: Sequence[Token], at: int) -> bool:
    """Whether what is had again and again is named: "yoga every Tuesday", no "Saturdays again"."""
    if tokens[at].low in PREPOSITIONS | WEEKDAYS | {"my", "no", "the"}:
        return False
    return tokens[at].lemma not in _BARE or tokens[at + 1].low not in _ROUND


def _goes_on_behind(tokens: Sequence[Token], end: int) -> bool:
    """Whether what is behind the end says with whom, where or about what, too."""
    cut = end < len(tokens) and tokens[end].low not in (",", "(")
    return cut or any(t.low in _MORE for t in tokens[end + 1 : end + 2])


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
