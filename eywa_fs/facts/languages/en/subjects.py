"""Who or what a clause is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from eywa_fs.facts.languages.en.morphology import guess_third, verb_form
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    BE,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    NUMBER_WORDS,
)
from eywa_fs.facts.languages.en.words.lists import phrases, words
from eywa_fs.facts.languages.en.words.people import (
    ACQUAINTANCES,
    ADVISERS,
    BARE_KIN,
    FEMALE,
    HELPERS,
    HOUSEHOLD,
    MALE,
    PETS,
    PLURAL_ROLES,
    ROLE_MODIFIERS,
    ROLES,
    TITLES,
)
from eywa_fs.facts.languages.en.words.things import APPS, OWNED

if TYPE_CHECKING:
    from eywa_fs.facts.languages.en.drafts import Draft

USER = "user"


@dataclass(frozen=True, slots=True)
class Subject:
    """Who a clause is about and how it was said.

    ``kind``: ``user``, ``person``, ``thing``; ``direct`` is false for resolved pronouns.
    """

    names: tuple[str, ...]
    kind: str
    end: int
    direct: bool = True
    denies: bool = False
    mention: tuple[Token, ...] = ()


#: Who speaks, where a rule of its own found that the words are about them.
SPEAKER = Subject((USER,), "user", 0)


@dataclass(slots=True)
class Discourse:
    """Who has been talked about in this message so far."""

    animal: str | None = None
    people: list[tuple[str, tuple[Token, ...]]] = field(default_factory=list)

    def note(self, name: str, mention: Sequence[Token] = ()) -> None:
        """Remember a person and the words that named it, for later pronouns."""
        if name != USER:
            self.people = [p for p in self.people[-8:] if p[0] != name or not mention]
            if all(p[0] != name for p in self.people):
                self.people.append((name, tuple(mention)))

    def meant(
        self, pronoun: str, before: int | None = None
    ) -> tuple[str, tuple[Token, ...]] | None:
        """The last person mentioned whom a pronoun can mean, and the words that named it.

        Args:
            pronoun: in small letters; empty for any person.
            before: offset of the pronoun; who is only named behind it is not meant.
        """
        unfit = MALE if pronoun in ("she", "her") else FEMALE if pronoun in ("he", "his") else ()
        for person in reversed(self.people):
            if unfit and not unfit.isdisjoint(person[0].lower().split()):
                continue
            if before is not None and person[1] and person[1][0].start > before:
                continue
            return person
        return None


def introduced(tokens: Sequence[Token], discourse: Discourse) -> list[tuple[str, Sequence[Token]]]:
    """People a clause names other than as its subject ("a gift for my aunt", "a man named Bo")."""
    found: list[tuple[str, Sequence[Token]]] = []
    for at in range(len(tokens)):
        person = None
        if tokens[at].low in ("my", "our"):
            person = role_at(tokens, at, discourse)
        elif at and tokens[at - 1].low in _NAMING:
            person = name_at(tokens, at)
        if person:
            found.append((person[0], tokens[at : person[1]]))
    return found


_NAMING = words("called named met married dating seeing with and for about")


_PLACES_IN = frozenset(("in", "at", "from", "of", "on", "who"))


def mention(discourse: Discourse, draft: Draft) -> None:
    """Note the person a fact introduces ("I have a half-brother", "met a man named ...")."""
    if draft.predicate == "name" and draft.subject != USER and not draft.negated:
        discourse.note(" ".join(token.text for token in draft.object), draft.object)
    if draft.subject != USER or draft.negated:
        return
    if draft.predicate in ("met", "friend", "spouse") and draft.object[-1].is_capital:
        discourse.note(draft.object[-1].text, draft.object)
    elif draft.predicate in ("sibling", "has_child", "relation", "spouse", "friend", "has_pet"):
        own = [*takewhile(lambda t: t.low not in _PLACES_IN, draft.object)]
        name = next((t for t in own if t.is_capital and t.start != draft.clause.start), None)
        noun = next((t.low for t in reversed(own) if t.is_word), "")
        if name or noun in ROLES | PETS:
            discourse.note(name.text if name else f"{USER}'s {noun}", draft.object)


def subject_at(tokens: Sequence[Token], at: int, discourse: Discourse) -> Subject | None:
    """The subject that begins at a position, or ``None``."""
    if at >= len(tokens):
        return None
    if tokens[at].low in ("neither", "both") and at + 3 < len(tokens):
        joint = subject_at(tokens, at + 1, discourse)
        if joint and len(joint.names) > 1:
            denies = tokens[at].low == "neither"
            return Subject(joint.names, joint.kind, joint.end, joint.direct, denies)
    first = _single(tokens, at, discourse)
    if first is None:
        return None
    end = first.end
    if first.kind == "person" and first.direct:
        end = _past_modifier(tokens, end)
        first = replace(first, end=end)
    if end + 1 < len(tokens) and tokens[end].low in ("and", "&", "nor"):
        if first.kind == "person" and first.direct:
            discourse.note(first.names[0])
        second = _single(tokens, end + 1, discourse) or _second_role(tokens, at, end + 1)
        if second and second.kind != "thing" and first.kind != "thing":
            names = (*first.names, *(n for n in second.names if n not in first.names))
            kind = "user" if USER in names else "person"
            return Subject(names, kind, second.end, first.direct and second.direct)
    return first


def _past_modifier(tokens: Sequence[Token], at: int) -> int:
    """Past a place behind a person ("Ada from upstairs is ...") to the verb."""
    if at >= len(tokens) or tokens[at].low not in _PLACING:
        return at
    for end in range(at + 1, min(at + 7, len(tokens))):
        low = tokens[end].low
        if low in BE or low in HAVE or low in MODALS:
            return end
        form = verb_form(low)
        told = form is not None and form[1] in ("third", "past")
        if end > at + 1 and (told or _lows(tokens, end, 2) == ["no", "longer"]):
            return end
        if not tokens[end].is_word and low not in ("-", "'s"):
            return at
    return at


def _second_role(tokens: Sequence[Token], at: int, begin: int) -> Subject | None:
    """The uncle in "my aunt and uncle"."""
    role = _role_head(tokens, begin) if begin < len(tokens) else None
    if role is None or tokens[at].low not in ("my", "our"):
        return None
    return Subject((f"{USER}'s {role[0]}",), "person", role[1])


#: Kin named without "my" where a message drops what goes without saying ("Wife's from Graz").
_HEADLINED = words(
    """wife husband missus hubby girlfriend boyfriend partner fiance fiancee fiancé fiancée son
    daughter brother sister flatmate housemate roommate boss landlord landlady eldest youngest
    stepson stepdaughter nephew niece aunt uncle cousin mother father grandmother grandfather
    mother-in-law father-in-law sister-in-law brother-in-law stepmum stepdad neighbour neighbor"""
)


def _finite_here(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb of the third person stands here."""
    if at >= len(tokens):
        return False
    form = verb_form(tokens[at].low)
    third = form is not None and form[1] in ("third", "past", "both")
    return tokens[at].low in ("'s", "is", "has", "was", "'ll") or third


_PLACING = words("from at in next upstairs downstairs opposite across two on over")


def _single(tokens: Sequence[Token], at: int, discourse: Discourse) -> Subject | None:
    low = tokens[at].low
    following = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if low in ("i", "we", "me"):
        if low == "me" and following in BARE_KIN and (own := role_at(tokens, at, discourse)):
            return Subject((own[0],), "person", own[1])
        if low == "me" and following not in ("and", "&"):
            return None
        if low == "we" and following == "both" and len(discourse.people) == 1:
            return Subject((USER, discourse.people[0][0]), "user", at + 2)
        return Subject((USER,), "user", at + 1)
    if low in ("both", "neither", "all", "none") and _lows(tokens, at + 1, 2) == ["of", "us"]:
        return Subject((USER,), "user", at + 3, denies=low in ("neither", "none"))
    nobody = low in ("nobody", "none", "neither") or _lows(tokens, at, 2) == ["no", "one"]
    if nobody and (household := _of_household(tokens, at, discourse)):
        return household
    if low == "the" and _lows(tokens, at + 1, 3) == ["two", "of", "us"]:
        return Subject((USER,), "user", at + 4)
    if low in ("ours", "mine") and discourse.animal:
        return Subject((f"{USER}'s {discourse.animal}",), "person", at + 1, direct=False)
    if low in ("he", "she"):
        person = discourse.meant(low, tokens[at].start) or _named_behind(tokens, at, discourse)
        if person is None and discourse.animal and not discourse.people:
            return Subject((f"{USER}'s {discourse.animal}",), "person", at + 1, direct=False)
        if person is None:
            return None
        return Subject((person[0],), "person", at + 1, direct=False, mention=person[1])
    if low in ("both", "all") and following in ("my", "our"):
        at += 1
        low = following
    role = role_at(tokens, at, discourse)
    if role:
        names = (role[0],)
        end = _past_remark(tokens, role[1])
        return Subject(names, "person", end, low not in ("his", "her", "their"))
    if at == 0 and low in _HEADLINED and _finite_here(tokens, 1):
        return Subject((f"{USER}'s {low}",), "person", 1)
    name = name_at(tokens, at)
    if name is None:
        return None
    end = name[1]
    if _lows(tokens, end, 1) == ["the"] and set(_lows(tokens, end + 1, 1)) & PETS:
        end += 2
    return Subject((name[0],), "person", _past_apposition(tokens, end, discourse))


def _named_behind(
    tokens: Sequence[Token], at: int, discourse: Discourse
) -> tuple[str, tuple[Token, ...]] | None:
    """Whom a pronoun means that is only then made clear ("He's in Year 4, my lad")."""
    person = discourse.meant(tokens[at].low)
    if person is None or not person[1]:
        return None
    begin = next((i for i, t in enumerate(tokens) if t.start == person[1][0].start), 0)
    set_off = begin > at and tokens[begin - 1].low in (",", "-", "—", "–", "(")
    return person if set_off and tokens[begin].low in ("my", "our") else None


def _past_remark(tokens: Sequence[Token], at: int) -> int:
    """Past what stands between commas behind a person (", a keen angler, has ...")."""
    if at + 3 >= len(tokens) or tokens[at].low != ",":
        return at
    for end in range(at + 2, min(at + 8, len(tokens) - 1)):
        if tokens[end].low == ",":
            return end + 1 if looks_finite(tokens, end + 1) else at
        if not tokens[end].is_word or tokens[end].low in _NO_REMARKS | BE | HAVE | MODALS:
            return at
    return at


_NO_REMARKS = words("i we he she they who and or but")


def _past_apposition(tokens: Sequence[Token], at: int, discourse: Discourse) -> int:
    """Past ", our spaniel," behind a name."""
    if at + 3 >= len(tokens) or tokens[at].low != ",":
        return at
    aged = tokens[at + 1].low.isdecimal() or tokens[at + 1].low in NUMBER_WORDS
    if aged and tokens[at + 2].low == ",":
        return at + 3 if looks_finite(tokens, at + 3) else at
    if tokens[at + 1].low not in ("my", "our"):
        return at
    role = role_at(tokens, at + 1, discourse)
    end = role[1] if role else at + 3 if tokens[at + 2].low in PETS else at
    closed = end > at and end + 1 < len(tokens) and tokens[end].low == ","
    return end + 1 if closed and looks_finite(tokens, end + 1) else at


def role_at(
    tokens: Sequence[Token], at: int, discourse: Discourse | None = None
) -> tuple[str, int] | None:
    """A role path ("my sister's partner", bare "Dad", "the kids") and the position after it."""
    low = tokens[at].low
    path: str | None = None
    end = at
    if low in ("my", "our", "me") or (
        low in ("his", "her", "their") and discourse and discourse.meant(low, tokens[at].start)
    ):
        meant = discourse.meant(low, tokens[at].start) if discourse else None
        owner = USER if low in ("my", "our", "me") or meant is None else meant[0]
        start = at + 1
        if (
            start + 2 < len(tokens)
            and tokens[start].low == "other"
            and tokens[start + 1].low == "half"
        ):
            return f"{owner}'s other half", start + 2
        head = _role_head(tokens, start) or _glossed(tokens, start)
        if head is None:
            return _own_by_name(tokens, start) if low == "our" else None
        path, end = f"{owner}'s {head[0]}", head[1]
        name = name_at(tokens, end) if end < len(tokens) else None
        if name and low in ("my", "our", "his", "her", "their"):
            return name
        if end + 1 < len(tokens) and tokens[end].low == ",":
            name = name_at(tokens, end + 1)
            if name and name[1] < len(tokens) and tokens[name[1]].low == ",":
                return name[0], name[1] + 1
    elif low in ADVISERS and at + 1 < len(tokens) and tokens[at + 1].low in _SAYS:
        path, end = f"user's {low}", at + 1
    elif low in BARE_KIN and low in TITLES and (titled := name_at(tokens, at)):
        path, end = titled
    elif low in BARE_KIN and _bare_kin_here(tokens, at):
        path, end = f"user's {low}", at + 1
    elif low == "the" and (helper := _of_the_house(tokens, at + 1)):
        path, end = f"user's {helper[0]}", helper[1]
    else:
        name = name_at(tokens, at)
        if name is None:
            return None
        if not _owner_follows(tokens, name[1]):
            return None
        path, end = name
    if _lows(tokens, end, 2) == ["'s", "side"]:
        family = _lows(tokens, end + 2, 3) == ["of", "the", "family"]
        return f"{path}'s side", end + (5 if family else 2)
    while _owner_follows(tokens, end):
        head = _role_head(tokens, end + 1)
        if head is None:
            return None
        mark = "'" if tokens[end].low == "'" else "'s"
        path, end = f"{path}{mark} {head[0]}", head[1]
        named = name_at(tokens, end) if end < len(tokens) else None
        if named:
            return named
        if end + 1 < len(tokens) and tokens[end].low == ",":
            named = name_at(tokens, end + 1)
            if named and named[1] < len(tokens) and tokens[named[1]].low == ",":
                return named[0], named[1] + 1
    return (path, end) if path else None


def _role_head(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """A role noun with its modifiers from a position on, and the position after it."""
    if " ".join(_lows(tokens, at, 2)) in _ROLE_PAIRS:
        return " ".join(_lows(tokens, at, 2)), at + 2
    for end in range(at, min(at + 4, len(tokens))):
        low = tokens[end].low
        if low in ROLES:
            follow = tokens[end + 1].low if end + 1 < len(tokens) else ""
            if follow in ROLES and follow not in BARE_KIN:
                continue
            head = " ".join(t.low for t in tokens[at : end + 1])
            return head, end + 1
        ordinal = low in ROLE_MODIFIERS or low[:1].isdigit() or low in NUMBER_WORDS
        acting = low.endswith("ing") and verb_form(low) is not None
        kind = low.endswith(("-old", "er", "est", "ing")) and not acting
        if not (ordinal or kind or _of_some_kind(tokens, end)):
            return None
        if low.endswith(("-year-old", "-month-old")) and looks_finite(tokens, end + 1):
            return " ".join(t.low for t in tokens[at : end + 1]), end + 1
    return None


#: People called by two words of which neither is a role.
_ROLE_PAIRS = phrases(
    """little one, little ones, little fella, little man, little lady, little guy, middle one,
    youngest one, eldest one, oldest one, wee one, wee man, old man, old lady, better half,
    other half, au pair, significant other, old dear, plus one"""
)


def _of_household(tokens: Sequence[Token], at: int, discourse: Discourse) -> Subject | None:
    """ "Nobody in our house", "none of the kids": a denial for those who are named."""
    begin = at + 1 + (tokens[at].low == "no")
    low = _lows(tokens, begin, 3)
    ours = low[:1] == ["in"] and low[1:2] in (["our"], ["my"], ["this"])
    if ours and low[2:] and low[2] in ("house", "household", "family", "home"):
        return Subject((USER,), "user", begin + 3, denies=True)
    if low[:1] == ["of"] and begin + 1 < len(tokens):
        role = role_at(tokens, begin + 1, discourse)
        if role and role[0].split()[-1] in PLURAL_ROLES:
            return Subject((role[0],), "person", role[1], denies=True)
    return None


def _of_some_kind(tokens: Sequence[Token], at: int) -> bool:
    """Whether a noun says which acquaintance the next word means ("choir director")."""
    if at + 1 >= len(tokens) or tokens[at + 1].low not in ACQUAINTANCES:
        return False
    low = tokens[at].low
    plain = low.isalpha() and low not in BE | HAVE | DO | MODALS | ADVERBS | DETERMINERS
    return plain and (verb_form(low) or ("", "base"))[1] == "base"


def _own_by_name(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """The name in "our Doris", said of one's own people and animals."""
    name = name_at(tokens, at)
    if name is None or name[1] >= len(tokens) or tokens[at].low in OWNED | APPS:
        return None
    after = tokens[name[1]].low
    form = verb_form(after)
    acts = form is not None and form[1] in ("third", "past", "both")
    return name if acts or after in BE | HAVE | MODALS | {"and", "'s"} else None


def _of_the_house(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """The person in "the kids", "the new lodger", and the position after the word."""
    if _lows(tokens, at, 2) in (["old", "man"], ["old", "dear"]) and _finite_here(tokens, at + 2):
        return " ".join(_lows(tokens, at, 2)), at + 2
    at += int(at < len(tokens) and tokens[at].low in ("new", "old"))
    known = at < len(tokens) and tokens[at].low in HOUSEHOLD | ADVISERS | HELPERS
    return (tokens[at].low, at + 1) if known else None


_SAYS = frozenset(("says", "said", "told", "tells", "reckons", "wants", "put"))


def _glossed(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """A word for a person that the message itself explains ("my lola (grandma)")."""
    for mark in range(at + 1, min(at + 4, len(tokens) - 2)):
        if (
            tokens[mark].low == "("
            and tokens[mark + 2].low == ")"
            and tokens[mark + 1].low in ROLES
        ):
            return " ".join(t.text for t in tokens[at:mark]), mark + 3
    return None


def _bare_kin_here(tokens: Sequence[Token], at: int) -> bool:
    follow = tokens[at + 1].low if at + 1 < len(tokens) else ""
    capital = tokens[at].is_capital
    return capital or follow in BE | HAVE | DO | MODALS or verb_form(follow) is not None


def _owner_follows(tokens: Sequence[Token], end: int) -> bool:
    """Whether ``'s`` at this position is a possessive before a role noun."""
    if end + 1 >= len(tokens) or tokens[end].low not in ("'s", "'"):
        return False
    return _role_head(tokens, end + 1) is not None


def is_plural(subject: Subject) -> bool:
    """Whether the subject takes a plural verb."""
    return len(subject.names) > 1 or subject.names[0].split()[-1] in PLURAL_ROLES


def looks_finite(tokens: Sequence[Token], at: int) -> bool:
    """Whether a finite verb (or an adverb before one) stands at a position."""
    limit = min(at + 4, len(tokens))
    while at < limit and tokens[at].low in ADVERBS:
        at += 1
    if at >= len(tokens):
        return False
    low = tokens[at].low
    if low in BE or low in HAVE or low in DO or low in MODALS or low in ("not", "n't", "never"):
        return True
    form = verb_form(low)
    return (form is not None and form[1] != "ing") or guess_third(low) is not None


def _lows(tokens: Sequence[Token], at: int, count: int) -> list[str]:
    return [token.low for token in tokens[at : at + count]]
