"""Reads a message clause by clause and turns what it asserts into candidates."""

from __future__ import annotations

import re
from dataclasses import replace

from eywa_fs.facts.languages.zh import (
    contrasts,
    dates,
    doubts,
    gates,
    links,
    lives,
    material,
    naming,
    orders,
    referents,
    rescheduled,
    rules_events,
    rules_intent,
    subjects,
    ties,
    turns,
    values,
)
from eywa_fs.facts.languages.zh import frame as frames
from eywa_fs.facts.languages.zh.assertions import apply_rules
from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.rulebook import LAST_RULES, RULES
from eywa_fs.facts.languages.zh.segment import Clause, clauses, compact
from eywa_fs.facts.languages.zh.situation import Situation, situation_of
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.stories import read_stories
from eywa_fs.facts.languages.zh.subjects import NOBODY, USER, Topic
from eywa_fs.facts.model import Candidate


def read(text: str, timestamp_ms: int, tz: str) -> list[Candidate]:
    """All assertions of a message, in reading order."""
    tight = compact(text)
    found = [_holding_its_object(fact, tight) for fact in _read_tight(tight, timestamp_ms, tz)]
    if len(tight) == len(text):
        return found
    places = _places(text, tight)
    return [_as_written(fact, text, places) for fact in found]


def _holding_its_object(fact: Candidate, text: str) -> Candidate:
    """A fact whose place holds what it says, also where another clause said it ("not him, me")."""
    if fact.object in text[fact.start : fact.end]:
        return fact
    before = text.rfind(fact.object, 0, fact.start)
    if before >= 0:
        return replace(fact, start=before)
    behind = text.find(fact.object, fact.end)
    return fact if behind < 0 else replace(fact, end=behind + len(fact.object))


def _as_written(fact: Candidate, text: str, places: list[int]) -> Candidate:
    """A fact of the compact text with the places and the wording of the message."""
    start, end = places[fact.start], places[fact.end - 1] + 1
    spaced = re.search(" ?".join(map(re.escape, fact.object)), text[start:end])
    value = spaced.group() if spaced else fact.object
    return replace(fact, object=value, start=start, end=end)


def _places(text: str, tight: str) -> list[int]:
    """Where each character of ``tight`` stands in ``text``."""
    found = []
    place = 0
    for char in tight:
        while text[place] != char:
            place += 1
        found.append(place)
        place += 1
    return found


def _read_tight(text: str, timestamp_ms: int, tz: str) -> list[Candidate]:
    handed_over = material.begins_at(text)
    pieces = [piece for piece in clauses(text) if piece.start < handed_over]
    if not pieces or material.is_acted(text) or doubts.is_exercise(text):
        return []
    # What lies behind the last clause is not read, so its times are not looked for either.
    named = dates.moments(text[: pieces[-1].end], timestamp_ms, tz)
    state = State(text, dates.local_day(timestamp_ms, tz), named)
    sentences: dict[int, str] = {}
    for piece in pieces:
        sentences[piece.sentence] = sentences.get(piece.sentence, "") + piece.text + "，"
    for index, piece in enumerate(pieces):
        last = index + 1 == len(pieces) or pieces[index + 1].sentence != piece.sentence
        _read_clause(piece, sentences[piece.sentence], last, state)
        state.previous = piece
    found = dict.fromkeys((*state.found, *read_stories(pieces, state)))
    return [
        doubts.of_whom_it_binds(doubts.as_appointment(fact, text), text)
        for fact in found
        if not values.says_nothing(fact, text) and not doubts.is_doubtful(fact, text)
    ]


def _read_clause(clause: Clause, sentence: str, last: bool, state: State) -> None:
    if clause.sentence != state.sentence:
        state.unknown = False
        state.sentence, state.sentence_start = clause.sentence, clause.start
        state.standing = gates.stands(sentence)
        if gates.tells_a_story(sentence) or material.is_worked_on(sentence):
            state.silenced = clause.sentence
    if state.silenced == clause.sentence:
        return
    if gates.supposes(clause.text):
        state.silenced = clause.sentence
        if gates.takes_back_all(clause.text):
            state.found = [c for c in state.found if c.start < clause.start - len(sentence)]
        return
    at = frames.skip_connectives(clause.text)
    if links.OPINION_AHEAD.fullmatch(clause.text[at:]):
        state.opinion = True
        return
    correction = turns.CORRECTS.match(clause.text[at:]) or links.CORRECTS.match(clause.text[at:])
    if correction:
        state.replaces, state.latest = list(state.latest), []
        rest = at + correction.end()
        if rest >= len(clause.text):
            return
        at = rest
        if clause.text.startswith("是", at) and not clause.text.startswith("是我", at):
            at += 1
    elif state.replaces and re.match("是(?=对|在|住|吃|喝|用|叫|去|学|养)", clause.text[at:]):
        at += 1
    if gates.asks(clause, last=last) or gates.quotes(clause.text):
        state.latest = []
        return
    if not state.standing and gates.asks_for_something(clause.text[at:]):
        state.latest = []
        state.spoken_of = subjects.mentioned(clause.text, state.original[clause.start : clause.end])
        return
    found = _assertions(clause, at, sentence, state)
    written = state.original[clause.start : clause.end]
    state.spoken_of = subjects.towards(clause.text, written) or state.spoken_of
    if _RENAMED.match(sentence):  # of whom it was said before: not the speaker
        found = [f for f in found if f.predicate != "name" or f.subject != USER]
    if clause.start == state.sentence_start and clause.text.startswith("是"):
        found = [fact for fact in found if fact.predicate != "works_as"]  # answers who it is
    if state.replaces and not correction:
        found = found or turns.same_again(clause, at, state)
        state.found = [c for c in state.found if c not in state.replaces]
        state.replaces = []
    elif (
        state.replaces and correction and (found or (found := turns.same_again(clause, at, state)))
    ):
        state.found = [c for c in state.found if c not in state.replaces]
        state.replaces = []
    if found:
        names = {c.object for c in found if c.predicate == "name" and len(c.object) > 1}
        state.known |= names
        state.unknown = False
        state.found += found
        if len(found) == 1 and found[0].predicate in _INTRODUCES and not found[0].negated:
            state.introduced = _introduced(found[0])
    elif state.topic.explicit is False or not state.topic.names:
        state.unknown = True
        named = subjects.mentioned(clause.text, state.original[clause.start : clause.end])
        state.spoken_of = named or state.spoken_of
    state.topic_sentence = clause.sentence
    if theirs := referents.of_mine(clause.text, at):
        state.topic, state.named_in = theirs, clause.sentence
    elif (one := referents.last_named(clause.text, at)) is not None:
        _goes_on_about(one, clause, state)
    elif _turns_to_somebody(clause, found, state):
        _of_a_stranger(state)
    elif state.topic.names:
        state.stranger = False
    state.latest = found
    state.label = clause.text if clause.stop in (":", "：") else ""


def _assertions(clause: Clause, at: int, sentence: str, state: State) -> list[Candidate]:
    text = clause.text
    written = state.original[clause.start : clause.end]
    if gates.happens_now(text):
        return []
    start = frames.skip_adverbs(text, at)
    topic, after = None, at
    last = state.topic
    if state.spoken_of and last.names == (USER,):
        last = Topic((USER, state.spoken_of), explicit=False)
    supposed = frames.skip_modals(text, start)
    for begin in dict.fromkeys((at, start, supposed)):
        topic, after = subjects.read(text, begin, written, last, state.known)
        if topic is not None:
            break
    found = (
        turns.labelled(clause, sentence, state)
        or ties.tied(clause, at, state)
        or [_by_name(fact) for fact in turns.role_holders(clause, at, state)]
        or links.contact_of(clause, state)
        or rescheduled.rescheduled(clause, at, state)
        or contrasts.cleft(clause, at, state)
        or contrasts.cleft_list(clause, at, state)
        or links.refused_list(clause, at, state)
        or links.goes_on(clause, at, state)
        or links.ordered(clause, at, sentence, state)
        or contrasts.and_not(clause, at, state)
        or contrasts.not_him(clause, at, sentence, state, RULES)
        or ties.true_of(clause, at, sentence, state, RULES)
        or links.former(clause, at, state)
        or links.former_time(clause, at, state)
    )
    if found:
        if found[0].predicate == "relation" and found[0].subject != USER:
            state.topic = Topic((found[0].subject,), explicit=False)
        return found
    if tied := turns.apposed(clause, at, state):
        return tied
    if brought := turns.brings_up(clause, at, state):
        state.topic = brought
        return []
    if (topic is None or not topic.names) and (name := naming.named(clause, start, state)):
        return name
    if referents.is_a_kind(text, start) and not (topic and _OWN_ONES.match(text, start)):
        return _of_a_stranger(state)
    if (topic is None or topic.names in ((), (USER,))) and (
        who := referents.described(text, start)
    ):
        mine = subjects.USERS if referents.is_newly_mine(text, who[0]) else ""
        topic, begin, after = Topic((mine + written[slice(*who)],)), start, who[1]
    topic = links.whose(topic, text, begin, state)
    if topic is not None and state.topic_sentence == clause.sentence:
        if not state.topic.names and state.stranger and referents.is_bare_tie(text, begin):
            return []
        topic = referents.owner(text, begin, topic, state.topic)
    if topic is None:
        found = turns.topic_comment(clause, at, sentence, state)
        if found:
            if found[0].subject != USER and topic is None:
                state.topic = Topic((found[0].subject,))
            return found
        told_whole = state.standing or _FIRST_TIME.match(text, start)
        inner = None if told_whole else turns.fronted(text, start)
        if inner is not None:
            topic, after = Topic((USER,)), inner
    if topic is None and (late := subjects.behind_time(text, start)):
        topic, after = subjects.read(text, late, written, last, state.known)
    if topic is None:
        if state.introduced and _ABOUT_IT.match(text, start):
            state.topic = Topic((state.introduced,), explicit=False)
        state.introduced = None
        just_named = state.previous is not None and state.called == state.previous.end
        topic, after = replace(state.topic, explicit=just_named), at
        if USER not in topic.names and _TOWARDS_THEM.search(text):
            topic = Topic((USER,), explicit=False)
    elif topic.names and after >= len(frames.cut_tail(text)[0]) and USER not in topic.names:
        own = text[begin : begin + 1] in ("我", "俺")
        named = not topic.names[0].startswith(subjects.USERS)
        told = len(text) - begin > len(topic.names[0])  # who it is, not only the name
        if own or (named and (told or not _CALLED.match(state.original, clause.end))):
            state.topic = topic
            state.called = clause.end if named else -1
        return []  # called, not spoken of: "Mum, ..."
    elif topic.names:
        state.unknown = False
        if links.lays_down(clause, after, topic, state):
            return []
        if lost := links.pet_lost(clause, after, topic, state):
            return lost
        ordered = orders.orders_of(clause, after, topic, sentence, state)
        if ordered is not None:
            return ordered
        state.topic = topic
        says = orders.SAYS.match(text, after)
        if says and USER not in topic.names:
            after = says.end()
    else:
        you = text.startswith("你", begin)
        state.topic = Topic((USER,), explicit=False) if you else NOBODY
    if not topic.names:
        return orders.instructions(clause, at, sentence, state)
    if _OPINES.search(text) and USER in topic.names:
        state.opinion = True
        return []
    frame = frames.build(text, after, topic)
    if state.opinion:
        state.opinion = False
        return turns.opinion(clause, frame, topic, state)
    situation = situation_of(clause, frame, sentence, state)
    if turns.extends_duration(frame, state):
        return []
    if wed := turns.weddings(clause, frame, situation, state):
        return wed
    if handed := links.given(clause, after, topic, state):
        return handed
    found = (
        _round(clause, frame, situation, state)
        or apply_rules(RULES, clause, frame, situation, state)
        or turns.continuation(clause, frame, state)
        or (links.recurring(clause, at, begin, after, state) if topic.explicit else [])
    )
    found = [*found, *lives.beside(found, clause, situation, state)]
    return found or apply_rules(LAST_RULES, clause, frame, situation, state)


def _goes_on_about(one: int, clause: Clause, state: State) -> None:
    """The clauses behind are about whom this one ends with."""
    written = state.original[clause.start : clause.end]
    text = frames.cut_tail(clause.text)[0]
    topic, after = subjects.read(clause.text, one, written, state.topic, state.known)
    if topic is not None and topic.names and after >= len(text) and USER not in topic.names:
        state.topic, state.named_in = replace(topic, explicit=False), clause.sentence


def _turns_to_somebody(clause: Clause, found: list[Candidate], state: State) -> bool:
    """Whether the clauses behind are about somebody who cannot be named."""
    if state.introduced is None and referents.presents(clause.text):
        return True
    return not found and state.topic.names == (USER,) and referents.is_about_him(clause.text)


def _of_a_stranger(state: State) -> list[Candidate]:
    """Nothing is said of somebody unnamed, neither here nor in the clauses that go on about him."""
    state.topic, state.stranger, state.introduced = NOBODY, True, None
    return []


#: Behind a name that calls somebody one turns to him, or speaks of oneself.
_CALLED = expand(
    r"[，,：:!！ ]*(?:你|您|我(?!们?(?:的|家)?(?:<ROLE>))|咱|俺|帮|麻烦|请|快|能|可以|别|把|来|谢"
    r"|在吗|好久|早|晚安|收到|今天|明天|周|下|听说|记得|要不|晚上|什么|怎么)"
)
_OWN_ONES = re.compile("我(?!们)|家里|咱")
_COMES_ROUND = re.compile(r"每|逢|天天|(?:周|星期|礼拜)[一二三四五六日天末]|工作日|平日|隔[天周]")
_TAKEN_IN = re.compile(r"[吃喝药服抽]|胰岛素|复查|复诊|必须|得|不能|不许|兼职")


def _round(
    clause: Clause, frame: frames.Frame, situation: Situation, state: State
) -> list[Candidate]:
    """A time that comes round in front of everything: what is done then is an arrangement."""
    whole = min(frame.views, key=lambda view: view.at)
    if not _COMES_ROUND.match(frame.text, whole.at) or _TAKEN_IN.search(frame.text):
        return []
    only = replace(frame, views=(whole,))
    rules = (*rules_intent.SCHEDULE, *rules_events.HABIT)
    round_ones = tuple(rule for rule in rules if rule.predicate == "schedule")
    return apply_rules(round_ones, clause, only, replace(situation, frame=only), state)


#: One does not do it to oneself: who is meant by "him" is not the one who acts.
_TOWARDS_THEM = re.compile(
    r"(?:得|要|必须|想|打算|准备|只能|我|去|每|改成).{0,12}(?:给|跟|陪|帮|找|替|送|接|带|看|照顾)(?:他|她)(?!们|的|自己)"
)
#: "The first time I met ...": whom follows, so 我 behind it owns and does not act.
_FIRST_TIME = re.compile("头一?[回次]|第一[回次]|初次|最早")
_RENAMED = re.compile(r"(?:又|也)?(?:改名|更名|换名|换了个?名)")
_ABOUT_IT = expand(
    r"(?:名?叫|取名|起名|小名|大名|嫁|毕业|考|去年|前年|<NUM>年|在|是|已经|正|才|读|上|养|今年|<NUM>岁|住|当|做|对|特别|很|不|从来)"
)
_OPINES = re.compile(
    r"(?:始终|一直|坚定地?|从来都?|打心底里?|向来)(?:都)?(?:认为|觉得|相信|坚信)$|(?:我的?(?:信念|人生观|座右铭)是)$|(?:坚信|深信)$"
)
_INTRODUCES = frozenset({"friend", "has_pet", "has_child", "sibling", "relation"})
_SWEETHEART = re.compile("(?:男朋友|女朋友|男友|女友|对象|未婚夫|未婚妻)$")
_COUNT = expand(r"^(?!双胞胎)(?:(?:<NUM>)?<CL>)?")


_PLACED_NAME = re.compile(r"^(?!用户的)[^的]{2,6}的(?=[^的]{2,4}$)")


def _by_name(fact: Candidate) -> Candidate:
    """A fact of somebody without where one knows the person from ("from downstairs")."""
    return replace(fact, subject=_PLACED_NAME.sub("", fact.subject))


def _introduced(fact: Candidate) -> str | None:
    """Whom a fact brings up: the clause behind it is likely about them ("…, called Tofu")."""
    noun = _COUNT.sub("", fact.object, count=1) or fact.object
    if fact.predicate == "friend":
        return fact.object
    if fact.predicate == "relation" and not _SWEETHEART.search(noun):
        return None
    return f"{subjects.USERS}{noun}" if fact.subject == USER else f"{fact.subject}的{noun}"
