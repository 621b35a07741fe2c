# ruff: noqa: E501 - Han characters count double; a word list stays readable at this width
"""The form of a pattern rule, and the placeholders patterns may use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from eywa_fs.facts.languages.zh import words_callings, words_people, words_places, words_things
from eywa_fs.facts.model import FactType
from eywa_fs.language.needles import Slots

#: How a time in the clause dates the fact: a happening has two ends, a state a beginning only,
#: a change begins on the day of the message where no other is named.
When = Literal["event", "state", "change", "plan", "none"]

NUMBER: Final = r"[0-9０-９.零〇一二两俩仨三四五六七八九十百千万亿半几多]+"
_PLACEHOLDERS: Final[dict[str, str]] = {
    "NUM": NUMBER,
    "SURNAME": f"[{words_people.SURNAMES}]",
    "KIN": "|".join(words_people.KIN),
    "ROLE": "|".join((*words_people.KIN, *words_people.ROLES)),
    "OFFICE": "主唱|鼓手|吉他手|贝斯手|键盘手|队长|副队长|班长|组长|班主任|导师|主管|经理|店长|厂长|校长|院长|主任|部长|总监|领队|教练|裁判|房东|室友|同桌|搭档|伴郎|伴娘|主刀|主治医生|老板|领导|司仪|主持人?|导演|摄影师?|负责人|联系人|合伙人|法人|会长|社长|团长|书记|指挥",
    "OCC": "|".join(words_people.OCCUPATIONS),
    "JOB": words_callings.JOB,
    "SHOP": words_callings.SHOPS,
    "INST": words_callings.INSTITUTION,
    "FIRM": words_callings.FIRMS,
    "PET": "|".join(words_people.PETS),
    "PLACE": "|".join(words_places.PLACES),
    "PLACEEND": "|".join(sorted(words_places.PLACE_ENDINGS.split(), key=len, reverse=True)),
    "LANG": "|".join(words_places.LANGUAGES),
    "ILL": "|".join(words_things.ILLNESSES),
    "BODY": "|".join(words_things.BODY),
    "THING": "|".join(words_things.VALUED_THINGS),
    "AMOUNT": "|".join(words_things.AMOUNT_THINGS),
    "DURABLE": "|".join(words_things.DURABLES),
    "APP": "|".join(words_things.APPS),
    "SKILL": words_things.SKILL_VERBS,
    "CERT": words_things.CERTIFICATES,
    "CL": "[个只条匹头尾位名家辆台套部架把间栋张份本支瓶杯盒块件双缸窝群对口颗棵盆门次趟种款篇节]",
    "DUR": rf"(?:(?:好|快|将近|差不多|整整|有|满|小|大|都|已经)*{NUMBER}(?:多|来)?个?(?:多)?(?:年(?![级代轻会底初糕货夜])|月(?![嫂子饼亮票薪供租底初份经台季])|星期(?![一二三四五六日天])|礼拜(?![一二三四五六日天])|周(?![末年岁围边一二三四五六日])|天(?![津台使])|学期|小时(?!工)|辈子)(?:多|半|了)?|(?:已经|都)?第?{NUMBER}个?年头|(?:已经|都|到)?第{NUMBER}个?(?:年|月|周|星期|礼拜|学期)|(?:好|很|这么)?(?:多|些)年|好?(?:多|几)个月|好久|很久|好一阵子?|一阵子|一段时间|大?半辈子|一辈子|多年)",
    "WHEN": rf"(?:(?:就|才|也|刚|都)?是?在?(?:去年|前年|今年|大前年|上个?月|上周|昨天|前天|今天|(?:{NUMBER}年)?(?:{NUMBER}月)?(?:{NUMBER}[号日])?|(?:春|夏|秋|冬)天|年[初底中]|月[初底]|{NUMBER}(?:个)?(?:年|月|周|天)前)(?:年)?(?:[初底中夏冬春秋]天?|国庆|五一|元旦|春节|[上下]半年)?(?:就|才|刚|的时候|也)?)",
}

SLOTS: Final = Slots({f"<{name}>": expression for name, expression in _PLACEHOLDERS.items()})


@cache
def expand(pattern: str) -> re.Pattern[str]:
    """Compile a pattern, ``<NAME>`` replaced by its alternation."""
    return re.compile(SLOTS.filled(pattern))


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to say one kind of thing.

    Args:
        predicate: what the group ``o`` is an object of. Other named groups that are predicates
            carry further facts; ``old`` and ``new`` are values before and after a change; ``s`` is
            a name that becomes the subject; ``thing`` is something of the subject's.
        pattern: matched where the predicate begins.
        when: how a date in the clause applies.
        negated: the wording itself denies.
        bare: the object is no list; don't split it.
        kind: type of the fact where it does not follow from the predicate.
        refuse: an object that matches this is not meant.
        fallback: asked only where no other rule says anything.
        amid: what the sentence must speak of besides.
        needs: what the frame must have: ``future``, ``habit``, ``changed``, ``plain`` (not
            negated), ``negated``, ``first`` (explicit subject).
    """

    predicate: str
    pattern: str
    when: When = "state"
    negated: bool = False
    bare: bool = False
    kind: FactType | None = None
    refuse: str | None = None
    needs: frozenset[str] = frozenset()
    fallback: bool = False
    amid: str | None = None


def needs(*names: str) -> frozenset[str]:
    """Readable spelling of :attr:`Rule.needs`."""
    return frozenset(names)


def fallback(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules of a table, asked only where no other rule says anything."""
    return tuple(replace(rule, fallback=True) for rule in rules)


def table(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """A rule table."""
    return tuple(rules)
