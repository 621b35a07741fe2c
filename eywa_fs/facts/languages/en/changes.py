"""What is told of a thing, not of a person, that changes: it is over, it has another time, another
number. Each becomes a clause of the user that begins with a word of its own, for rules to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Clause, Tense, Token
from eywa_fs.facts.languages.en import words
from eywa_fs.facts.languages.en.doings import COURSES, dropped_end
from eywa_fs.facts.languages.en.orders import of_user
from eywa_fs.facts.languages.en.phrases import noun_phrase
from eywa_fs.facts.languages.en.tokens import verb_form
from eywa_fs.facts.languages.en.types import contact
from eywa_fs.facts.languages.en.verbs import is_adverb
from eywa_fs.facts.languages.en.words import DAYTIMES, HEDGES, LINKS, POINTERS, REACHED, word_set

_BEEN: Final = word_set("is are was were 's has have 've been got get gets being")
_TAKEN: Final = word_set("stolen scrapped totalled totaled sold rehomed")
_GONE: Final = _TAKEN | word_set("cancelled canceled")
_MOVED: Final = word_set("moved moves move changed changes switched shifted postponed rescheduled")
_TURNING: Final = _GONE | _MOVED | {"now"}
_ONCE: Final = word_set("this today tonight just tomorrow yesterday usually")
_REACHING: Final = word_set("reach email text contact call ring mail")
_OTHERS: Final = word_set("his her their your he she said work business office typo sorry oops if")
_MINE: Final = word_set("my our new")
_DAY: Final = re.compile(r"\d{1,2}(?:st|nd|rd|th)$")
_NO_THINGS: Final = words.WEEKDAYS | word_set("work school sick duty course topic today")
_OTHERS_DO: Final = word_set("they doctor doc gp doctors somebody someone thieves insurance")
_DONE_BY: Final = {
    "stopped": "thing-done", "cancelled": "thing-over", "canceled": "thing-over",
    "scrapped": "thing-over", "axed": "thing-over", "stole": "thing-gone", "nicked": "thing-gone",
    "totaled": "thing-gone", "totalled": "thing-gone",
}  # fmt: skip
"""What others do to a thing, and how it is over then."""
_ENDS: Final = word_set(", starting still same and because since instead")


def thing(tokens: Sequence[Token], at: int, stop: int) -> Clause | None:
    """What a part of a sentence says that ends a thing of the user or gives it another time: "the
    boat was stolen", "yoga is now on Fridays"; ``None`` for any other."""
    if at >= stop or _TURNING.isdisjoint(t.low for t in tokens[at:stop]):
        return None
    first = at + (tokens[at].low in ("my", "our", "the"))
    end = first
    while end < stop and end - first < 4 and _names(tokens[end]):
        end += 1
    behind = end
    while behind < stop and (tokens[behind].low in _BEEN or is_adverb(tokens[behind].low)):
        behind += 1
    own = tokens[at].low in ("my", "our") or tokens[end - 1].low in COURSES
    own = own or (end - first == 1 and tokens[at].low != "the")
    hedged = any(t.low in HEDGES for t in tokens[end:behind])
    reached = tokens[end - 1].low in REACHED | {"name"}
    once = any(t.low in _ONCE for t in tokens[end:stop])
    if hedged or reached or once or end == first or behind == stop:
        return None
    if tokens[behind].low in _GONE and behind > end:
        if not dropped_end(tokens, behind + 1, stop):
            return None
        said, start, last = tokens[first:end], tokens[at].start, tokens[stop - 1].end
        if tokens[behind].low in _TAKEN:
            return of_user("thing-gone", said, start, last, "past")
        return of_user("thing-over", said, start, last)
    now = any(t.low == "now" for t in tokens[end:stop])
    moved = tokens[behind].low in _MOVED and any(t.low == "to" for t in tokens[behind:stop])
    to = next((n + 1 for n in range(behind, stop) if moved and tokens[n].low == "to"), behind)
    last = to
    while last < stop and (tokens[last].low in words.TIME_WORDS or tokens[last].low[0].isdigit()):
        last += 1
    day = own and any(
        t.low in words.WEEKDAYS | words.MONTHS or _DAY.match(t.low) for t in tokens[to:last]
    )
    round_ = any(t.low in DAYTIMES or t.low.endswith("days") for t in tokens[to:last])
    is_now = now and tokens[end].low in ("is", "are", "'s", "on") and (behind > end or round_)
    if not (day and (moved or is_now) and (last == stop or tokens[last].low in _ENDS)):
        return None
    course = end - first > 1 and tokens[end - 1].low in COURSES
    mark = Token("", "mark", "mark", tokens[first].start, tokens[first].start)
    said = [*tokens[first : end - course], mark, *tokens[first:last]]
    return of_user("thing-moved", said, tokens[at].start, tokens[last - 1].end)


def over(tokens: Sequence[Token], at: int, stop: int) -> Clause | None:
    """What a part of a sentence says to be over in few words: "off keto", "no more judo",
    "they stopped the pills"; ``None`` for any other."""
    first, head = next(_heads(tokens, at, stop), (at, ""))
    first += first < stop and tokens[first].low in ("the", "my", "our")
    end = noun_phrase(tokens[:stop], first, 4) if head else first
    general = end - first == 1 and tokens[first].low in _NO_THINGS
    mine = [t.low for t in tokens[end : end + 2]] == ["for", "me"]
    if end == first or general or not dropped_end(tokens, end + 2 * mine, stop):
        return None
    tense: Tense = "past" if head == "thing-gone" else "present"
    return of_user(head, tokens[first:end], tokens[at].start, tokens[stop - 1].end, tense)


def _heads(tokens: Sequence[Token], at: int, stop: int) -> Iterator[tuple[int, str]]:
    """Where the words of what is over begin, and what is said of it."""
    low = [t.low for t in tokens[at:stop]]
    behind = next((n for n, word in enumerate(low) if word not in ("i", "'m", "am", "been")), 0)
    if low[behind : behind + 1] == ["off"]:
        diet = any(t.low in words.lexicon("diets") for t in tokens[at : at + behind + 3])
        yield at + behind + 1, "thing-over" if diet else "thing-done"
    waits = any(t.low in ("until", "till") for t in tokens)
    for n in range(0 if waits else len(low) - 2):
        joined = not n or low[n - 1] in ("and", "so", "but", ",")
        if joined and low[n : n + 2] == ["no", "more"]:
            yield at + n + 2, "thing-done"
    n = int(low[:1] in (["the"], ["my"]))
    if low[n : n + 1] and low[n] in _OTHERS_DO:
        n += 2 if low[n + 1 : n + 2] and low[n + 1] in _BEEN else 1
        if low[n + 1 : n + 2] and low[n] in _DONE_BY and low[n + 1] in ("the", "my", "our"):
            yield at + n + 1, _DONE_BY[low[n]]


def _names(token: Token) -> bool:
    low = token.low
    plain = verb_form(low) not in ("past", "third") and not is_adverb(low)
    return token.is_word and plain and low not in LINKS | POINTERS


def number(tokens: Sequence[Token]) -> Clause | None:
    """Where a sentence gives the user's number or address: "new mobile: 07700 900 412", "they have
    changed our number, it is ...", "reach me at ..."; no other, and nobody else's."""
    told = (n for n, t in enumerate(tokens) if t.low[0] in "+(0123456789" or "@" in t.low)
    found = [(n, end) for n in told if (end := contact(tokens, n)) > n]
    lows = [t.low for t in tokens]
    if not found or found[0][1] < found[-1][0] or not _OTHERS.isdisjoint(lows):
        return None
    at, end = found[0]
    reached = at > 2 and lows[at - 2] == "me" and lows[at - 3] in _REACHING
    before = [lows[max(0, n - 3) : n] for n, low in enumerate(lows) if low in REACHED - {"address"}]
    named = any(not _MINE.isdisjoint(said) and "'s" not in said for said in before)
    new = not {"new", "changed", "changes"}.isdisjoint(lows) and "should" not in lows
    heir = lows[end : end + 1] == ["is"] and lows[end + 2 : end + 3] == ["new"]
    if not (reached or heir or (named and new)):
        return None
    return of_user("new-contact", tokens[at:end], tokens[0].start, tokens[-1].end)
