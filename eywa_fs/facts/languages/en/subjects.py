"""Who a clause is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from eywa_fs.facts.engine.clauses import Subject, Token
from eywa_fs.facts.languages.en import names
from eywa_fs.facts.languages.en.tokens import verb_form
from eywa_fs.facts.languages.en.verbs import is_adverb
from eywa_fs.facts.languages.en.words import AUXILIARIES, LINKS, POINTERS, REACHED, word_set
from eywa_fs.facts.model import USER

_HOUSEHOLD: Final = word_set("""live move have own adopt buy get speak sell give donate reside
relocate shift emigrate marry fly travel visit go lose put cancel scrap trade rehome drive play use
quit say""")
"""Verbs whose "we" is the household; with others it may be anybody."""
_NO_KINDS: Final = word_set("part thing things way one memory moment time day person line scene")
_NARROWING: Final = word_set("new current work business home personal private main mobile cell")
_MY: Final = frozenset({"my", "our"})
_LONGEST_HEAD = 5


@dataclass(slots=True)
class People:
    """Who has been named in a message so far: names told by their role ("my sister Ana"), and the
    person of the last clause that names one; ``""`` for none or several; ``newcomer``: somebody or
    something was spoken of whose name may come next."""

    named: set[str] = field(default_factory=set)
    last: str = ""
    newcomer: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A subject and where it ends; ``name``: where its name in apposition lies, with the role;
    ``shared``: it is "we": only statements about the household count."""

    subject: Subject
    end: int
    role: str = ""
    name: tuple[int, int] = (0, 0)
    shared: bool = False

    def admits(self, lemma: str) -> bool:
        """Whether a clause of this subject with this verb is about the subject."""
        return not self.shared or lemma in _HOUSEHOLD


def subject_at(tokens: Sequence[Token], at: int, stop: int, people: People) -> Found | None:
    """The subject that begins at a token, where it is somebody who can be told; else ``None``."""
    if at >= stop:
        return None
    token = tokens[at]
    if token.low == "i":
        return Found(Subject(USER), at + 1)
    if token.low == "we":
        return Found(Subject(USER), at + 1, shared=True)
    after = tokens[at + 1].low if at + 1 < stop else ""
    if at == 0 and not people.newcomer and token.low == "name" and after in ("'s", "is"):
        return Found(Subject(USER, head=(token,)), 1)
    known = "'s " in people.last  # "my dog", "Nate's dog": who is named is not named again
    if token.low in ("his", "her", "its") and after == "name" and known:
        return Found(Subject(people.last, head=(tokens[at + 1],)), at + 2)
    if token.low in _MY:
        return _mine(tokens, at + 1, stop, people)
    if token.low in ("he", "she"):
        people.newcomer |= not people.last  # whose name may come next
        return Found(Subject(people.last, sure=False), at + 1) if people.last else None
    end = min(names.name_end(tokens, at), stop)
    if end > at and _and_i(tokens, end, stop):
        return Found(Subject(USER), end + 2, name=(at, end), shared=True)
    if end > at and end < stop:
        who = " ".join(t.text for t in tokens[at:end])
        sure = who in people.named
        if not sure and not _verb_follows(tokens, end, stop):
            return None
        return _headed(tokens, end, stop, Subject(who, sure=sure))
    return None


def _mine(tokens: Sequence[Token], at: int, stop: int, people: People) -> Found | None:
    role, end = names.relation_at(tokens, at)
    if not role:
        return _thing_of(tokens, at, stop, USER)
    if role == "late" or (end < stop and tokens[end].low in ("and", "or", "&")):
        return Found(Subject(USER), end + 2, shared=True) if _and_i(tokens, end, stop) else None
    who, name = f"{USER}'s {role}", (0, 0)
    start = end + 1 if end < stop and tokens[end].low == "," else end
    last = min(names.name_end(tokens, start), stop)
    if last > start and _and_i(tokens, last, stop):
        return Found(Subject(USER), last + 2, shared=True)
    if last > start:
        closed = start == end or (last < stop and tokens[last].low == ",")
        if closed and not (last < stop and tokens[last].low in ("and", "or", "&")):
            who, name = " ".join(t.text for t in tokens[start:last]), (start, last)
            people.named.add(who)
            end = last + 1 if start > end else last
    if end < stop and not name[1] and _goes_on(tokens[end]):
        return _thing_of(tokens, at, stop, USER)
    found = _headed(tokens, end, stop, Subject(who))
    if found is None:
        return None
    return Found(found.subject, found.end, role, name)


def _and_i(tokens: Sequence[Token], at: int, stop: int) -> bool:
    return at + 1 < stop and tokens[at].low in ("and", "&") and tokens[at + 1].low == "i"


def _goes_on(token: Token) -> bool:
    """Whether a word behind a role is neither verb nor mark: "mother *tongue*"."""
    low = token.low
    return token.is_word and not (low in LINKS or low == "'s" or verb_form(low) or is_adverb(low)
                                 or low == "no")  # fmt: skip


def _headed(tokens: Sequence[Token], at: int, stop: int, owner: Subject) -> Found | None:
    """The owner, or what belongs to it ("'s name") as head of the subject."""
    if at < stop and tokens[at].low == "'s" and at + 1 < stop:
        role, end = names.relation_at(tokens, at + 1)
        if role and _verb_follows(tokens, end, stop):
            return Found(Subject(f"{owner.who}'s {role}", sure=owner.sure), end)
        if role:
            return None  # "my brother's partner, a chef, ..."
        found = _thing_of(tokens, at + 1, stop, owner.who)
        low = tokens[at + 1].low
        noun = low in ("name", "work") or not (low in AUXILIARIES or verb_form(low))
        if found is not None and noun:
            return Found(Subject(owner.who, owner.sure, found.subject.head), found.end)
    return Found(owner, at)


def _thing_of(tokens: Sequence[Token], at: int, stop: int, who: str) -> Found | None:
    """The words between "my" and the verb: what of ``who`` the clause is about."""
    end = at
    while end < stop and end - at < _LONGEST_HEAD:
        low = tokens[end].low
        if low in AUXILIARIES and end > at:
            return Found(Subject(who, head=_kind_of(tokens[at:end])), end)
        if not tokens[end].is_word or low in POINTERS | LINKS - {"of", "in", "for"}:
            return None
        end += 1
    return None


def _kind_of(head: Sequence[Token]) -> tuple[Token, ...]:
    """What belongs to somebody without what only narrows it: "favourite" of "favourite colour",
    "number" of "new phone number"; all of it where nothing does."""
    if len(head) > 1 and head[0].low in ("favorite", "favourite") and head[-1].low not in _NO_KINDS:
        first = head[0]
        return (Token(first.text, "favourite-kind", "favourite-kind", first.start, first.end),)
    stop = next((n for n, t in enumerate(head) if t.low == "for"), len(head))
    if stop and head[stop - 1].low in REACHED and all(
        t.low in _NARROWING | REACHED for t in head[: stop - 1]):  # fmt: skip
        return (head[stop - 1],)
    return tuple(head)


def _verb_follows(tokens: Sequence[Token], at: int, stop: int) -> bool:
    if at >= stop:
        return False
    low = tokens[at].low
    return low in AUXILIARIES or verb_form(low) in ("third", "past") or low in ("also", "just")
