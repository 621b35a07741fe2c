"""Slots: which facts of one subject compete for the same place.

A slot is (subject, slot name, attribute). The table :data:`SLOTS` says for each predicate which
slot it fills and how many values the slot holds:

``one``     a new value replaces the old one (where somebody lives, works, is married to)
``keyed``   one value for each attribute ("phone at the shop", "favourite colour"); without an
            attribute it behaves like ``many``
``many``    values add up (pets, languages, places visited)

``stable`` slots hold what does not change in a life: a second value is a contradiction that only a
correction settles, never an update.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.functions import function_of, is_place
from eywa_fs.facts.values import characters, contains, is_chinese, same_value, tokens, value_class
from eywa_fs.facts.values import value_class_clash as class_clash
from eywa_fs.language.script import fold

Cardinality = Literal["one", "keyed", "many"]


@dataclass(frozen=True, slots=True)
class SlotRule:
    """How one predicate behaves; see the module docstring."""

    name: str
    cardinality: Cardinality
    stable: bool = False


_MANY_WORDS = """
    has_pet has_child sibling friend speaks allergic_to can wants plans_to must must_not
    visited met started stopped believes studies
"""
_MANY = _MANY_WORDS.split()
SLOTS: dict[str, SlotRule] = {
    "lives_in": SlotRule("residence", "one"),
    "moved_to": SlotRule("residence", "one"),
    "works_at": SlotRule("employer", "one"),
    "works_as": SlotRule("occupation", "one"),
    "studies_at": SlotRule("school", "one"),
    "spouse": SlotRule("spouse", "one"),
    "age": SlotRule("age", "one"),
    "name": SlotRule("name", "one"),
    "birthday": SlotRule("birthday", "one", stable=True),
    "from": SlotRule("origin", "one", stable=True),
    "born_in": SlotRule("birth", "keyed", stable=True),
    "contact": SlotRule("contact", "keyed"),
    "schedule": SlotRule("schedule", "keyed"),
    "diet": SlotRule("diet", "keyed"),
    "health": SlotRule("health", "keyed"),
    "prefers": SlotRule("preference", "keyed"),
    "relation": SlotRule("relation", "keyed"),
    "has": SlotRule("means", "keyed"),
    "owns": SlotRule("means", "keyed"),
    "uses": SlotRule("means", "keyed"),
    "other": SlotRule("other", "keyed"),
} | {predicate: SlotRule(predicate, "many") for predicate in _MANY}

#: Predicates whose object can be the office or role that a person holds.
OFFICES = frozenset({"works_as", "relation", "other"})

#: Predicates under which people put the same assertion; a value is compared across them.
_NEAR: tuple[frozenset[str], ...] = (
    frozenset({"has", "owns", "has_pet"}),
    frozenset({"prefers", "diet"}),
    frozenset({"wants", "plans_to"}),
    frozenset({"lives_in", "moved_to"}),
    frozenset({"works_as", "other"}),
    frozenset({"schedule", "other"}),
    frozenset({"spouse", "relation"}),
    frozenset({"friend", "relation"}),
    frozenset({"must", "must_not"}),
)

#: A positive fact of the first kind cannot stand beside a positive one of the second on one object.
_EXCLUSIVE: frozenset[tuple[str, str]] = frozenset(
    {
        ("must", "must_not"),
        ("must_not", "must"),
        ("allergic_to", "prefers"),
        ("prefers", "allergic_to"),
    }
)

#: Objects that stand for a whole predicate: "no kids" denies every child.
_GENERIC: dict[str, re.Pattern[str]] = {
    "has_child": re.compile(r"(?:any )?(?:kids?|child(?:ren)?|sons?|daughters?)|孩子|小孩|娃|子女"),
    "sibling": re.compile(
        r"(?:any )?(?:siblings?|brothers?(?: or sisters?)?|sisters?)|兄弟姐妹|兄弟|姐妹"
    ),
    "has_pet": re.compile(r"(?:any )?(?:pets?|animals?)|宠物|小动物"),
    "spouse": re.compile(
        r"(?:a )?(?:partner|husband|wife|spouse|boyfriend|girlfriend)|married|对象|老公|"
        r"老婆|男朋友|女朋友"
    ),
    "works_at": re.compile(r"(?:a )?(?:job|work)|工作"),
    "works_as": re.compile(r"(?:a )?(?:job|work)|工作"),
}

#: Axes of eating regimes; one value on each axis.
_REGIMES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "animal",
        re.compile(
            r"\b(?:vegan|veggie|vegetarian|pescatarian|flexitarian|omnivore|carnivore|"
            r"plant[- ]based|meat|fish|chicken)\b"
            r"|素食|吃素|全素|纯素|(?:蛋|奶|鱼|锅边|五辛|弹性)素|吃荤|开荤|吃肉|^肉$"
        ),
    ),
    (
        "macro",
        re.compile(
            r"\b(?:keto|(?:low|no|zero|high)[- ]carbs?|(?:low|no)[- ]fat|high[- ]protein|paleo|"
            r"atkins)\b|生酮|低碳|高蛋白"
        ),
    ),
    ("timing", re.compile(r"\b(?:fasting|omad|16:8|18:6|5:2)\b|断食|轻断食|16\+8|过午不食")),
    ("law", re.compile(r"\b(?:halal|kosher)\b|清真")),
)
#: Partnership, one state at a time, and its stages.
_STAGES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "parted",
        re.compile(
            r"\b(?:single|divorced|separated|split up|broken? up|broke up|exe?s?|widow(?:ed|er)?)\b"
            r"|单身|离婚|分手|分开|散了|掰了|前(?:任|男友|女友|夫|妻)"
        ),
    ),
    (
        "engaged",
        re.compile(
            r"\b(?:engaged|engagement|fianc[eé]+|propos\w+|betrothed)\b|订婚|求婚|未婚[夫妻]"
        ),
    ),
    (
        "married",
        re.compile(
            r"\b(?:married|marriage|wife|husband|wed|eloped|newlyweds?)\b|结婚|已婚|领证|老公|"
            r"老婆|成家"
        ),
    ),
    (
        "dating",
        re.compile(
            r"\b(?:dating|seeing|girlfriend|boyfriend|partner|a couple|together|an item|"
            r"going out)\b"
            r"|恋爱|在一起|男朋友|女朋友|男友|女友|对象|交往|处(?:对象|着)|复合"
        ),
    ),
)
_MEASURES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "blood type",
        re.compile(
            r"\bblood (?:type|group)\b|\b(?:type )?(?:a|b|ab|o)[ -](?:positive|negative)|血型|"
            r"(?:ab|[abo]) ?型"
        ),
    ),
    (
        "weight",
        re.compile(
            r"\d ?(?:kg|kilos?|lbs?|pounds|stone)\b|体重|[\d一二三四五六七八九十半] ?(?:公斤|"
            r"斤)(?!的)"
        ),
    ),
    ("height", re.compile(r"\d ?cm\b|\b(?:feet|foot) (?:\d|tall)|身高|一米[一二三四五六七八九]")),
    ("blood pressure", re.compile(r"\bblood pressure\b|\d{2,3}/\d{2,3}|血压")),
)
#: Names of medicines; one takes several, so they never fill a slot, but one only replaces another.
_MEDICINE = re.compile(
    r"\b\d+ ?mg\b|\b(?:tablets?|pills?|drops|insulin|inhaler|aspirin|paracetamol|ibuprofen)\b"
    r"|\w{2,}(?:pril|sartan|statin|olol|azole|cillin|mycin|formin|dipine|mab|imibe|oxetine|"
    r"pam|pine)\b"
    r"|毫克|(?:地平|沙坦|他汀|普利|洛尔|双胍|霉素|西林|拉唑|列汀|格列[\u4e00-\u9fff]|"
    r"阿司匹林|布洛芬|胰岛素|胶囊|药片|药丸)"
)
MEDICINE = "medicine"
#: Measures that do not change in a life.
_STABLE_MEASURES = frozenset({"blood type"})

_CONTACT_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("mail", re.compile(r"[\w.+-]+@[\w-]+\.\w+")),
    ("handle", re.compile(r"(?:^|\s)@\w+|微信号?|\bqq\b|\b(?:insta\w*|telegram|discord|signal)\b")),
    ("phone", re.compile(r"(?:\+?\d[\s().-]?){6,}")),
    (
        "address",
        re.compile(
            r"\b\d+ \w+|\b(?:street|road|avenue|lane|flat|apartment)\b|[号楼栋座室路街弄巷村]"
        ),
    ),
)
_CONTACT_LABELS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "work",
        re.compile(
            r"\b(?:work|office|shop|studio|desk|business|company|premises|surgery)\b|公司|单位|"
            r"店里|办公|工作(?:机|号|手机|微信|邮箱)"
        ),
    ),
    (
        "private",
        re.compile(
            r"\b(?:private|personal)(?:ly)?\b|私人|私用|"
            r"个人(?:邮箱|邮件|号|微信|电话|手机|账号)"
        ),
    ),
    ("home", re.compile(r"\b(?:home|landline|house)\b|家里|座机|住宅")),
    ("mobile", re.compile(r"\b(?:mobile|cell|sim)\b|手机")),
    ("emergency", re.compile(r"\bemergency\b|紧急")),
)
#: What parts a message that tells several contacts; a dot or comma may be one of the contact's.
_PARTS = re.compile(r"[,;](?=[ \u4e00-\u9fff])|[.!?](?=[ \u4e00-\u9fff]|$)|。")
_FAVOURITE = re.compile(
    r"\bfavou?rite (?P<en>[a-z]+(?: [a-z]+)?)(?= (?:is|was|are|has|=)|'s|[:,.!?]|$)"
    r"|最(?:喜欢|爱)的(?P<zh>[\u4e00-\u9fff]{1,3}?)(?:是|就是|变|换|从|，|,|$)"
    r"|(?P<main>本命|主力|主食)"
)
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)|[\d零〇一二三四五六七八九]{2,4}年")


def slot_rule(predicate: str) -> SlotRule:
    """The rule of ``predicate``; unknown predicates hold many values."""
    return SLOTS.get(predicate) or SlotRule(predicate, "many")


def attribute_of(predicate: str, value: str, context: str) -> str:
    """The attribute that narrows ``predicate`` to one slot, or ``""``.

    Args:
        predicate: of the closed vocabulary.
        value: the object as written.
        context: the sentence around it.
    """
    value, context = fold(value), fold(context)
    if predicate == "contact":
        return _contact_attribute(value, context)
    if predicate == "health":
        measure = next((name for name, pattern in _MEASURES if pattern.search(value)), "")
        return measure or (MEDICINE if _MEDICINE.search(value) else "")
    if predicate == "diet":
        return next((axis for axis, pattern in _REGIMES if pattern.search(value)), "")
    if predicate == "relation":
        return "partner" if stage(value) or _is_dated(value, context) else ""
    if predicate == "born_in":
        return "year" if _YEAR.search(value) else "place"
    if predicate in {"uses", "owns", "has", "other"}:
        placed = predicate == "other" and not value_class(value) and is_place(value, context)
        return "place" if placed else function_of(value, context)
    if predicate == "prefers" and (match := _FAVOURITE.search(context)):
        return f"favourite {match['en'] or match['zh'] or match['main']}"
    return ""


def stage(value: str) -> str | None:
    """The stage of a partnership that ``value`` names: dating, engaged, married or parted."""
    folded = fold(value)
    return next((name for name, pattern in _STAGES if pattern.search(folded)), None)


_DATING = re.compile(r"\b(?:seeing|dating|going out with|together with|an item with)\s*$")


def _is_dated(value: str, context: str) -> bool:
    """Whether ``context`` says that one goes out with the person that ``value`` names."""
    at = context.find(value)
    return at > 0 and _DATING.search(context[:at]) is not None


def _contact_attribute(value: str, context: str) -> str:
    kind = next((name for name, pattern in _CONTACT_KINDS if pattern.search(value)), "contact")
    parts = [part for part in _PARTS.split(context) if value in part]
    label = next(
        (
            name
            for told in (*parts, context)
            for name, pattern in _CONTACT_LABELS
            if pattern.search(told)
        ),
        "",
    )
    return f"{kind}@{label}" if label else kind


def contact_labels(text: str) -> frozenset[str]:
    """What contacts ``text`` (folded) speaks of: work, private, home, mobile, emergency."""
    return frozenset(name for name, pattern in _CONTACT_LABELS if pattern.search(text))


def same_attribute(left: str, right: str) -> bool:
    """Whether two attributes name one slot; a contact without a label fits any label."""
    if left == right:
        return True
    (kind, _, label), (other, _, second) = left.partition("@"), right.partition("@")
    return kind == other and kind != "" and (not label or not second)


def is_stable(fact: Afu) -> bool:
    """Whether the slot of ``fact`` holds a value that can only be corrected, not updated."""
    return slot_rule(fact.predicate).stable or fact.attribute in _STABLE_MEASURES


def holds_one(fact: Afu) -> bool:
    """Whether the slot of ``fact`` holds one value at a time."""
    rule = slot_rule(fact.predicate)
    if fact.attribute == MEDICINE:
        return False
    return rule.cardinality == "one" or (rule.cardinality == "keyed" and fact.attribute != "")


def slot_name(fact: Afu) -> str:
    """Slot name with its attribute, without the subject: the key of a chain of values."""
    rule = slot_rule(fact.predicate)
    if rule.name == "means" and not fact.attribute:
        return fact.predicate
    if rule.cardinality == "keyed" and fact.attribute:
        return f"{rule.name}:{fact.attribute.partition('@')[0]}"
    return rule.name


def same_slot(new: Afu, old: Afu) -> bool:
    """Whether two facts of one subject fill the same single place."""
    if slot_rule(new.predicate).name != slot_rule(old.predicate).name:
        return False
    if slot_rule(new.predicate).cardinality == "keyed":
        return holds_one(new) and same_attribute(new.attribute, old.attribute)
    return holds_one(new)


@lru_cache(maxsize=4096)
def near(left: str, right: str) -> bool:
    """Whether two predicates are used for one assertion."""
    if left == right or slot_rule(left).name == slot_rule(right).name:
        return True
    return any(left in group and right in group for group in _NEAR)


def exclusive(new: Afu, old: Afu) -> bool:
    """Whether two positive facts on one object cannot both stand (an allergy and a liking)."""
    pair = (new.predicate, old.predicate)
    return pair in _EXCLUSIVE and not new.negated and not old.negated


def denies_all(fact: Afu) -> bool:
    """Whether a negated fact denies its whole predicate ("no kids")."""
    pattern = _GENERIC.get(fact.predicate)
    return fact.negated and pattern is not None and pattern.fullmatch(fold(fact.object)) is not None


def names_same(new: Afu, old: Afu) -> bool:
    """Whether the objects name one thing: equal, or one spells the other out."""
    if class_clash(new.object, old.object):
        return False
    if same_value(new.object, old.object):
        return True
    return contains(new.object, old.object) or contains(old.object, new.object)


def is_variant(new: Afu, old: Afu) -> bool:
    """Same attribute, other value: the objects differ only in a level, number, weekday, ..."""
    return class_clash(new.object, old.object) is not None


def shares_topic(text: str, fact: Afu) -> float:
    """How strongly ``text`` points at ``fact``, 0 = not at all.

    Object words count 3, subject words 2, words of the fact's own sentence 1; Chinese single
    characters shared with the object count 0.5 where no bigram is shared.
    """
    words = tokens(text)
    in_object = len(words & tokens(fact.object))
    score = 3.0 * in_object + 1.0 * len(words & tokens(fact.context))
    if fact.subject != "user":
        score += 2.0 * len(words & tokens(fact.subject))
    if not in_object and is_chinese(text):
        score += 0.5 * len(characters(text) & characters(fact.object))
    return score


def same_kind_of_value(new: Afu, old: Afu) -> bool:
    """Whether both objects as a whole are values of one closed class ("Mondays", "Thursdays")."""
    kind = value_class(new.object)
    return kind is not None and kind == value_class(old.object)
