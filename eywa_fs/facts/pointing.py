"""Which known facts the words of a change point at.

Built once for a message; every question is answered from the facts known before it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property

from eywa_fs.facts import slots
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.changes import Change
from eywa_fs.facts.decisions import Known
from eywa_fs.facts.identity import bare, kin, kin_words
from eywa_fs.facts.values import contains, is_chinese, tokens, value_classes
from eywa_fs.language.script import fold

#: Characters at the beginning of a sentence in which its subject stands.
_OPENING, _OPENING_ZH = 24, 6
#: People whose doings are not the speaker's, beside those of :func:`kin_words`.
_SOMEBODY = re.compile(
    r"\bmy (?:\w+ )?(?:aunt|uncle|cousin|niece|nephew|son|daughter|friend|mate|neighbou?r|boss|"
    r"colleague|girlfriend|boyfriend|partner|ex|kids?)\b"
    r"|^(?:我们?|今天|昨天|听说)?(?:姑姑|姑妈|舅舅|舅妈|叔叔|婶婶|阿姨|姨妈|[表堂][哥弟姐妹]|嫂子|姐夫|妹夫|邻居|同事|同学|朋友|闺蜜|室友|老板|儿子)"
)
#: A value that takes the place of another is no longer than this many words or characters.
_LONGEST_VALUE = 5
_LONGEST_VALUE_ZH = 14
_THINGS = frozenset({"has_pet", "owns", "uses", "has"})
_EMPTY = frozenset(
    """it that this them they he she one you me us him her i we so all thing things what which
    work home way bit lot up out off on in there here same 我 他 她 它 这 那 这个 那个 我们 他们
    你 都 也 就 事 人 东西 自己 谁 什么 那边 这边 后来 现在 今天 昨天""".split()  # noqa: SIM905
)


class Pointing:
    """What words can mean, given what is known.

    Args:
        known: facts before the message (and its own).
        at: time of the message (ms).
        lately_ms: how far back a correction reaches.
    """

    def __init__(self, known: Known, at: int, lately_ms: int) -> None:
        self._known = known
        self._at, self._lately_ms = at, lately_ms

    @cached_property
    def _things(self) -> frozenset[str]:
        """Subjects that are an animal, a thing or an appointment rather than a person."""
        predicates: dict[str, set[str]] = defaultdict(set)
        for fact in self._known.active:
            predicates[fact.subject].add(fact.predicate)
        predicates.pop("user", None)
        owned = {fact.object for fact in self._known.active if fact.predicate in _THINGS}
        return frozenset(
            name
            for name, kinds in predicates.items()
            if kinds <= {"schedule"}
            or (kinds <= {"schedule", "other"} and _is_thing(name))
            or any(self._known.names.mentions(name, one) or contains(one, name) for one in owned)
        )

    @cached_property
    def _people(self) -> frozenset[str]:
        """Folded names and roles of the people that facts are about."""
        subjects = {fact.subject for fact in self._known.active} - self._things - {"user"}
        return frozenset(fold(bare(subject)) for subject in subjects)

    @cached_property
    def _formers(self) -> dict[str, list[str]]:
        """The objects that each fact took the place of."""
        found: dict[str, list[str]] = defaultdict(list)
        for fact in self._known.closed:
            if fact.superseded_by:
                found[fact.superseded_by].append(fact.object)
        return found

    def _mentions(self, said: str) -> bool:
        """Whether a sentence names anybody or anything that facts are about."""
        return any(contains(said, name) for name in {*self._people, *map(bare, self._things)})

    def is_theirs(self, change: Change, fact: Afu) -> bool:
        """Whether the sentence speaks of the fact's subject, and of nobody else."""
        said = change.sentence.strip()
        opening = said[: _OPENING_ZH if is_chinese(said) else _OPENING]
        others = kin_words(opening)
        if fact.subject == "user":
            somebody = others or _SOMEBODY.search(opening)
            return not somebody and not any(said.startswith(person) for person in self._people)
        if fact.subject in self._things and others:
            return False
        if fact.predicate == "schedule" and not (others or self._mentions(said)):
            return True
        if fact.subject in self._things and (
            change.kind == "corrects" or _same_head(change.topic, fact.subject) or not change.topic
        ):
            return True
        if change.hint and change.kind == "becomes" and not others:
            return True
        names = self._known.names.of(fact.subject) | {bare(fact.subject)}
        return any(contains(said, name) for name in names) or kin(bare(fact.subject)) in others

    def names(self, topic: str, fact: Afu) -> bool:
        """Whether ``topic`` names the value of ``fact``: by its words, its name, its forerunner."""
        if not says_something(topic):
            return False
        if contains(topic, fact.object) or contains(fact.object, topic):
            return True
        if self._known.names.mentions(topic, fact.object):
            return True
        if fact.predicate == "schedule" and fact.subject != "user":
            return contains(topic, fact.subject)
        if _head_of(fact.object) in topic.split()[:4]:
            return True
        if _is_short_for(topic, fact.object):
            return True
        words = tokens(fact.object)
        if len(words) <= 4 and 2 * len(words & tokens(topic)) >= len(words):
            return True
        return any(contains(former, topic) for former in self._formers.get(fact.atomic_id, ()))

    def best(self, change: Change, facts: list[Afu]) -> Afu | None:
        """The fact whose place the change's value takes, if the words tell which."""
        kinds = value_classes(change.value)
        alike = [fact for fact in facts if kinds & value_classes(fact.object)]
        mine = [fact for fact in alike if fact.subject == "user"]
        alone = next((some[0] for some in (alike, mine) if len(some) == 1), None)
        only = alone if change.kind == "becomes" else None
        told = [fact for fact in facts if _tells(change, fact)]
        sole = told[0] if len(told) == 1 else None
        scored = [
            (self._fit(change, fact) + (fact is only) + 3 * (fact is sole), fact) for fact in facts
        ]
        meant = [pair for pair in scored if pair[0] >= _MEANT]
        if not meant:
            return None
        return max(meant, key=lambda pair: (pair[0], pair[1].observed_at, pair[1].atomic_id))[1]

    def _fit(self, change: Change, old: Afu) -> int:
        """How well ``old`` is what the value takes the place of; below 0: it cannot be.

        Named as what goes, or of the predicate that the turn tells: 3. A figure or day of the same
        kind: 2, and 1 more if it is the only one. The same attribute: 2. The same last word: 1.
        Words of its object in the sentence: 1; of its sentence or subject: 1. Said lately: 1.
        """
        value = change.value
        named = self.names(change.topic, old)
        lately = self._at - old.observed_at <= self._lately_ms
        kinds, other = value_classes(value), value_classes(old.object)
        attribute = slots.attribute_of(old.predicate, value, change.sentence)
        if (
            _never_replaced(change, old, named, lately)
            or (not named and (bool(kinds) != bool(other) or (kinds and not kinds & other)))
            or (attribute and old.attribute and not slots.same_attribute(attribute, old.attribute))
            or not self.is_theirs(change, old)
        ):
            return -9
        about = tokens(change.sentence.replace(value, " "))
        score = 3 * named + 3 * bool(change.hint) + lately
        score += 2 * bool(kinds) + 2 * bool(attribute and old.attribute)
        score += _same_head(value, old.object) + _alike_digits(value, old.object)
        outside = change.sentence.replace(value, " ")
        if not named:
            score += 2 if contains(outside, old.object) else bool(about & tokens(old.object))
        return score + bool(about & (tokens(old.context) | tokens(old.subject)))


#: Nouns that say of what there is another one now, and the predicates of their values.
_KINDS: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = tuple(
    (re.compile(pattern), frozenset(predicates.split()))
    for pattern, predicates in (
        (r"\b(?:degree|major|course of study)\b|专业|[本硕]科", "studies"),
        (r"\b(?:schools?|college|uni|university)\b|转学|学校", "studies_at"),
        (r"\b(?:job|employer|company|firm|work)\b|跳槽|单位|公司|工作", "works_at works_as"),
        (r"\b(?:career|trade|profession)\b|转行|改行|职业|岗位|转正|升职", "works_as"),
        (r"\b(?:diet|regime)\b|忌口|饮食", "diet"),
        (r"\b(?:city|town|flat|apartment|house)\b|搬家|住处|房子|城市", "lives_in moved_to"),
        (r"\b(?:club|team)\b|主队|球队", "prefers"),
        (r"\b(?:band|shop|café|cafe|boat|podcast|channel)\b|店名|乐队名|队名|群名|网名", "name"),
        (r"\b(?:goal|target)\b|目标", "plans_to wants"),
    )
)


def _tells(change: Change, old: Afu) -> bool:
    """Whether the words in front of the value say what it is a value of."""
    before = change.sentence.partition(change.value)[0]
    return any(old.predicate in kinds and noun.search(before) for noun, kinds in _KINDS)


#: Points from which a fact is meant; see :meth:`Pointing._fit`.
_MEANT = 3


def _never_replaced(change: Change, old: Afu, named: bool, lately: bool) -> bool:
    """Whether ``old`` is no fact that a value alone can replace."""
    if old.predicate in ("must", "must_not") or (old.type == "plan" and not named):
        return True
    if old.predicate == "contact" and not _is_contact(change.value):
        return True
    if change.hint:
        return not slots.near(change.hint, old.predicate)
    return old.predicate == "name" or (change.kind == "corrects" and not (lately or named))


def is_value(words: str) -> bool:
    """Whether ``words`` can be a value by themselves: short, and more than a pronoun."""
    if not says_something(words):
        return False
    longest = _LONGEST_VALUE_ZH if is_chinese(words) else _LONGEST_VALUE
    return len(words if is_chinese(words) else words.split()) <= longest


def says_something(words: str) -> bool:
    """Whether ``words`` can name a value: not empty, no pronoun, not a single letter."""
    plain = words.strip(" '\"“”《》")
    return len(plain) > 1 and plain not in _EMPTY and bool(tokens(plain) - _EMPTY)


def leaves_out(value: str) -> bool:
    """Whether a regime is named by what it leaves out ("no-sugar", 不吃辣)."""
    return fold(value).startswith(("no ", "no-", "zero ", "low-", "low ", "不", "忌", "戒", "无"))


#: What the last word of a thing's name is like, where it stands without its owner.
_THING = re.compile(r"(?:密码|[号码价费租课班会名楼室卡网线车店院社队群]|地址|时间)$")


def _is_thing(name: str) -> bool:
    """Whether a subject of arrangements and figures is a thing rather than a person."""
    word = bare(name)
    if kin_words(word):
        return False
    return word != fold(name) or (" " in word and name.islower()) or _THING.search(word) is not None


def _is_short_for(short: str, full: str) -> bool:
    """Whether a Chinese word of two characters abbreviates a longer one (成马, 成都马拉松)."""
    whole = fold(full)
    if len(short) != 2 or not is_chinese(short) or not 4 <= len(whole) <= 8:
        return False
    return whole.startswith(short[0]) and short[1] in whole[2:] and short not in whole


def _same_head(value: str, other: str) -> bool:
    """Whether two phrases end alike ("三号门" and "七号门", "the red bike" and "a new bike")."""
    left, right = fold(value).strip(), fold(other).strip()
    if is_chinese(left) or is_chinese(right):
        return left[-1:] == right[-1:]
    return left.split()[-1:] == right.split()[-1:]


_AMOUNT = re.compile(r"[£$€%]|[块元钱斤]|\b(?:quid|pounds|euros|dollars|mg|kg|kilos?)\b")


def _is_contact(value: str) -> bool:
    """Whether a value can be a number to dial, a mail or a postal address, and no amount."""
    return not _AMOUNT.search(value)


def _alike_digits(value: str, other: str) -> bool:
    """Whether both are codes or numbers to dial rather than amounts: four digits or more."""
    return all(sum(c.isdigit() for c in phrase) >= 4 for phrase in (value, other))


def _head_of(value: str) -> str:
    """The last word of an English phrase; in Chinese, where words are not parted, nothing."""
    last = fold(value).split()[-1:]
    return last[0] if last and last[0] not in _EMPTY and not is_chinese(last[0]) else ""
