"""Chinese sentences as clauses: whose they are, when they hold, whether they are vouched for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from eywa_fs.facts.engine import endings
from eywa_fs.facts.engine.clauses import Clause, Subject, Tense, Token
from eywa_fs.facts.languages.zh import dropped, gates, leads
from eywa_fs.facts.languages.zh.dropped import Told
from eywa_fs.facts.languages.zh.leads import Lead
from eywa_fs.facts.languages.zh.subjects import Found, name_at, subject_at
from eywa_fs.facts.languages.zh.times import time_at
from eywa_fs.facts.languages.zh.tokens import fold, lexicon, patterns, tokens
from eywa_fs.language.material import LABELS, LONGEST

Span = tuple[int, int]

_SENTENCE: Final = re.compile(
    "[^。！？!?；;\n…~～\U0001f300-\U0001faff]+(?:[~～](?=\\d)[^。！？!?；;\n…~～\U0001f300-\U0001faff]+)*"
    "[。！？!?；;…~～\U0001f300-\U0001faff]*"
)
_PART: Final = re.compile(r"[^，,]+")
_GAP: Final = re.compile(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")
_P: Final = patterns("clauses")
_TOLD_TO: Final = re.compile(r"[你您]|吧$|一下|[啊哦呀]$")
"""What an order or a question to somebody else holds: no dropped 我 before it."""
_CHANGE: Final = ("换", "改", "跳", "搬", "转")
_NOW: Final = re.compile("现在|目前|如今|后来|今年")
_THERE: Final = re.compile("(?:[今昨前那]天|刚[才刚]|[早晚]上|[中下]午).{0,3}有一?[个位只条群对]")
"""Tells what there was that day, and no possession."""
_LONGEST_ORDER: Final = 240  # characters of an order or a correction, to the end of its sentence


@lru_cache(maxsize=8)
def _folded(text: str) -> str:
    return fold(text)


@dataclass(slots=True)
class _Sentence:
    """What a clause of a sentence passes on to the next."""

    text: str
    low: str
    end: int
    gated: bool = False
    cut: bool = False
    limited: bool = False
    guest: bool = False
    subject: Found | None = None
    referent: str = ""
    tense: Tense = "present"
    told: Told = field(default_factory=Told)


def clauses(text: str, start: int, end: int) -> Iterator[Clause]:
    """The clauses of ``text[start:end]`` that a rule could read; see ``engine.clauses``."""
    low = _folded(text[:LONGEST])
    known = _P["interest"].search(low, start, end) or endings.told("zh", low, start, end)
    if not known and not _brief(low, start, end):
        return
    until = min(end, gates.own_until(low))
    told = Told(start, until)
    spoken = 0  # up to where somebody speaks who is named before a colon
    for match in _SENTENCE.finditer(low, start, until):
        if not match.group().strip():
            continue
        first, last = max(match.start(), gates.meant_from(low)), match.end()
        label = gates.label_at(low, first, last)
        if label and (label[0] in LABELS or _P["lead-in"].fullmatch(label[0])):
            first = label[1]
        elif label is not None and not _is_field(label[0]):
            line = low.rfind("\n", 0, first) + 1
            spoken = last if low[line:first].strip() else low.find("\n", last)
            spoken = until if spoken < 0 else spoken
        if first < spoken or first >= last or gates.ironic(low, first, last):
            continue
        while last > first and low[last - 1] in "。！!；;… \n":
            last -= 1
        sentence = _Sentence(text, low, last, told=told, cut=last == until < end)
        yield from _of_sentence(sentence, first)


def _is_field(label: str) -> bool:
    """Whether what stands before a colon is part of a statement ("我的邮箱是：")."""
    return label.endswith(("是", "为", "叫", "我")) or label.startswith(
        ("我", "以后", "打错", "说错")
    )


def _brief(low: str, start: int, end: int) -> bool:
    """A short text without 我: it may leave the subject out, or speak of a relative."""
    return end - start <= 400 and (
        leads.starters().within(low[start : start + 40]) or lexicon("unique").within(low[start:end])
    )


def _of_sentence(sentence: _Sentence, start: int) -> Iterator[Clause]:
    low = sentence.low
    spans = list(_parts(low, start, sentence.end))
    for number, (first, last) in enumerate(spans):
        if sentence.gated:
            return
        rest = spans[number + 1][1] if number + 1 < len(spans) else last
        after = spans[number + 1] if number + 1 < len(spans) else (last, last)
        sentence.limited = _P["limits"].match(low, *after) is not None
        over = list(_ending(sentence, first, last))
        yield from over
        yield from _of_part(sentence, first, last, rest, bool(over))
        sentence.told.of_others |= sentence.guest


def _parts(low: str, start: int, end: int) -> Iterator[Span]:
    for part in _PART.finditer(low, start, end):
        at = part.start()
        for gap in _GAP.finditer(low, part.start(), part.end()):
            yield at, gap.start()
            at = gap.end()
        if at < part.end():
            yield at, part.end()


def _ending(sentence: _Sentence, start: int, end: int) -> Iterator[Clause]:
    """What a part says to be over, by the words for ends."""
    low, before = sentence.low, sentence.subject
    of_other = before and before.who not in ("", "user")
    if of_other or gates.quoted(low, start) or gates.asks(low, start, end):
        return
    for kind, first, last in endings.endings("zh", low, start, end, sentence.told.start):
        head = Token("→", f"ends-{kind}", f"ends-{kind}", start, start)
        said = (head, *tokens(sentence.text, low, first, last))
        yield Clause(Subject("user"), said, "past", start=start, end=end)


def _of_part(sentence: _Sentence, start: int, end: int, rest: int, over: bool) -> Iterator[Clause]:
    """The clause of one part; ``rest``: the end of the part behind; ``over``: it tells an end."""
    low = sentence.low
    if gates.quoted(low, start):
        return
    lead = _lead(sentence, start, end)
    if lead is None:
        return
    at = lead.at
    if at >= end:
        return  # a word of greeting, an answer: the subject stays who it was
    opened = lexicon("openers").at(low, at, end)
    if opened and (low[at] == "回" or low[at + opened :][:1] not in tuple("我咱他她它")):
        stop = sentence.end
        if stop - at <= _LONGEST_ORDER and not gates.asks(low, at, stop) and not sentence.cut:
            yield _clause(sentence, Subject("user"), at, stop, lead)
        return
    found = called = dropped.called(low, at, sentence.told)
    found = found or subject_at(low, sentence.text, at, end, frozenset(sentence.told.names))
    if found and not called and dropped.of_relative(low, at, found, sentence.told):
        found = Found("", found.end)
    if found is not None and not found.who and low[at] == "那":
        found = dropped.own_at(low, at, end, sentence.told) or found
    asked = gates.asks(low, start, end)
    if found is None and _THERE.match(low, lead.start, end):
        return
    if found is None:
        found = _carried(sentence, at, end)
        if found is None:
            if dropped.person_at(low, at, end):
                sentence.told.last = ""  # whose son "the son" is, said next, cannot be told
            if over:
                return  # of the writer's: what follows may be the writer's, too
            other = dropped.of_another(low, at, end, sentence.told) or dropped.brings(low, at, end)
            sentence.told.of_others |= other
            sentence.guest |= other
            sentence.subject = Found("", at)
            sentence.referent = ""
            sentence.gated = bool(_P["reports"].search(low, at, end))
            return
        at = max(at, found.end)
        sentence.guest |= dropped.brings(low, at, end)
        told_past = sentence.tense == "past" and not _NOW.search(low, start, end)
        if told_past and lead.tense == "present":
            lead.tense = "past"
        if "都" in low[start : at + 2]:
            found = Found(found.who, found.end, sure=False)
    else:
        sentence.subject = found
        thing = low[at] in "这那" and not dropped.of_another(low, at, end, sentence.told)
        sentence.told.of_others |= found.who != "user" and not thing
        sentence.told.of_others |= lexicon("kin").within(low[at + 1 : found.end])
        sentence.told.mine |= found.plain
        sentence.told.last = found.who
        sentence.guest = not low.startswith("是", found.end) and dropped.brings(
            low, found.end if found.head < 0 else found.head, end
        )
        if found.name:
            sentence.told.names.add(found.name)
        at = found.end
    if not found.who or asked:
        sentence.gated = bool(_P["reports"].search(low, at, end)) and not asked
        return
    yield from _predicate(sentence, found, at, end, rest, lead)


def _lead(sentence: _Sentence, start: int, end: int) -> Lead | None:
    """What stands before the subject; None: it opens what is not said outright."""
    low = sentence.low
    while start < end and low[start] in " 　“\"'‘(（【[~":
        start += 1
    lead = Lead(start, start)
    if _P["tail"].sub("", low[start:end]) in lexicon("answers"):
        lead.at = end
        return lead
    while lead.at < end:
        at = lead.at
        timed = time_at(low, at, end)
        if lexicon("openers").at(low, at, end) and (timed is None or timed[1] != "now"):
            return lead
        if lexicon("conditions").at(low, at, end):
            sentence.gated = True
            return None
        led = _P["lead-in"].match(low, at, end)
        word = led.end() - at if led else lexicon("connectors").at(low, at, end)
        doubt = lexicon("hedges").at(low, at, end)
        if timed is not None and timed[0] >= max(word, doubt):
            leads.timed_by(lead, timed[1])
            lead.at += timed[0]
        elif doubt > word:
            lead.hedged = True
            lead.at += doubt
        elif word:
            lead.at += word
        else:
            return lead
        while lead.at < end and low[lead.at] in " ~:：、":
            lead.at += 1
    return lead


def _carried(sentence: _Sentence, at: int, end: int) -> Found | None:
    """The subject of a clause that names none: that of the clause before it in the sentence, or,
    where there is none, perhaps the writer."""
    low = sentence.low
    called = re.compile(r"(?:[名取起小大真][字名]?)?就?叫(?!我|做|他|她|你|人)").match(low, at, end)
    if called is not None and sentence.referent:
        return Found(sentence.referent, called.end() - 1)
    before = sentence.subject
    if sentence.guest or (before is None and sentence.told.of_others):
        return None
    mine = before is None or before.who in ("", "user")
    if dropped.may_tell_of(low, sentence.told.start if mine or not before else before.end, at, end):
        return None
    if mine:
        own = dropped.own_at(low, at, end, sentence.told)
        if own is not None:
            return own
    if not leads.begins(low, at, end) or name_at(low, at, end):
        return None
    aside = low[at] in "叫是在" or "岁" in low[at:end] or _TOLD_TO.search(low, at, end)
    if before is None and aside:
        return None
    if before is None:
        return Found("user", at, sure=sentence.told.mine)
    if not before.who or before.head >= 0:
        return None
    return Found(before.who, at, sure=before.sure)


def _predicate(
    sentence: _Sentence, found: Found, at: int, end: int, rest: int, lead: Lead
) -> Iterator[Clause]:
    """The clause from behind its subject on."""
    low = sentence.low
    if found.head >= 0:
        head = tokens(sentence.text, low, found.head, found.end)
        subject = Subject(found.who, found.sure, head)
    else:
        subject = Subject(found.who, found.sure)
    at = max(at, found.end)
    at += low[at:end].startswith(" ")
    lead.at = at
    if not _verb(sentence, lead, end):
        return
    over = lead.denial >= 0 and leads.starters().at(low, lead.denial, end)
    if not (over or leads.starters().at(low, lead.at, end) or leads.of_value(low, lead.at, end)):
        sentence.gated = bool(_P["reports"].search(low, lead.at, end))
        return
    inner = lead.at + leads.starters().at(low, lead.at, end)
    timed = time_at(low, inner, end) if inner > lead.at else None
    if timed is not None and inner + timed[0] < end and lead.denial < 0:
        leads.timed_by(lead, timed[1])
        lead.hole = inner, inner + timed[0]
    if lead.tense == "future" and sentence.subject is not found and not found.sure:
        return  # "下周要...": whose plan it is is not said
    sentence.tense = lead.tense
    sentence.referent = _mentioned(low, found, lead.at, end)
    last = at + len(_P["tail"].sub("", low[at:end]))
    over = _no_longer(low, lead, last)
    if over:
        yield _clause(sentence, subject, lead.at, last - (low[last - 1] == "了"), lead, over=True)
    if over or (low[last - 1] == "了" and lead.denial >= 0):
        if rest > end and low[end + 1 : end + 3].startswith(("改", "换", "现在", "而")):
            end = rest
        lead.at, lead.negated = lead.denial, False
    elif low.startswith(("从", "由", "把"), lead.at) and low.startswith(_CHANGE, end + 1):
        end = rest
    yield _clause(sentence, subject, lead.at, end, lead)
    if found.kin is not None:
        yield _clause(sentence, found.kin, found.called, found.end, Lead(at, lead.start))


def _no_longer(low: str, lead: Lead, last: int) -> bool:
    """Whether a denial says that it is so no longer ("不再住杭州", "不住杭州了", "没有车了"), not
    that it was not done for a while ("好久没住杭州了") or can't be done now."""
    denial = low[lead.denial : lead.at] if lead.denial >= 0 else ""
    if denial in leads.NO_LONGER or low[last - 1] != "了":
        return denial in leads.NO_LONGER
    if denial[-1:] in ("没", "有"):
        return low.startswith(("有", "在"), lead.at)
    return bool(denial) and not low.startswith(("能", "可以"), lead.at)


def _verb(sentence: _Sentence, lead: Lead, end: int) -> bool:
    """Passes over what stands between subject and verb; false where nothing is said outright."""
    low = sentence.low
    while lead.at < end:
        at = lead.at
        known = leads.starters().at(low, at, end)
        if low.startswith(("每", "不用"), at) and lead.denial < 0:
            break
        if lexicon("conditions").at(low, at, end) > known:
            sentence.gated = True
            return False
        adverb = lexicon("adverbs").at(low, at, end)
        doubt = lexicon("hedges").at(low, at, end)
        denial = lexicon("denials").at(low, at, end)
        timed = time_at(low, at, end)
        size = timed[0] if timed else 0
        best = max(adverb, doubt, denial, size)
        if not best or (known >= best and denial != best):
            break
        if size == best and timed is not None:
            leads.timed_by(lead, timed[1])
        elif doubt == best:
            lead.hedged = True
        elif denial == best:
            if lead.denial >= 0:
                return False  # denied twice
            lead.denial, lead.negated = at, True
            word = low[at : at + best]
            lead.hedged |= word in leads.HALF and low.startswith(("能", "吃", "喝"), at + best)
            if word in ("没有", "没") and not leads.word_at(low, at + best, end):
                lead.at = at + best - 1
                break
            if word == "不会":
                best = 1
        lead.at = at + best
    return True


def _mentioned(low: str, found: Found, at: int, end: int) -> str:
    """Whom a clause brings in ("有个女儿", "养了只猫"), so that the next may say the name."""
    if found.who != "user" or low[at : at + 1] not in tuple("有养生认"):
        return ""
    said = _P["tail"].sub("", low[at:end])
    size = lexicon("kin").closes(said) or lexicon("animals").closes(said)
    return f"用户的{said[-size:]}" if size else ""


def _clause(
    sentence: _Sentence, subject: Subject, at: int, end: int, lead: Lead, *, over: bool = False
) -> Clause:
    low = sentence.low
    tail = re.compile(r"[。！？!?；;…]+$").sub("", low[at:end])
    doubted = tail[-1:] == "吧" or leads.partly(low, lead, at)
    last = at + len(_P["tail"].sub("", tail))
    tense = lead.tense
    if re.match(".{0,2}过(?!敏)", low[at + 1 : last]) and tense == "present":
        tense = "past"
    if lead.year and re.match(".{0,2}[了到过]", low[at + 1 : last]):
        tense = "perfect"
    done = re.match(".{0,2}(?:了|过(?!敏))", low[at + 1 : last])
    if tense == "future" and low[at] not in "约订定预报安" and done:
        tense = "perfect"
    if tense in ("present", "perfect") and _P["ended"].search(low, at, last):
        tense = "past"
    first, behind = lead.hole if at <= lead.hole[0] else (at, at)
    return Clause(
        subject=subject, tokens=tokens(sentence.text, low, at, first) + tokens(sentence.text, low,
        behind, max(behind, last)), tense=tense, negated=lead.negated and not over, over=over,
        hedged=lead.hedged or sentence.limited or doubted, start=lead.start, end=last,
    )  # fmt: skip
