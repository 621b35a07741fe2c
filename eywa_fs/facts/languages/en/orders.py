"""Sentences to the assistant about the conversation: standing instructions, corrections, and taking
back. Each becomes a clause of the user that begins with a word of its own, for rules to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from eywa_fs.facts.engine.clauses import Clause, Subject, Tense, Token
from eywa_fs.facts.languages.en import names
from eywa_fs.facts.languages.en.figures import contact
from eywa_fs.facts.languages.en.words import POINTERS, REACHED, lexicon, word_set
from eywa_fs.facts.model import USER


def phrases(text: str) -> tuple[str, ...]:
    """Phrases parted by spaces, their words by ``_``."""
    return tuple(phrase.replace("_", " ") for phrase in text.split())


_POLITE: Final = word_set("please and also so ok okay but , hey hi just oh now")
_FOR_GOOD: Final = phrases("""from_now_on going_forward in_future in_the_future from_here_on always
never from_this_point_on for_future_reference by_default as_a_rule every_time""")
_LEADS: Final = word_set("""one more last quick small little thing things first second before we i
start begin anything else another a an the only request ask note favour favor just so you know
ground house rule rules heads up to with for record also by way and ok okay oh hey hi right good
important reminder please go on""")
_LED: Final = word_set("thing things start begin request ask note favour favor know rule rules up")
_LATE: Final = _FOR_GOOD[:5]
_ALLOWED: Final = phrases("you_can you_may you_should you_could")
_I: Final = word_set("i we he she they it you")
_FIRST_VERBS: Final = word_set("""answer reply respond write use call speak talk address keep give
explain include avoid format refer remind ask add start end begin show put send be assume stick
quote cite list spell translate summarise summarize tell suggest recommend stop skip leave mention
double-check check round convert make provide offer do don't don""")
_ABOUT: Final = word_set("""answer answers reply replies respond response responses write use call
speak address tone english spanish french german language emoji emojis bullet bullets units metric
celsius list lists short brief concise source sources cite format name explanation explanations
suggest recommend recommendations suggestions me messages message jargon tables markdown steps
examples sentences words abbreviations apologise apologize apologies""")
_GREETING: Final = word_set("hi hello hey hiya morning good evening afternoon , ! again")
_THIS_IS: Final = phrases("this_is it's it_is its")
_SHOWN: Final = word_set("""emoji emojis bullets jargon tables lists list markdown headings headers
points abbreviations apologies disclaimers slang swearing english spanish french german""")
_ASKING: Final = word_set("please thanks")
_WITH_ME: Final = word_set("in with for me us your")
_YOURS: Final = word_set("answers replies responses")
_KIDDING: Final = phrases("""just_kidding jk i'm_kidding i_was_kidding i'm_just_kidding
i_was_just_kidding i'm_joking i_was_joking i_was_just_joking i'm_just_joking just_joking kidding
scratch_that strike_that forget_that forget_what_i_said forget_i_said_that ignore_that
ignore_my_last_message ignore_what_i_said disregard_that i_take_that_back i_take_it_back
that_was_a_joke it_was_a_joke only_joking only_kidding disregard_my_last_message
never_mind_what_i_said that's_not_true i_made_that_up""")
_SUBJECTS: Final = word_set("i i'm im we my it it's")
_MISTAKES: Final = phrases("""typo correction my_mistake i_misspoke i_mistyped sorry_typo
that_was_a_typo i_made_a_typo i_meant_to_say i_meant_to_write wrong_number slip_of_the_finger""")
_APOLOGIES: Final = word_set("sorry oops whoops wait actually ah")
_SORRY: Final = word_set("sorry oops no wait ah oh , whoops actually haha lol ugh argh ok")
_BEFORE_RIGHT: Final = word_set(", : - -- — – . ! on that there before earlier")
_IT_IS: Final = phrases("""it's it_is its it_should_be should_be that_should_be it_should_say that's
should_read i_meant it_was""")

_REACHING: Final = word_set("reach email text contact call ring mail")
_OTHERS: Final = word_set("his her their your he she said work business office typo sorry oops if")
_MINE: Final = word_set("my our new")


def order(tokens: Sequence[Token]) -> Clause | None:
    """The clause of a sentence that instructs, corrects or takes back; ``None`` for any other."""
    at = 0
    while at < len(tokens) and tokens[at].low in _SORRY:
        at += 1
    end = _phrase(tokens, at, _KIDDING)
    while more := _phrase(tokens, end, _KIDDING) if end else 0:
        end = more  # "jk jk"
    begins = _low(tokens, end) in _SUBJECTS and tokens[end - 1].low != "that"
    if end and (begins or not _low(tokens, end)[:1].isalnum()):
        return _as(tokens, "retract", end, end)
    end = _phrase(tokens, at, _MISTAKES)
    if end:
        while end < len(tokens) and tokens[end].low in _BEFORE_RIGHT:
            end += 1
        start = _phrase(tokens, end, _IT_IS) or end
        return _as(tokens, "typo", start, len(tokens)) if start < len(tokens) else None
    it_is = _phrase(tokens, at, _IT_IS)
    sorry = any(t.low in _APOLOGIES for t in tokens[:at])
    if sorry and contact(tokens, at) > at:
        return _as(tokens, "sorry-its", at, len(tokens))
    if sorry and 0 < it_is < len(tokens) and tokens[at].low != "i":
        return _as(tokens, "sorry-its", it_is, len(tokens))
    return _instruction(tokens)


def _instruction(tokens: Sequence[Token]) -> Clause | None:
    if tokens[-1].low == "?":
        return None
    at = _behind_lead(tokens)
    while at < len(tokens) and tokens[at].low in _POLITE:
        at += 1
    start, for_good = at, 0
    while at < len(tokens):
        end = _phrase(tokens, at, _FOR_GOOD)
        if end:
            held = start < at and tokens[start].low in ("always", "never")
            start = at if tokens[at].low in ("always", "never") else start if held else end
            for_good, at = end, end
        elif tokens[at].low in _POLITE:
            start, at = start if start < at and for_good else at + 1, at + 1
        else:
            break
    if at < len(tokens) and tokens[at].low == "call" and _low(tokens, at + 1) == "me":
        closes = (t.low in (",", "please", "instead", "from") for t in tokens[at + 2 :])
        size = next((n for n, closing in enumerate(closes) if closing), len(tokens))
        return _as(tokens, "call-me", at + 2, min(at + 2 + size, len(tokens)))
    if _low(tokens, at) == "no":
        return _refusal(tokens, at, bool(for_good))
    late = any(_phrase(tokens, n, _LATE) for n in range(at, len(tokens)))
    if late and _phrase(tokens, at, _ALLOWED):  # "you can write longer answers from now on"
        start = at = at + 2
    negated = _low(tokens, at) == "do" and _low(tokens, at + 1) in ("n't", "not")
    verb = at + 2 if negated else at
    verb += _low(tokens, verb) == "ever"
    if _low(tokens, verb) not in _FIRST_VERBS | (_ABOUT if negated else frozenset()):
        return None
    ever = negated and tokens[-2:] and any(t.low == "ever" for t in tokens[-2:])
    next_ones = [token.low for token in tokens[verb + 1 : verb + 4]]
    late |= "always" in next_ones and _I.isdisjoint(next_ones)
    yours = any(t.low == "your" and _low(tokens, n + 1) in _YOURS for n, t in enumerate(tokens))
    if not (for_good or late or ever or yours):
        no = next((n for n, t in enumerate(tokens) if t.low == "no" and n > verb), at)
        joined = _low(tokens, no - 1) in (",", "and", "but")
        return _refusal(tokens, no, bool(for_good)) if joined else None
    rest = [token.low for token in tokens[verb + 1 :] if token.is_word]
    shown = rest == ["that"] or not {"it", "them", "this", "these", "those"}.isdisjoint(rest[:1])
    with_what = rest == ["with"] and _low(tokens, verb) in ("start", "begin", "end")
    if shown or not (with_what or any(t.low in _ABOUT for t in tokens[at:])):
        return None
    return _as(tokens, "instruct", start, len(tokens))


def _refusal(tokens: Sequence[Token], at: int, for_good: bool) -> Clause | None:
    """ "No emojis please": for good where it says so, or why; else perhaps for one answer only."""
    size = len(tokens)
    asks = next((n for n in range(at, size) if tokens[n].low in _ASKING), size)
    mark = next((n for n in range(at, asks) if not tokens[n].is_word), asks)
    to_you = next((n for n in range(at, mark) if tokens[n].low in ("in", "with", "for")), mark)
    what, behind = [t.low for t in tokens[at:to_you]], {t.low for t in tokens[to_you:mark]}
    asked = asks < size or for_good or tokens[0].low in _ASKING
    if not (asked and 1 < len(what) < 7) or what[-1] not in _SHOWN:
        return None
    if not (POINTERS.isdisjoint(what) and behind <= _WITH_ME | _YOURS):
        return None
    always = for_good or behind or what[1] == "more"
    why = any(t.low in ("i", "they", "my") for t in tokens[mark + 1 : mark + 6])
    said = _as(tokens, "instruct", at, mark)
    return said if always or why else replace(said, hedged=True)


def _behind_lead(tokens: Sequence[Token]) -> int:
    """The position behind words that announce an order ("one thing first:"); 0 without any."""
    for n, token in enumerate(tokens[:9]):
        if token.low in (":", "-", "–", "—", ",") and not _LED.isdisjoint(
            t.low for t in tokens[:n]
        ):
            return n + 1
        if token.low not in _LEADS | {","}:
            break
    return 0


def _as(tokens: Sequence[Token], word: str, at: int, stop: int) -> Clause:
    """The tokens from ``at`` on as a clause of the user that begins with ``word``."""
    while stop > at and tokens[stop - 1].low in (".", "!", "…", ","):
        stop -= 1
    return of_user(word, tokens[at:stop], tokens[0].start, tokens[-1].end)


def introduced(tokens: Sequence[Token]) -> Clause | None:
    """Where a message says who writes: "hi, this is Ana (at Bo's laptop)", "it's Ana here"."""
    at = next((n for n, token in enumerate(tokens) if token.low not in _GREETING), len(tokens))
    it = _phrase(tokens, at, _THIS_IS) or at
    end = names.name_end(tokens, it)
    here = _low(tokens, end) in ("here", "speaking")
    behind = _low(tokens, end + here)
    closes = not behind[:1].isalnum() or (it > at and behind in ("at", "on", "from", "using"))
    of_trade = end > it and tokens[end - 1].low in lexicon("jobs")  # "Teacher here"
    if end == it or of_trade or not closes or not (here or (it > at > 0)):
        return None
    return of_user("who-speaks", tokens[it:end], tokens[0].start, tokens[-1].end)


def contact_given(tokens: Sequence[Token]) -> Clause | None:
    """Where a sentence gives the user's number or address: "new mobile: 07700 900 412", "they have
    changed our number, it is ...", "reach me at ..."; no other, and nobody else's."""
    told = (n for n, t in enumerate(tokens) if t.low[0] in "+(0123456789" or "@" in t.low)
    found = [(n, end) for n in told if (end := contact(tokens, n)) > n]
    lows = [t.low for t in tokens]
    others = _OTHERS.union(names.kin())
    if not found or found[0][1] < found[-1][0] or not others.isdisjoint(lows):
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


def of_user(
    word: str, words: Iterable[Token], start: int, end: int, tense: Tense = "present"
) -> Clause:
    """A clause of the user that begins with a word of its own, for rules to read."""
    head = Token("", word, word, start, start)
    return Clause(Subject(USER), (head, *words), tense, start=start, end=end)


def _low(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].low if at < len(tokens) else ""


def _phrase(tokens: Sequence[Token], at: int, phrases: tuple[str, ...]) -> int:
    """Where the longest of some phrases ends that begins at a token; 0 for none."""
    said, longest = "", 0
    for n in range(at, min(len(tokens), at + 6)):
        low = tokens[n].low
        said = low if not said else said + ("" if low[0] == "'" or low == "n't" else " ") + low
        if said in phrases:
            longest = n + 1
    return longest
