"""Statements about things: "my rent is ...", "Judo is Fridays", "my name is ..."."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import Discourse
from eywa_fs.facts.languages.en.drafts import Draft, Span
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import is_value, trimmed
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.timevalues import contact_value, time_value
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.verbgroups import verb_group_at
from eywa_fs.facts.languages.en.verbphrases import activities, verb_phrase
from eywa_fs.facts.languages.en.words.grammar import (
    BE,
    NEGATORS,
    NUMBER_WORDS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    TIME_NOUNS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import (
    FOOD,
    MEASURES,
    MONEY_THINGS,
    OWNED,
    RECURRING_THINGS,
)

_NAME_WORDS = words("name nickname surname")
_CONTACT_WORDS = words(
    """number phone mobile cell landline email e-mail mail address handle insta instagram twitter
    line"""
)


_THING_VERBS = words(
    """leaves departs arrives lands rehearses trains practises practices starts opens closes runs
    begins ends costs expires renews finishes meets happens takes go goes meet start ended
    finished expired = :"""
)


@dataclass(frozen=True, slots=True)
class _Thing:
    owner: str | None
    noun: tuple[Token, ...]
    verb: int
    after: int
    negated: bool


def read_thing(clause: Clause, discourse: Discourse) -> list[Draft]:
    """The facts of a clause whose subject is a thing."""
    thing = _thing(clause, discourse)
    if thing is None or not thing.noun or any(t.low in _VERBAL for t in thing.noun[1:]):
        return []
    words = {token.low for token in thing.noun}
    if thing.noun[0].low in SUBJECT_PRONOUNS | {"this", "that", "there"}:
        return []
    if thing.owner is None and thing.noun[0].low in _OPENING_A_PHRASE:
        return []
    rest = clause.tokens[thing.after :]
    while len(rest) > 1 and rest[0].low in _PARTICLES and tokens_verb(clause, thing) not in BE:
        rest = rest[1:]
    if not rest:
        return []
    owner = thing.owner or "user"
    if words & {"favourite", "favorite", "fave", "fav"}:
        return _favourite(clause, thing, owner, rest)
    if words & _NAME_WORDS and thing.owner:
        value = noun_phrase(rest)
        if value and value[0].is_capital:
            return [_draft(clause, owner, "name", value, thing.negated)]
        return []
    if "birthday" in words and thing.owner:
        value = time_value(rest)
        return [_draft(clause, owner, "birthday", value, thing.negated)] if value else []
    if words & _CONTACT_WORDS and (thing.owner or words & {"email"}):
        value = contact_value(rest)
        return [_draft(clause, owner, "contact", value, False)] if value else []
    if words & _DEGREES and thing.owner and rest[0].low == "in":
        return [_draft(clause, owner, "studies", p, thing.negated) for p in noun_phrases(rest, 1)]
    if words == {"job"} and thing.owner and rest[0].low == "to" and len(rest) > 2:
        return [_draft(clause, owner, "works_as", verb_phrase(rest, 1), thing.negated)]
    if words & {"job", "occupation", "profession"} and thing.owner:
        return (
            [
                _draft(clause, owner, "works_as", p, thing.negated)
                for p in noun_phrases(rest)[:1]
                if not p[0].low.endswith("ing") and len(p) <= 4 and len(p[0].low) > 3
            ]
            if (rest[0].low in ("a", "an"))
            else []
        )
    if words & {"hobbies", "hobby", "interests", "passions", "pastimes"} and thing.owner:
        liked = [p for p in activities(rest, 0) if len(p) <= 4]
        return [_draft(clause, owner, "prefers", p, thing.negated) for p in liked]
    if words & {"dream", "goal", "plan", "aim", "ambition"} and (
        rest[0].low == "to" and len(rest) > 2
    ):
        predicate = "plans_to" if "plan" in words else "wants"
        return [_draft(clause, owner, predicate, verb_phrase(rest, 1), thing.negated, "plan")]
    if thing.owner and (words & {"go-to"} or {"daily", "driver"} <= words):
        return [_draft(clause, owner, "uses", p, thing.negated) for p in noun_phrases(rest)]
    if words & _STORED and rest[0].low in ("on", "in") and len(rest) > 1 and rest[1].is_capital:
        return [_draft(clause, owner, "uses", noun_phrase(rest, 1), thing.negated)]
    if rest[0].low in ("down", "up", "back") and len(rest) > 2 and rest[1].low in ("to", "at"):
        rest = rest[2:]
    if words & MEASURES and (thing.owner or words & {"blood", "cholesterol", "weight"}):
        value = trimmed(rest[:6])
        return (
            [_draft(clause, owner, "health", value, False)]
            if value and (value[0].low[:1].isdigit() or "type" in words)
            else []
        )
    low = [t.low for t in rest[:4]]
    if (
        words & FOOD
        and len(thing.noun) <= 2
        and not thing.negated
        and (
            (trimmed(rest)[:1] and trimmed(rest)[0].low in ("out", "forbidden", "banned"))
            or low[:2] in (["off", "limits"], ["a", "no-go"], ["off", "the"])
        )
    ):
        return [_draft(clause, "user", "diet", thing.noun, True)]
    if low[:2] in (["my", "thing"], ["my", "jam"], ["my", "bag"], ["our", "thing"]) or (
        low == ["my", "cup", "of", "tea"]
    ):
        return [_draft(clause, "user", "prefers", thing.noun, thing.negated)]
    if words & {"contract", "job", "internship", "placement", "traineeship"}:
        return _ended_job(clause, thing, owner, rest)
    if words & _OUTINGS and low[:1] and low[0] in ("off", "cancelled", "canceled"):
        return [_draft(clause, "user", "plans_to", trimmed(thing.noun), True, "none")]
    if words & {"address"} and thing.owner and any(t.low[:1].isdigit() for t in rest[:3]):
        value = trimmed(rest[:10])
        return [_draft(clause, owner, "contact", value, thing.negated)] if value else []
    belonging = thing.owner and thing.noun[-1].low in OWNED and tokens_verb(clause, thing) in BE
    if belonging and rest[0].low in ("a", "an"):
        models = [p for p in noun_phrases(rest)[:1] if len(p) <= 4]
        return [_draft(clause, owner, "owns", p, thing.negated) for p in models]
    number = _number_of(clause, thing, owner, rest)
    if number:
        return number
    new_owner = _passed_on(clause, rest, discourse)
    if new_owner:
        return [_draft(clause, new_owner, "owns", thing.noun, thing.negated)]
    core = next((i for i, t in enumerate(thing.noun) if i and t.low in ("from", "to")), None)
    subject = _written(thing.noun[:core])
    if thing.owner:
        subject = f"{thing.owner}'s {subject}"
    if low[:1] and low[0] in ("my", "our") and {"favourite", "favorite", "fave", "fav"} & set(low):
        return (
            [_draft(clause, "user", "prefers", thing.noun, thing.negated)]
            if (is_value(thing.noun))
            else []
        )
    if words & MONEY_THINGS and (
        any(t.low[:1].isdigit() or t.low in "£$€" for t in rest[:4])
        or (len(rest) > 1 and rest[1].low in TIME_NOUNS and rest[0].low in ("a", "an"))
    ):
        end = next((i for i, t in enumerate(rest) if t.low in ("for", "from", "because", ",")), 8)
        value = trimmed(rest[: min(end, 8)])
        told = any(t.low[:1].isdigit() or t.low in NUMBER_WORDS for t in value)
        if "budget" in words and thing.owner is None:
            return []
        mine = subject if thing.owner or len(thing.noun) > 1 else f"user's {subject.lower()}"
        return [_draft(clause, mine, "other", value, thing.negated)] if told else []
    if rest[0].low in ("set", "scheduled", "planned", "booked") and len(rest) > 2:
        rest = rest[1 + (rest[1].low in ("for", "on")) :]
    if rest[0].low == "due" and len(rest) > 2:
        at = 2 + (rest[2].low == "the") if rest[1].low == "on" else 1
        day = time_value(rest[1:]) or trimmed(rest[at : at + 4])
        return [_draft(clause, subject, "schedule", day, thing.negated, "plan")] if day else []
    value = time_value(rest)
    if not value and tokens_verb(clause, thing) not in BE:
        at = next((i for i, t in enumerate(rest[:4]) if t.low in ("on", "at", "every")), -1)
        value = time_value(rest[at:]) if at >= 0 else ()
    if value and _keeps_time(thing, value):
        return [_draft(clause, subject, "schedule", value, thing.negated, "plan")]
    return []


#: Behind these a noun is over: "council tax has to be paid" tells what must be done.
_VERBAL = words("has have had must will can should 'll 've to")
_OPENING_A_PHRASE = PREPOSITIONS | words("owing due thanks since until till between")
#: What happens once and last or first tells of the speaker, not of a thing that keeps time.
_ONCE_ONLY = words("last first final opening birthday birthdays")
_PARTICLES = words("out up round off again back in over")
_DEGREES = words("degree phd masters master's major background diploma doctorate bachelor's ba ma")
_STORED = words(
    """photos notes files stuff everything music playlists recipes passwords contacts calendar
    emails documents backups lists pictures"""
)
_OUTINGS = words("trip holiday vacation wedding move party cruise visit weekend tour honeymoon")


def _keeps_time(thing: _Thing, value: Sequence[Token]) -> bool:
    """Whether a thing with a day or hour is an appointment or a routine."""
    low = [t.low for t in value]
    if thing.noun[0].low in _ONCE_ONLY or low[0] == "changed":
        return False
    if any(t.low in (",", ":", ";") for t in thing.noun):
        return False
    if {t.low.removesuffix("s") for t in thing.noun} & {*RECURRING_THINGS, "clas"}:
        return True
    if {t.low for t in thing.noun} & RECURRING_THINGS:
        return True
    routine = low[0] in ("every", "alternate") or any(
        t in WEEKDAYS and t.endswith("s") for t in low
    )
    days = sum(t in WEEKDAYS for t in low) > 1
    return routine or (thing.owner is not None and days)


def _thing(clause: Clause, discourse: Discourse) -> _Thing | None:
    """The noun before the first verb, with whose it is."""
    tokens, at = clause.tokens, clause.opening
    end = at
    while (
        end < min(at + 8, len(tokens))
        and tokens[end].low not in BE
        and (tokens[end].low not in _THING_VERBS)
    ):
        end += 1
    if end >= min(at + 8, len(tokens)) or end == at:
        return None
    if tokens[end].low == "'s" and end + 1 < len(tokens) and _is_genitive(tokens, end):
        outer = role_at(tokens, at, discourse)
        if outer is None:
            path = tokens[at:end]
            owner: str | None = " ".join(t.text for t in path) if path[0].is_capital else None
            begin = end + 1
        else:
            owner, begin = outer[0], outer[1] + (tokens[outer[1]].low == "'s")
        end = begin
        while end < min(begin + 6, len(tokens)) and tokens[end].low not in BE:
            end += 1
        if end >= len(tokens):
            return None
        noun = tokens[begin:end]
    elif tokens[at].low in ("my", "our"):
        owner, noun = "user", tokens[at + 1 : end]
    elif tokens[at].low in ("his", "her", "their") and (meant := discourse.meant(tokens[at].low)):
        owner, noun = meant[0], tokens[at + 1 : end]
    else:
        comma = next((i for i in range(end - 1, at, -1) if tokens[i].low == ","), at - 1)
        owner, noun = None, trimmed(tokens[comma + 1 : end])
    if tokens[end].low in BE:
        group = verb_group_at(tokens, end)
        if group is None or group.modal or group.tense == "past":
            return None
        return _Thing(
            owner,
            tuple(noun),
            end,
            group.after if group.lemma == "be" else group.verb,
            group.negated,
        )
    negated = any(t.low in NEGATORS for t in tokens[at:end])
    return _Thing(owner, tuple(noun), end, end + 1, negated)


def _passed_on(clause: Clause, rest: Sequence[Token], discourse: Discourse) -> str | None:
    """The new owner in "the old phone is my nan's now"."""
    at = 0
    while at < len(rest) and rest[at].low in ("now", "my", "our") and rest[at].low == "now":
        at += 1
    role = role_at(rest, at, discourse) if at < len(rest) else None
    if role and role[1] < len(rest) and rest[role[1]].low == "'s":
        after = rest[role[1] + 1 :]
        if not after or after[0].low in ("now", "lol", "haha") or not after[0].is_word:
            return role[0]
    return None


def _is_genitive(tokens: Sequence[Token], at: int) -> bool:
    """Whether ``'s`` belongs to an owner: another "is" follows soon."""
    return any(t.low in ("is", "are", "'s", "was") for t in tokens[at + 1 : at + 5])


def tokens_verb(clause: Clause, thing: _Thing) -> str:
    """The verb of a thing's clause as written."""
    return clause.tokens[thing.verb].low


_NUMBERED = words(
    """code pin password passcode combination registration plate postcode zip locker room password
    reference membership serial passphrase platform gate seat bay extension desk ward unit"""
)


def _number_of(clause: Clause, thing: _Thing, owner: str, rest: Sequence[Token]) -> list[Draft]:
    """ "The gate code is 5521": a number one looks up later."""
    if thing.noun[-1].low not in _NUMBERED or tokens_verb(clause, thing) not in BE:
        return []
    value = trimmed(rest[:5], leading=False)
    if not value or thing.negated or not any(t.low[:1].isdigit() for t in value):
        return []
    named = _written(thing.noun)
    return [_draft(clause, f"{owner}'s {named}" if thing.owner else named, "other", value, False)]


def _ended_job(clause: Clause, thing: _Thing, owner: str, rest: Sequence[Token]) -> list[Draft]:
    """ "My job at the mill ended in May": the employer, and that it is over."""
    verb = tokens_verb(clause, thing)
    at = next((i for i, t in enumerate(thing.noun) if t.low in ("with", "at")), -1)
    if at < 0 or verb not in ("ended", "ends", "finished", "finishes", "expired"):
        return []
    place = noun_phrase(thing.noun, at + 1)
    return [_draft(clause, owner, "works_at", place, False, "over")] if place else []


def _favourite(clause: Clause, thing: _Thing, owner: str, rest: Sequence[Token]) -> list[Draft]:
    if thing.noun[0].low not in (
        "favourite",
        "favorite",
        "fave",
        "fav",
        "all-time",
        "absolute",
        "least",
    ):
        return []
    negated = thing.negated != (thing.noun[0].low == "least")
    if rest[0].low.endswith("ing") or rest[0].low == "to":
        phrase = verb_phrase(rest, int(rest[0].low == "to"), words=6)
        return [_draft(clause, owner, "prefers", phrase, negated)] if phrase else []
    found = noun_phrases(rest, prepositions=frozenset({"of", "by", "from", "in"}))
    if any(t.low in ("when", "how", "that") for t in rest[:1]):
        return []
    return [_draft(clause, owner, "prefers", phrase, negated) for phrase in found]


def _draft(
    clause: Clause,
    subject: str,
    predicate: str,
    value: Sequence[Token],
    negated: bool,
    span: Span = "state",
) -> Draft:
    return Draft(subject, predicate, tuple(value), negated, span, clause)


def _written(tokens: Sequence[Token]) -> str:
    words: list[str] = []
    for token in tokens:
        if words and token.low in ("'s", "'", "n't"):
            words[-1] += token.text
        else:
            words.append(token.text)
    return " ".join(words)
