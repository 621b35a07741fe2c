"""Messages that refer to earlier facts without stating a new one: taken back, called off, still so.

Which fact is meant is resolved by shared words (object, subject, the sentence it came from) and,
where the message names nothing, by recency.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from eywa_fs.facts import slots
from eywa_fs.facts.afu import DAY_MS, Afu
from eywa_fs.facts.cues import Cue, Cues
from eywa_fs.facts.decisions import DEFAULT_POLICY, Decision, Known, Policy, Reason
from eywa_fs.facts.values import contains, tokens

#: Points of :func:`eywa_fs.facts.slots.shares_topic` that name a fact: a word of its object.
_NAMED = 3.0
#: Two words of the sentence it came from, or one word and a Chinese character.
_HINTED = 1.5


def decide_references(
    cues: Cues,
    event_id: str,
    at: int,
    known: Known,
    policy: Policy = DEFAULT_POLICY,
    settled: frozenset[str] = frozenset(),
    own: Sequence[Afu] = (),
) -> tuple[Decision, ...]:
    """Decisions of one message on facts of earlier messages.

    Args:
        cues: of the message.
        event_id: the message; its own facts are never targets.
        at: its time (ms).
        known: facts after the message's own facts were applied.
        policy: how far back a reference without a topic reaches.
        settled: atomic ids that the message's own facts already acted on.
        own: the facts that the message itself stated.
    """
    earlier = [
        fact
        for fact in known.active
        if fact.source_event_id != event_id and fact.atomic_id not in settled
    ]
    taken_back = () if settled else _taken_back(cues, at, earlier, policy, bool(own))
    called_off = _called_off(cues, at, earlier, policy, bool(own))
    restored = _restored(cues, at, earlier, known, own)
    done = (*taken_back, *called_off, *restored)
    gone = frozenset(target for decision in done for target in decision.targets)
    rest = [fact for fact in earlier if fact.atomic_id not in gone]
    return (*done, *_unchanged(cues, rest))


#: A return that is announced, not reported ("then back to Mondays").
_LATER = re.compile(
    r"\b(?:then|after that|afterwards|will|going to)\b|'ll\b|之后|然后|到时|再(?:换|改|回|搬)回"
)


def _restored(
    cues: Cues, at: int, facts: Sequence[Afu], known: Known, own: Sequence[Afu]
) -> tuple[Decision, ...]:
    """A temporary value that the message ends by words alone: what held before is back."""
    if not cues.has("back", "ending") or _LATER.search(cues.text):
        return ()
    by_id = {fact.atomic_id: fact for fact in facts}
    for cover in reversed(facts):
        bases = [by_id[i] for i in known.overlays.get(cover.atomic_id, ()) if i in by_id]
        if not bases and cues.has("back") and _lately_ended(cover, at):
            bases = [f for f in facts if _goes_on(f, cover) and _names(cues, f)][-1:]
        if any(slots.near(fact.predicate, cover.predicate) for fact in own):
            continue
        if cover.validity_start_at > at:  # it has not begun: what comes behind it is announced
            continue
        if bases and any(_names(cues, fact) for fact in (cover, *bases)):
            return (
                Decision("supersede", "restored", (cover.atomic_id,), successor=bases[0].atomic_id),
                Decision("merge", "restated", _ids(bases)),
            )
    return ()


def _names(cues: Cues, fact: Afu) -> bool:
    return slots.shares_topic(cues.text, fact) >= _NAMED


def _lately_ended(fact: Afu, at: int) -> bool:
    """Whether a state with a stated end is about to end or ended within a month."""
    end = fact.validity_end_at
    if not fact.stated_end or end is None or fact.type == "plan":
        return False
    return fact.observed_at < at <= end + 31 * DAY_MS


def _goes_on(fact: Afu, cover: Afu) -> bool:
    """Whether ``fact`` is an open-ended fact of the kind that ``cover`` interrupted."""
    earlier = fact.observed_at <= cover.observed_at and fact.validity_end_at is None
    return earlier and slots.near(fact.predicate, cover.predicate)


def _taken_back(
    cues: Cues, at: int, facts: Sequence[Afu], policy: Policy, own: bool
) -> tuple[Decision, ...]:
    """Facts that a retraction or a denied belief means."""
    stays = {decision.targets[0] for decision in _unchanged(cues, facts)}
    for cue in cues.of("retraction", "false_belief"):
        targets = _best(cue, cues, facts)
        if any(fact.atomic_id in stays for fact in targets):
            continue
        if not targets and cue.kind == "retraction" and not own:
            recent = [f for f in facts if at - f.observed_at <= policy.correction_window_ms]
            targets = _last_message(recent)
        if targets:
            reason: Reason = "false_belief" if cue.kind == "false_belief" else "taken_back"
            return (Decision("retract", reason, _ids(targets)),)
    return ()


def _called_off(
    cues: Cues, at: int, facts: Sequence[Afu], policy: Policy, own: bool
) -> tuple[Decision, ...]:
    """Plans that a cancellation means; without a topic the last plan, if it was said lately."""
    plans = [f for f in facts if f.type == "plan" and not f.negated]
    for cue in cues.of("cancellation"):
        targets = _best(cue, cues, plans)
        if not targets and not own:
            targets = _last_message(
                [f for f in plans if at - f.observed_at <= policy.correction_window_ms]
            )
        if targets:
            return (Decision("retract", "plan_called_off", _ids(targets)),)
    return ()


def _unchanged(cues: Cues, facts: Sequence[Afu]) -> tuple[Decision, ...]:
    """Facts that the message says are as before: named by their object, or by their subject."""
    stays = cues.of("unchanged")
    if not stays:
        return ()
    named = [
        fact
        for fact in facts
        if not fact.negated
        and any(
            contains(cue.clause, fact.object)
            or (fact.subject != "user" and tokens(cue.clause) & tokens(fact.subject))
            for cue in stays
        )
    ]
    return tuple(Decision("merge", "unchanged", (fact.atomic_id,)) for fact in named)


def _best(cue: Cue, cues: Cues, facts: Sequence[Afu]) -> list[Afu]:
    """The facts that the cue's clause names, else those that the whole message names.

    Ties go to the most recent message; all facts of that message that are named go together.
    """
    for text, floor in ((cue.clause, _HINTED), (cues.text, _NAMED)):
        scored = [(slots.shares_topic(text, fact), fact) for fact in facts]
        named = [(score, fact) for score, fact in scored if score >= floor]
        if named:
            top = max(named, key=lambda pair: (pair[0], pair[1].observed_at, pair[1].atomic_id))[1]
            return [f for _, f in named if f.source_event_id == top.source_event_id]
    return []


def _last_message(facts: Sequence[Afu]) -> list[Afu]:
    """All facts of the most recent message that stated any."""
    if not facts:
        return []
    last = max(facts, key=lambda fact: (fact.observed_at, fact.source_event_id)).source_event_id
    return [fact for fact in facts if fact.source_event_id == last]


def _ids(facts: Sequence[Afu]) -> tuple[str, ...]:
    return tuple(fact.atomic_id for fact in facts)
