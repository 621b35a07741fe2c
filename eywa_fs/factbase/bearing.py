"""Whether a fact can be what a question asks for. One that shares no word with it answers only what
its kind says, and only of whom it tells: else the fact layer is silent, and the record answers."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, replace
from functools import lru_cache

from eywa_fs.facts.afu import DAY_MS, Afu, stands
from eywa_fs.facts.identity import KIN, Names, is_family, kin_in
from eywa_fs.facts.model import DOINGS, PREDICATES, USER
from eywa_fs.facts.questions import Question, bound_to_self, cues_of, strangers
from eywa_fs.facts.values import tokens
from eywa_fs.language.script import fold
from eywa_fs.language.tokens import content_terms

_WHO = re.compile(r"\bwho(?:'s|se|m)?\b|谁")
WHO_IS_WHO = frozenset({"name", "age", *KIN})
"""Predicates that say who somebody is, and answer nothing else that is asked of them."""
KINDS = frozenset({"has_pet", *KIN})
"""Slots whose values are all of one kind."""
ROLES = frozenset({"relation", "friend", "has_pet", *KIN})
"""What the words for people and animals ask for first."""
_STOPPED = re.compile(
    r"\bdid\b.*\b(?:stop|quit|give up)\b|\b(?:stopped|gave up|given up)\b"
    r"|不再|(?:停(?!车)|戒(?!指))[掉过]?[了的]|(?:什么时候|哪[天年月]|何时).*(?:停(?!车)|戒(?!指))"
)
"""Asks for an end that was: what still is so has none. "Should I quit my job?" asks for the job."""
_WEEKDAYS = re.compile(
    r"\b(?:(mon)|(tues)|(wednes)|(thurs)|(fri)|(satur)|(sun))days?\b"
    r"|(?:周|星期|礼拜)([一二三四五六日天]+)"
)
_CONTACTS = tuple(
    re.compile(words)
    for words in (
        r"mail\b|mails\b|邮箱|邮件|@",
        r"phone|number|landline|mobile|\bcall\b|电话|手机|号码|座机|^[+\d][\d ()/-]{4,}$",
        r"微信|qq|whatsapp|telegram|handle|user ?name|账号",
        r"(?<!mail )address|地址|收货",
    )
)
"""What a contact is, by the words for it or its look."""


@dataclass(frozen=True, slots=True)
class _Between:
    """A fact and a question, and what lies between them."""

    fact: Afu
    question: Question
    asked: frozenset[str]
    names: Names
    hit: float
    rank: int | None  # of its predicate among those that the question asks for; 0 is the first
    left: frozenset[str]  # words of the question that neither the fact nor its kind says
    shares: bool  # whether it says any of them

    @property
    def of_user(self) -> bool:
        return self.fact.subject == USER

    @property
    def is_named(self) -> bool:
        """Whether the question names whom it is of, other than the user."""
        others = self.asked - {USER}
        return any(self.names.same_subject(self.fact.subject, who) for who in others)

    @property
    def first_person(self) -> bool:
        return "first_person" in self.question.marks


def asks_else(
    fact: Afu,
    question: Question,
    asked: frozenset[str],
    content: Set[str],
    names: Names,
    hit: float,
) -> bool:
    """Whether ``question`` asks for something else than ``fact``.

    Args:
        asked: subjects that it can mean.
        content: see :func:`content_of`.
        hit: how well a search for it found the record of the fact, 0 (not at all) to 1 (first).
    """
    rank = _rank(fact, question, asked)
    if fact.subject == USER and fact.predicate in ("name", "age") and rank != 0:
        return True
    goes_on = fact.predicate != "stopped" and not fact.negated
    if goes_on and _asks_for_an_end(question.text) and stands(fact, question.asked_at):
        return True
    words = content
    own_name = (fact.predicate, fact.subject) == ("name", USER) and not bound_to_self(question)
    if own_name and words and words.isdisjoint(tokens(fact.object)):
        return True  # "what is the head nurse called?"
    if fact.slot in DOINGS:  # "when do I move?" asks for no choir
        words = words | {m.group() for line, m in cues_of(question) if line.tells[0] == "starts"}
    left = frozenset(words - words_of(fact, words) - _of_its_kind(fact, question))
    here = _Between(fact, question, asked, names, hit, rank, left, len(left) < len(words))
    if _is_of_other_sort(here):
        return True
    if question.intent != "current_state":
        return _is_off_course(here)
    if fact.predicate in WHO_IS_WHO and rank is None and (question.predicates or left):
        return True
    if here.shares:
        return False
    if fact.predicate == "name" and not here.is_named:
        if bound_to_self(question):  # "my name", not "my dentist's name"
            return not here.of_user
        if left and _is_close(here):
            return True
    if not here.of_user:
        return _is_of_another(here)
    return not _was_found(here) if hit else _is_of_other_kind(here)


def _is_of_other_sort(here: _Between) -> bool:
    """Whether it is of another kind, role or day than the question names."""
    fact, question = here.fact, here.question
    if fact.predicate in ("name", "age") and not here.of_user:
        return not _is_of_role(here)
    if fact.predicate in KIN:  # "two kids" is no name
        return question.predicates.get("name") == 0 and fact.kind not in ("", "person")
    if fact.kind == "grade":  # 大二 is no school
        return question.predicates.get("studies_at") == 0 != question.predicates.get("studies")
    if fact.predicate == "contact":
        asked = [kind for kind in _CONTACTS if kind.search(fold(question.text))]
        texts = (fold(fact.object), fold(fact.said))
        return bool(asked) and not any(kind.search(text) for kind in asked for text in texts)
    if fact.slot not in DOINGS or here.shares:
        return False
    days, own = _days_named(question), _weekdays(fact.object)
    begun = any(line.tells[0] == "starts" for line, _ in cues_of(question))
    return begun or bool(days and own and days.isdisjoint(own))


def _is_of_role(here: _Between) -> bool:
    """Whether whoever a fact tells of can be who the question calls by a word: "user's boss" is no
    colleague, and no pet."""
    question, called = here.question, here.names.of(here.fact.subject)
    fits: list[bool] = []
    for line, match in cues_of(question):
        kind, said = line.tells[0], match.group()
        topics = line.topics & {said, said.removesuffix("s")}
        if kind in ROLES and topics:
            fits.append(any(topic in name for topic in topics for name in called))
        elif kind in ROLES - {"relation"}:  # "who is ..." may mean anybody
            told = (cue for name in called for cue in cues_of(replace(question, text=name)))
            kinds = {line.tells[0] for line, _ in told} & ROLES
            fits.append(kind in kinds or not kinds)
    return not fits or any(fits) or here.is_named


def _days_named(question: Question) -> set[int]:
    """The days of the week that a question names, or the day it asks about is."""
    start, end = question.period or (0, 0)
    if 0 < end - start <= DAY_MS:
        return {((start + DAY_MS // 2) // DAY_MS + 3) % 7}
    return _weekdays(question.text)


def _weekdays(text: str) -> set[int]:
    """The days of the week that a text names; Monday is 0."""
    found: set[int] = set()
    for match in _WEEKDAYS.finditer(fold(text)):
        several, number = match.group(8) or "", (match.lastindex or 0) - 1
        found |= {min("一二三四五六日天".index(c), 6) for c in several} or {number}
    return found


def _is_off_course(here: _Between) -> bool:
    """Of a course: a found fact of the user without a word of the question or what it asks for. Of
    a time only where the question says no more than what it asks for: other words say which."""
    found = here.of_user and here.hit > 0 and not here.shares and here.rank is None
    if here.question.intent == "history_trace":
        return found and not here.first_person
    return found and not here.left and bool(here.question.predicates)


def _is_close(here: _Between) -> bool:
    """Whether it is of the user or the family, or of somebody whose record was not found."""
    return here.of_user or is_family(here.fact.subject) or not here.hit


def _is_of_another(here: _Between) -> bool:
    """Of somebody else's facts: those that nothing leads to, where the question asks for a kind and
    names others."""
    leads = here.fact.predicate in KIN or here.rank is not None or here.hit
    return bool(here.asked - {USER} and here.question.predicates) and not leads


def _was_found(here: _Between) -> bool:
    """Of the user's facts whose records were found: those asked for, and, where no kind is, the
    first of them and all where the user speaks of themself. All where others are meant, too: it may
    be of their band."""
    asks_by_kind = bool(here.question.predicates)
    told = here.rank is not None or here.asked != {USER}
    return told or (not asks_by_kind and (here.hit == 1 or here.first_person))


def _is_of_other_kind(here: _Between) -> bool:
    """Of facts with no word of the question, whose records were not found: all but those of the
    kind that is asked for, of the user, and of no stranger."""
    somebody = here.left or _WHO.search(fold(here.question.text))
    if here.rank is None or (somebody and not here.first_person):
        return True
    kind = PREDICATES[here.fact.predicate]
    constraint = kind.profile in ("constraints", "instructions")
    if here.rank > 1 or (kind.cardinality == "many" and not constraint):
        more = not constraint and here.rank > 1
        return bool(here.left) or more  # its words say which of them is meant
    return any(tokens(name) & here.left for name in strangers(here.question))


def words_of(fact: Afu, words: Set[str]) -> set[str]:
    """Those of ``words`` that a fact says; a single Chinese character may stand anywhere."""
    text = f"{fact.subject} {fact.object} {fact.said}"
    own = tokens(text)
    return {w for w in words if w in own or (len(w) == 1 and not w.isascii() and w in text)}


def _rank(fact: Afu, question: Question, asked: frozenset[str]) -> int | None:
    """The rank of its predicate; none of "sister" in "where does my sister live?"."""
    rank = question.predicates.get(fact.predicate)
    more = question.predicates.keys() - {*KIN, "name", "relation", "friend"}
    return None if fact.predicate in KIN and more and USER not in asked else rank


@lru_cache(maxsize=16)  # asked of each fact
def _asks_for_an_end(text: str) -> bool:
    return _STOPPED.search(fold(text)) is not None


def content_of(question: Question, asked: frozenset[str], names: Names) -> frozenset[str]:
    """The words of a question that say what is asked for, without those that name of whom."""
    others = asked - {USER}
    called = {word for who in others for name in names.of(who) for word in tokens(name)}
    if others:
        called |= {word for kin in kin_in(fold(question.text)) for word in tokens(kin)}
    short = {word for line, _ in cues_of(question) for word in line.topics}
    return frozenset(
        word
        for word in question.words - called
        if content_terms(word) and (len(word) > 1 or word in short)
        if not any(part in word for part in called if not part.isascii())
    )


def _of_its_kind(fact: Afu, question: Question) -> set[str]:
    """Words of a question that name the kind of a fact: "dog" for each pet; "car", where the words
    of the fact are of the same line of the data ("I drive a Volvo")."""
    found: set[str] = set()
    for line, match in cues_of(question):
        if match.group() in line.topics and line.tells[0] == fact.predicate:
            same = fact.slot == "things" and line.pattern.search(fold(fact.said))
            found |= tokens(match.group()) if fact.slot in KINDS or same else set()
    return found | {w for w in question.words for t in found if not t.isascii() and t in w}
