"""What no value can be, whatever rule read it, and the predicate that the words themselves ask."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.languages.en.discourse import USER
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import head, trimmed
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import BE, MONTHS, PREPOSITIONS, WEEKDAYS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import (
    BARE_KIN,
    CHILDREN,
    LANGUAGES,
    OTHER_KIN,
    PARTNERS,
    PETS,
    ROLES,
)
from eywa_fs.facts.languages.en.words.things import (
    APPOINTMENTS,
    APPS,
    CONDITIONS,
    FOOD,
    OWNED,
    WORKPLACES,
)

#: Said alone, these name nothing.
_EMPTY = words(
    """far much ta cheers everybody everyone everything someone somebody anybody anyone anything
    nobody nothing me us him them elsewhere likewise alike aside apart enough plenty etc whatever
    whichever whoever ditto nowhere somewhere anywhere everywhere sort kind thing things stuff"""
)
#: Ends of manner adverbs; "family" or "Emily" has none of them.
_ADVERBIAL = (
    "ably", "ibly", "ally", "edly", "ously", "ively", "ingly", "ently", "antly", "fully", "essly",
)  # fmt: skip
#: What these take is the name of a thing, place or person: no clause can stand in it.
_NOMINAL = words(
    """owns uses has has_pet lives_in moved_to works_at studies_at allergic_to speaks from born_in
    spouse sibling friend has_child visited works_as birthday age"""
)
_FINITE = (BE - {"been", "being", "'s"}) | words(
    "does did has had thinks thought says said went came knows knew means meant 'll 've"
)
_WHOSE = words("my our his her their")
_JOINING = PREPOSITIONS | words("and or & , than like")
_RULES = words("family house")


def makes_sense(draft: Draft) -> bool:
    """Whether the value can be a value at all: no mere adverb, no half of another clause."""
    value = draft.object
    low = [token.low for token in value]
    if len(value) == 1 and (low[0] in _EMPTY or _is_manner(value[0])):
        return False
    both = draft.clause.subject.names if draft.clause.subject else ()
    if draft.predicate == "relation" and draft.subject != USER and USER in both:
        return False  # "Pia and I split up" is told once, of the speaker
    if low[0] in _NO_OPENERS or (low == ["one"] and draft.predicate in _WANTED):
        return False
    if draft.subject.lower() in _SUBSTANCES and draft.predicate != "schedule":
        return False
    if draft.predicate == "schedule":
        return draft.negated or draft.subject != USER or low[1:] != [] or low[0] not in _BARE_DAYS
    if draft.predicate == "health":
        return low[-2:] != ["killing", "me"]
    if draft.predicate == "can" and draft.negated:
        return low[0] not in _IDLE and not (low[:1] == ["read"] and "own" in low)
    if draft.predicate == "studies":
        return low[-1] not in _NO_STUDIES
    doing = low[0] in _DOING and low[1:] != []
    person = len(low) == 1 and low[0] in ROLES - PETS and not draft.negated
    if draft.predicate in ("owns", "uses", "has") and (doing or person):
        return False
    trade = draft.predicate == "works_as" and low[0] in ("does", "did")
    if draft.predicate in _NOMINAL and not trade and _is_clause(value):
        return False
    if draft.predicate == "prefers":
        ruled = low[-1] == "rule" or (len(low) == 1 and low[0] in _RULES)
        return not (_is_clause(value) or ruled or low[-1] in _EMPTY)
    if draft.predicate in ("from", "born_in"):
        return not any(word in BARE_KIN for word in low) and low[-1] not in ("planet", "hell")
    if draft.predicate == "lives_in":
        people = len(low) == 1 and low[0] in ROLES
        return _own_part(value) == value and not (people or any(word in FOOD for word in low))
    if draft.predicate == "relation":
        return not _with_a_thing(draft.clause.tokens)
    if draft.predicate == "moved_to":
        return low[-1] not in _NO_HOMES
    if draft.predicate == "plans_to" and low[1:] == []:
        return low[0] not in _NO_PLANS
    if draft.predicate in ("works_at", "studies_at"):
        return (
            low[0] not in ("same", "other", "another", "myself", "themselves")
            and low[-1] not in _LOCAL
        )
    if draft.predicate == "has":
        return low[-1] not in _TROUBLES
    if draft.predicate == "allergic_to":
        return head(value) not in OWNED - FOOD
    if draft.predicate == "other":
        form = verb_form(low[0])
        verb = form[0] if form else low[0].removesuffix("ed")
        back = [token.low for token in trimmed(value, leading=False)][1:] == ["back"]
        if back or (verb in _FAVOURS and low[1:2] == ["me"]):
            return False
        return len(low) > 1 or form is None or form[0] not in _SPEAKING
    return True


#: What a value never begins with: it is the rest of something else.
_NO_OPENERS = words("since because although enough too so until till than")
_WANTED = words("wants owns uses prefers has allergic_to")
_FAVOURS = words("let make give tell ask clear remind wake call send text drive cheer")
_SUBSTANCES = FOOD | CONDITIONS
_BARE_DAYS = words("weekdays weekends weekday weekend mornings evenings")
_NO_STUDIES = words("good now work life once ages fun free nothing")
_DOING = words("sell teach write sing eat drive speak learn build knit sew bake go take give get")
_NO_HOMES = words("a&e hospital casualty tears court bed trouble debt therapy prison jail stitches")
_NO_PLANS = words("start starting go going come coming do doing be being get getting try")
#: What one cannot do only by way of speaking ("can't sit still", "can't complain").
_IDLE = words(
    "sit wait complain help believe imagine stop keep say tell decide find remember think blame be"
)
_LOCAL = words("place spot one end side")
#: One has these and they pass.
_TROUBLES = words("leak problem headache hangover puncture row meltdown tantrum crush bruise spot")
#: Alone, the verb of a report or a helper tells nothing.
_SPEAKING = words(
    "say tell ask think know mean do have be swear reckon insist claim laugh joke call live go come"
)


def _with_a_thing(tokens: Sequence[Token]) -> bool:
    """Whether one is on no terms with a thing ("parsnips and I", "the gym and I")."""
    first, second = (token.low for token in (*tokens, *tokens)[:2])
    food = first.endswith("s") and {first, first[:-1], first.removesuffix("es")} & FOOD
    return bool(food) or (first == "the" and second in WORKPLACES)


def _is_manner(token: Token) -> bool:
    return not token.is_capital and token.low.endswith(_ADVERBIAL)


def _is_clause(value: Sequence[Token]) -> bool:
    """Whether a verb stands in what should be a noun ("aunt thinks tomatoes")."""
    if value[0].low in ("does", "did"):
        return True
    verbal = verb_form(value[0].low) is not None and not value[0].is_capital
    for at, token in enumerate(value):
        copula = token.low == "'s" and at and at + 1 < len(value)
        if copula and value[at + 1].low in ("a", "an", "my", "the", "not", "her", "his", "our"):
            return True
        finite = token.low in _FINITE and not token.is_capital
        if finite and at and at + 1 < len(value) and not verbal:
            return True
    return False


def _own_part(value: tuple[Token, ...]) -> tuple[Token, ...]:
    """A name of a thing up to where somebody else's begins ("a list my cousin made")."""
    if len(value) > 2 and value[0].low == "been":
        return value[2:] if value[1].low in _WHOSE else value[1:]
    end = next(
        (
            i
            for i, t in enumerate(value)
            if i and t.low in _WHOSE and value[i - 1].low not in _JOINING
        ),
        len(value),
    )
    return value[:end]


def told_once(told: list[Draft]) -> list[Draft]:
    """Without a bare "made redundant" or "got hitched" where the firm or the spouse is named."""
    left = {d.subject for d in told if d.predicate == "works_at" and d.span == "over"}
    wed = {d.subject for d in told if d.predicate == "spouse" and not d.negated}
    return [
        draft
        for draft in told
        if not (
            draft.predicate == "other"
            and (
                (draft.subject in left and _DISMISSED & {t.low for t in draft.object})
                or (draft.subject in wed and _WEDDED & {t.low for t in draft.object})
            )
        )
    ]


_DISMISSED = words("redundant laid sack sacked fired dismissed axed")
_WEDDED = words("hitched married wed knot")


def _own_home(value: tuple[Token, ...]) -> tuple[Token, ...]:
    """A place up to where another home begins ("Leeds and my dad's in York")."""
    end = next(
        (
            i
            for i, t in enumerate(value[:-1])
            if i and t.low in ("and", ",") and value[i + 1].low in _WHOSE | {"me"}
        ),
        len(value),
    )
    return value[:end]


def _whose(draft: Draft) -> Draft:
    """The speaker's own, where a message drops what goes without saying ("Passport expires")."""
    said = re.split(r" (?:i|we|on our|on my|for our|for my) ", draft.subject, flags=re.I)[0]
    draft = draft if said == draft.subject else replace(draft, subject=said)
    first, mark, thing = draft.subject.partition("'s ")
    low = first.lower()
    related = low in BARE_KIN | CHILDREN | PARTNERS | OTHER_KIN
    paid = low in _PAID and draft.predicate == "other"
    if low == USER and thing.lower() in _PAID | _PAPERS:
        return replace(draft, subject=f"{USER}'s {thing.lower()}")
    if low == USER or not (related or (not mark and (low in _PAPERS or paid))):
        return draft
    return replace(draft, subject=f"{USER}'s {low}{mark}{thing}")


#: Kept by everybody for themselves, named with or without "my".
_PAPERS = words(
    """passport contract lease tenancy visa licence license insurance pension salary
    payday notice probation phone laptop car prescription"""
)
_PAID = words("rent mortgage")


def _outgrown(draft: Draft) -> Draft:
    """ "He outgrew his milk allergy": what one had and has no more."""
    if draft.predicate not in ("allergic_to", "health") or draft.negated:
        return draft
    at = next((i for i, t in enumerate(draft.clause.tokens) if t is draft.object[0]), 0)
    before = [t.low for t in draft.clause.tokens[max(0, at - 5) : at]]
    over = {"outgrew", "outgrown"} & set(before) or (
        "out" in before and {"grew", "grown"} & set(before)
    )
    return replace(draft, negated=True, span="begins") if over else draft


def _timed(draft: Draft) -> Draft:
    """The time alone, where a place stands before it ("in Graz in June")."""
    value = draft.object
    owner, mark, thing = draft.subject.rpartition("'s ")
    owned = owner and mark and thing.split()[-1].lower() not in ROLES
    at = next((i for i, t in enumerate(value) if i and t.low in ("in", "on", "at")), 0)
    first = value[0]
    if draft.predicate != "schedule" or not owned or not at or not first.is_capital:
        return draft
    if first.low.removesuffix("s") in WEEKDAYS | MONTHS | _FEASTS or at + 1 >= len(value):
        return draft
    return replace(draft, object=value[at + 1 :])


_FEASTS = words("boxing christmas easter ash new good palm whit bonfire diwali eid bank pancake")


def named_rightly(draft: Draft) -> Draft:
    """The fact under the predicate that its own words ask for, whichever rule read them."""
    draft = _timed(_outgrown(_whose(draft)))
    value = draft.object
    while value[1:] and value[-1].low in _LOOSE_ENDS:
        value = value[:-1]
    draft = draft if value == draft.object else replace(draft, object=value)
    noun = head(value)
    if draft.predicate in ("owns", "uses", "has") and noun in PETS and value[-1].low == noun:
        return replace(draft, predicate="has_pet")
    if draft.predicate == "health" and len(value) > 1 and noun in ("allergy", "intolerance"):
        return replace(draft, predicate="allergic_to", object=value[:-1])
    if draft.predicate == "prefers" and [t.low for t in value[:2]] == ["be", "called"]:
        return replace(draft, predicate="name", object=value[2:])
    if draft.predicate == "lives_in":
        return replace(draft, object=_own_home(value))
    if draft.predicate in _NOMINAL:
        draft = replace(draft, object=_own_part(value))
    return replace(draft, predicate=_predicate(draft, noun))


#: Left over at the end of a value, these belong to what follows.
_LOOSE_ENDS = words(", ; : going coming getting having being apart")


def _predicate(draft: Draft, noun: str) -> str:
    """What a fact is called where a rule took a wider word for it."""
    value, told = draft.object, {token.low for token in draft.object}
    verb = draft.clause.group.lemma if draft.clause.group else ""
    if draft.predicate == "prefers" and told & (APPS | {"assistant", "assistants"}):
        before = [t.low for t in draft.clause.tokens if t.end <= value[0].start][-1:]
        return "uses" if verb in ("swear", "do") or before == ["do"] else "prefers"
    if draft.predicate == "speaks" and verb == "pick" and draft.clause.group:
        return "studies" if "progressive" in draft.clause.group.aspect else "speaks"
    if draft.predicate == "works_at" and told & _SURGERIES and _follows(draft, "with"):
        return "uses"
    if draft.predicate == "works_as" and value[1:] and value[-1].low in _FANS:
        return "prefers"
    if draft.predicate == "has" and noun in APPOINTMENTS | {"christening", "wedding", "funeral"}:
        return "schedule"
    if draft.predicate == "other" and len(value) < 4 and value[-1].low in _CREEDS:
        return "believes"
    if draft.predicate == "other" and value[0].low in ("read", "reads") and told & LANGUAGES:
        return "can"
    return draft.predicate


def _follows(draft: Draft, word: str) -> bool:
    """Whether a value stands right behind a word and its article."""
    before = [t.low for t in draft.clause.tokens if t.end <= draft.object[0].start][-2:]
    return word in before


_SURGERIES = words("health medical surgery clinic practice dental bank insurance")
_FANS = words("supporter fan lover enthusiast fanatic follower devotee addict")
_CREEDS = words(
    """catholic protestant christian muslim jewish hindu buddhist sikh atheist agnostic mormon
    lutheran orthodox anglican quaker methodist baptist humanist pagan rastafarian pacifist
    socialist communist anarchist conservative liberal marxist feminist"""
)
