"""What a message means for the known facts without saying it in full: "sold it", "Tuesdays now".

The facts that a message states are read from it alone (:mod:`eywa_fs.facts.extraction`). Here the
known facts complete it: the words of a change name a value that holds, and that value ends; or they
give a value, and it takes the place of the one it can only mean. What cannot be told apart changes
nothing: a missing fact does less harm than a wrong one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from eywa_fs.facts import slots
from eywa_fs.facts.afu import DAY_MS, Afu, day_after, store
from eywa_fs.facts.certainty import Directness, certainty
from eywa_fs.facts.changes import Change, changes
from eywa_fs.facts.cues import Cues
from eywa_fs.facts.decisions import DEFAULT_POLICY, Decision, Known, Policy, Reason
from eywa_fs.facts.identity import bare, kin, kin_words
from eywa_fs.facts.model import Candidate
from eywa_fs.facts.pointing import Pointing, is_value, leaves_out, says_something
from eywa_fs.facts.values import contains, is_chinese, same_value, tokens, value_class
from eywa_fs.language.script import fold

#: What happened stays true, and what is stable only a statement of its own can change.
_FIXED = frozenset(
    {
        "visited",
        "met",
        "stopped",
        "born_in",
        "birthday",
        "from",
        "believes",
        "allergic_to",
        "sibling",
        "has_child",
    }
)
#: What not even a correction that names it touches.
_HAPPENED = _FIXED - {"allergic_to", "from", "birthday", "born_in"}
#: Pairs of predicates that end together: leaving a place of work ends what one did there.
_TOGETHER = frozenset({"works_at", "works_as"})


@dataclass(frozen=True, slots=True)
class Source:
    """The record of a turn: its content as written, where its bytes are, its session."""

    text: str
    session_id: str = ""
    anchor: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Implied:
    """A decision, with the new fact it is about, if it brings one."""

    decision: Decision
    fact: Afu | None = None


def implied(
    cues: Cues,
    event_id: str,
    at: int,
    source: Source,
    known: Known,
    settled: frozenset[str] = frozenset(),
    policy: Policy = DEFAULT_POLICY,
) -> tuple[Implied, ...]:
    """What the changes of one message do to the facts of earlier messages.

    Args:
        cues: of the message.
        event_id, at, source: the message, its time (ms) and its text.
        known: facts after the message's own facts and references were applied.
        settled: atomic ids that those have acted on already.
        policy: how far back a correction reaches.
    """
    reader = _Reader(cues, event_id, at, source, known, settled, policy)
    found: list[Implied] = []
    told = changes(cues.text)
    leaving = {change.sentence: change.topic for change in told if _leaves_a_value(change)}
    last = next((change.topic for change in reversed(told) if _leaves_a_value(change)), "")
    for change in sorted(told, key=lambda change: change.kind == "ends"):
        if change.kind == "becomes" and not change.topic:
            change = replace(change, topic=leaving.get(change.sentence, last))
        step = reader.read(change)
        if step is not None:
            reader.settle(step)
            found.append(step)
    return tuple(found)


class _Reader:
    """One message with the facts it can act on."""

    def __init__(
        self,
        cues: Cues,
        event_id: str,
        at: int,
        source: Source,
        known: Known,
        settled: frozenset[str],
        policy: Policy,
    ) -> None:
        self._cues = cues
        self._event_id, self._at, self._source = event_id, at, source
        self._known, self._policy = known, policy
        self._pointing = Pointing(known, at, policy.correction_window_ms)
        self._own = [f for f in known.active if f.source_event_id == event_id]
        self._gone = set(settled)

    def settle(self, step: Implied) -> None:
        """Note what ``step`` has acted on, so that nothing is changed twice."""
        self._gone.update(step.decision.targets)
        if step.fact is not None:
            self._own.append(step.fact)

    def read(self, change: Change) -> Implied | None:
        """What one change does, or ``None`` where that cannot be told."""
        if change.kind == "ends":
            return self._ended(change)
        if change.kind == "returns":
            return self._returned(change)
        if change.kind == "done":
            return self._done(change)
        return self._replaced(change)

    def _earlier(self, fixed: frozenset[str] = _FIXED) -> list[Afu]:
        return [
            fact
            for fact in self._known.active
            if fact.source_event_id != self._event_id
            and fact.atomic_id not in self._gone
            and not fact.negated
            and fact.predicate not in fixed
            and (
                fact.type == "plan"
                or fact.validity_end_at is None
                or fact.validity_end_at > self._at
            )
        ]

    def _ended(self, change: Change) -> Implied | None:
        if change.hint:
            return self._departed(change)
        if not says_something(change.topic) or self._is_kept(change):
            return None
        if value_class(change.topic) == "weekday" and _DAY_OFF.search(change.sentence):
            return None
        named = [
            fact
            for fact in self._earlier()
            if fact.type not in ("plan", "constraint")
            and not (change.leaving and fact.predicate in _LEFT_BEHIND)
            and not (fact.predicate == "has_pet" and _REFUSES.search(change.sentence))
            and (fact.predicate != "name" or _is_bearer(change, fact))
            and self._pointing.names(change.topic, fact)
            and self._pointing.is_theirs(change, fact)
            and not any(_goes_on(own, fact) for own in self._own)
        ]
        if not named:
            return self._called_off(change)
        last = max(named, key=lambda fact: (fact.observed_at, fact.atomic_id))
        gone = [f for f in named if f.source_event_id == last.source_event_id]
        if any(fact.predicate in _TOGETHER for fact in gone):
            gone += [
                f
                for f in self._earlier()
                if f.predicate in _TOGETHER
                and f not in gone
                and f.source_event_id == last.source_event_id
                and f.subject == last.subject
            ]
        return Implied(
            Decision(
                "supersede",
                "ended",
                tuple(f.atomic_id for f in gone),
                successor=self._in_place_of(last),
            )
        )

    def _in_place_of(self, gone: Afu) -> str | None:
        """The fact of this message that stands where ``gone`` stood, if there is just one."""
        stands = [
            own.atomic_id
            for own in self._own
            if own.predicate == gone.predicate
            and own.subject == gone.subject
            and not own.negated
            and own.type == gone.type
            and not same_value(own.object, gone.object)
        ]
        return stands[0] if len(stands) == 1 else None

    def _called_off(self, change: Change) -> Implied | None:
        """A plan whose object is said to be over before its time came."""
        if self._cues.has("completion") or change.leaving:
            return None
        plans = [
            fact
            for fact in self._earlier()
            if fact.type == "plan"
            and not (fact.stated_start and fact.validity_start_at <= self._at)
            and (self._pointing.names(change.topic, fact) or _undoes(change, fact))
            and self._pointing.is_theirs(change, fact)
        ]
        if not plans:
            return None
        last = max(plans, key=lambda fact: (fact.observed_at, fact.atomic_id))
        new = self._fact(last, self._instead(change))
        if new is None:
            return Implied(Decision("retract", "plan_called_off", (last.atomic_id,)))
        return Implied(Decision("supersede", "plan_moved", (last.atomic_id,)), new)

    def _instead(self, change: Change) -> str:
        """What the sentence names as the new plan ("not the lake, it's the sea instead")."""
        return next(
            (
                self._written(other.value)
                for other in changes(self._cues.text)
                if other.kind == "becomes"
                and other.sentence == change.sentence
                and is_value(other.value)
                and not self._is_read(other.value)
            ),
            "",
        )

    def _departed(self, change: Change) -> Implied | None:
        """Somebody left home or work, and the message does not say which: the one there is."""
        own = {fact.predicate for fact in self._own if not fact.negated}
        if any(slots.near(change.hint, predicate) for predicate in own):
            return None
        gone = [
            fact
            for fact in self._earlier()
            if (
                slots.near(change.hint, fact.predicate)
                or {change.hint, fact.predicate} == {"works_at", "works_as"}
            )
            and fact.validity_end_at is None
            and self._pointing.is_theirs(change, fact)
        ]
        if not gone or len({fact.subject for fact in gone}) > 1:
            return None
        return Implied(Decision("supersede", "ended", tuple(f.atomic_id for f in gone)))

    def _returned(self, change: Change) -> Implied | None:
        if not is_value(change.value):
            return None
        banned = [
            fact
            for fact in self._known.active
            if (fact.type == "constraint" or fact.predicate in ("diet", "stopped"))
            and fact.predicate != "allergic_to"
            and fact.source_event_id != self._event_id
            and fact.atomic_id not in self._gone
            and (contains(fact.object, change.value) or contains(change.value, fact.object))
            and (
                fact.negated or fact.predicate in ("must_not", "stopped") or leaves_out(fact.object)
            )
        ]
        if banned:
            ids = tuple(fact.atomic_id for fact in banned)
            return Implied(Decision("supersede", "ended", ids))
        if self._is_read(change.value):
            return None
        older = [
            fact
            for fact in self._known.closed
            if fact.status == "superseded"
            and not fact.negated
            and fact.predicate not in _FIXED
            and (contains(change.value, fact.object) or contains(fact.object, change.value))
            and not leaves_out(fact.object)
            and self._pointing.is_theirs(change, fact)
        ]
        if not older:
            return None
        former = max(older, key=lambda fact: (fact.updated_at, fact.atomic_id))
        head = self._head(former)
        new = self._fact(former, former.object if former.object in self._source.text else "")
        new = new or self._fact(former, self._written(change.value))
        if new is None or (head is None and self._is_held(former)):
            return None
        if head is None:
            return Implied(Decision("append", "returned"), new)
        return Implied(Decision("supersede", "returned", (head.atomic_id,)), new)

    def _is_held(self, former: Afu) -> bool:
        return any(
            fact.subject == former.subject and same_value(fact.object, former.object)
            for fact in self._known.active
        )

    def _head(self, former: Afu) -> Afu | None:
        """The active fact at the end of the chain that begins with ``former``."""
        facts = {fact.atomic_id: fact for fact in (*self._known.active, *self._known.closed)}
        seen: set[str] = set()
        name = former.superseded_by
        while name in facts and name not in seen:
            seen.add(name)
            if facts[name].status == "active":
                mine = facts[name].source_event_id == self._event_id or name in self._gone
                return None if mine or facts[name].negated else facts[name]
            name = facts[name].superseded_by or ""
        return None

    def _replaced(self, change: Change) -> Implied | None:
        if not is_value(change.value) or self._cues.near(change.value, "temporary"):
            return None
        reported = REPORTED.search(change.sentence) is not None
        says_which = change.topic and (change.kind == "corrects" or reported)
        fixed = _HAPPENED if says_which else _FIXED
        old = self._pointing.best(change, self._earlier(fixed))
        if old is None or self._is_read(change.value, old):
            return None
        new = self._fact(old, self._written(change.value))
        if new is None or same_value(new.object, old.object):
            return None
        if self._cues.near(change.value, "hedge") or reported:
            return Implied(Decision("append_conflict", "uncertain", (old.atomic_id,)), new)
        reason: Reason = "corrected" if change.kind == "corrects" else "switched"
        return Implied(Decision("supersede", reason, (old.atomic_id,)), new)

    def _done(self, change: Change) -> Implied | None:
        """A plan that came true: the one the message names, else the only one of these days."""
        if self._own:
            return None
        plans = [
            fact
            for fact in self._earlier()
            if (fact.type == "plan" or fact.predicate == "must") and self._is_due(fact)
        ]
        named = [
            plan for plan in plans if self._names_plan(change, plan) and plan.subject == "user"
        ]
        if not named:
            return None
        last = max(named, key=lambda fact: (fact.observed_at, fact.atomic_id))
        new = self._fact(replace(last, predicate="other", type="fact"), self._written(change.value))
        if new is None:
            return None
        gone = [plan for plan in named if plan.source_event_id == last.source_event_id]
        ids = tuple(plan.atomic_id for plan in gone)
        return Implied(Decision("supersede", "plan_fulfilled", ids), new)

    def _is_due(self, plan: Afu) -> bool:
        """Whether the plan's time has come; see ``Policy.fulfilment_slack_ms``."""
        if plan.stated_start and self._at < plan.validity_start_at - DAY_MS:
            return False
        end = plan.validity_end_at
        return end is None or self._at <= end + self._policy.fulfilment_slack_ms

    def _names_plan(self, change: Change, plan: Afu) -> bool:
        """Whether the message names what was planned, in Chinese by its verb alone (跑完)."""
        if is_chinese(change.value):
            named = tokens(change.value) & tokens(plan.object)
            return bool(named) or (len(change.value) == 2 and change.value[0] in fold(plan.object))
        return bool(tokens(self._cues.text) & tokens(plan.object))

    def _is_kept(self, change: Change) -> bool:
        return any(contains(cue.part, change.topic) for cue in self._cues.of("unchanged"))

    def _is_read(self, value: str, old: Afu | None = None) -> bool:
        """Whether a fact of the message itself has the value already.

        A change of things unknown to the reader is read as one of tools or habits; where it takes
        the place of a home or an employer, ``old`` tells better.
        """
        return any(
            contains(own.object, value) or contains(value, own.object)
            for own in self._own
            if (own.validity_end_at is None or own.validity_end_at > day_after(self._at))
            and not (own.predicate == "started" and not same_value(own.object, value))
            and not (old is not None and own.subject != old.subject and not _is_of(own, old))
            and (
                old is None
                or own.predicate not in ("uses", "other")
                or slots.near(own.predicate, old.predicate)
            )
        )

    def _written(self, value: str) -> str:
        """``value`` as the message writes it, where folding left its length as it was."""
        text, folded = self._source.text, self._cues.text
        at = folded.find(value)
        return text[at : at + len(value)] if at >= 0 and len(text) == len(folded) else value

    def _fact(self, like: Afu, value: str) -> Afu | None:
        """A fact with the place of ``like`` and another value, read from this message."""
        if not value:
            return None
        at = max(self._source.text.find(value), 0)
        candidate = Candidate(
            subject=like.subject,
            predicate=like.predicate,
            object=value,
            negated=False,
            type=like.type,
            certainty=certainty(directness=Directness.IMPLIED),
            valid_from=None,
            valid_to=None,
            start=at,
            end=at + len(value),
        )
        return store(
            candidate,
            tenant_id=like.tenant_id,
            user_id=like.user_id,
            session_id=self._source.session_id,
            event_id=self._event_id,
            observed_at=self._at,
            anchor=self._source.anchor,
            context=self._source.text,
            attribute=like.attribute,
        )


#: What one leaves somewhere, or leaves for a while, without losing it.
_LEFT_BEHIND = frozenset(
    {"owns", "uses", "has", "has_pet", "lives_in", "moved_to", "health", "diet", "other"}
)
#: A day off is no day less.
_DAY_OFF = re.compile(r"\boff\b")
#: An animal that does not eat today is no animal less.
_REFUSES = re.compile(r"不[\u4e00-\u9fff]{1,3}了|\boff (?:her|his|its)\b")
#: Relatives that one can part from, as :func:`kin` gives them.
_PARTNERS = frozenset(
    kin(word)
    for word in ("wife", "husband", "girlfriend", "boyfriend", "partner", "fiance", "fiancee")
) | {"女朋友", "男朋友", "女友", "男友", "对象", "未婚妻", "未婚夫", "老婆", "老公"}
#: What somebody else claims stands beside what was said before.
REPORTED = re.compile(
    r"\b(?:says|reckons|claims|insists|swears|according to)\b|说是|声称|坚持说|非说|听说|据说"
)


def _undoes(change: Change, plan: Afu) -> bool:
    """Whether a Chinese sentence denies the verb that the plan begins with (不摆了: 摆酒)."""
    verb = _UNDONE.search(change.sentence)
    return verb is not None and fold(plan.object).startswith(verb.group(1))


_UNDONE = re.compile("不(?:去)?([\u4e00-\u9fff])[\u4e00-\u9fff]{0,2}了")


def _is_of(own: Afu, old: Afu) -> bool:
    """Whether ``own`` is about the very animal or thing that ``old`` says somebody has."""
    return same_value(bare(own.subject), old.object)


def _goes_on(own: Afu, fact: Afu) -> bool:
    """Whether the message itself says that the value of ``fact`` holds."""
    same = same_value(fact.object, own.object)
    return same and not own.negated and own.validity_end_at is None


def _is_bearer(change: Change, fact: Afu) -> bool:
    """Whether the change names somebody whose name ``fact`` gives: an animal, a boss, a partner.

    Relatives stay what they are, whatever is said of them.
    """
    relatives = kin_words(bare(fact.subject)) - _PARTNERS
    return fact.subject != "user" and not relatives and same_value(change.topic, fact.object)


def _leaves_a_value(change: Change) -> bool:
    return change.kind == "ends" and bool(change.topic)
