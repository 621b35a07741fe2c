"""The same value again, and a value that was wrong from the start."""

from __future__ import annotations

from eywa_fs.facts import slots
from eywa_fs.facts.afu import DAY_MS, Afu
from eywa_fs.facts.decisions import Decision, Reason
from eywa_fs.facts.update_rules.case import Case
from eywa_fs.facts.update_rules.plans import moves_plan
from eywa_fs.facts.values import contains, overlap, same_value, value_classes


def restated(case: Case) -> tuple[Decision, ...]:
    same = [old for old in case.rivals if _says_same(case, old)]
    if not same or moves_plan(case, same[-1]):
        return ()
    decisions = [Decision("merge", "restated", (same[-1].atomic_id,))]
    covers = tuple(
        cover for cover, covered in case.known.overlays.items() if same[-1].atomic_id in covered
    )
    live = tuple(
        fact.atomic_id
        for fact in case.known.active
        if (fact.atomic_id in covers or _stood_in(case, fact, same[-1]))
        and not _long_over(fact, case.new)
    )
    if live:
        decisions.insert(0, _in_favour_of(same[-1], "restored", live))
    if case.cues.has("confirmation") and not case.cues.near(case.new.object, "hedge"):
        partners = _partners(case, same[-1])
        if partners:
            decisions.append(_in_favour_of(same[-1], "settled", partners))
    return tuple(decisions)


def _in_favour_of(known: Afu, reason: Reason, targets: tuple[str, ...]) -> Decision:
    """Supersede ``targets`` by a fact that is known already and is only said again."""
    return Decision("supersede", reason, targets, successor=known.atomic_id, absorbed=True)


def _stood_in(case: Case, fact: Afu, base: Afu) -> bool:
    """Whether ``fact`` was a temporary value of the kind that a return now ends."""
    if not fact.stated_end or fact.type == "plan" or not case.cues.has("back"):
        return False
    alike = slots.near(fact.predicate, base.predicate) and fact.subject == base.subject
    return alike and bool(value_classes(fact.object) & value_classes(base.object))


def _long_over(cover: Afu, new: Afu) -> bool:
    """Whether a temporary value ended more than a month before ``new`` was said."""
    return (
        cover.validity_end_at is not None and cover.validity_end_at + 31 * DAY_MS < new.observed_at
    )


def _says_same(case: Case, old: Afu) -> bool:
    new = case.new
    if new.negated != old.negated or not slots.near(new.predicate, old.predicate):
        return False
    if (new.type == "plan") != (old.type == "plan"):
        return False
    if same_value(new.object, old.object):
        return True
    contained = slots.holds_one(new) or new.predicate == "schedule"
    return contained and slots.names_same(new, old)


def _partners(case: Case, fact: Afu) -> tuple[str, ...]:
    """Active facts in open conflict with ``fact``."""
    active = {old.atomic_id for old in case.known.active}
    pairs = [pair for pair in case.known.conflicts if fact.atomic_id in pair]
    return tuple(
        sorted(other for pair in pairs for other in pair - {fact.atomic_id} if other in active)
    )


def corrected(case: Case) -> tuple[Decision, ...]:
    if not case.cues.has("correction", "retraction", "false_belief") or case.new.negated:
        return ()
    if case.is_temporary() and not case.cues.has("correction"):
        return ()
    window = case.policy.correction_window_ms
    wrong = [
        old
        for old in case.rivals
        if not old.negated
        and slots.near(case.new.predicate, old.predicate)
        and case.new.observed_at - old.observed_at <= window
        and not case.is_additive()
    ]
    if not wrong:
        wrong = [old for old in case.rivals if _is_named_mistake(case, old)]
    if not wrong:
        return ()
    best = max(wrong, key=lambda old: (_likeness(case.new, old), old.observed_at, old.atomic_id))
    return (Decision("supersede", "corrected", (best.atomic_id,)),)


def _is_named_mistake(case: Case, old: Afu) -> bool:
    """Whether an older value is what the message corrects: it fills the slot, or is named."""
    if old.negated or not slots.near(case.new.predicate, old.predicate):
        return False
    if slots.same_slot(case.new, old):
        return True
    return contains(case.cues.text, old.object) and not same_value(case.new.object, old.object)


def _likeness(new: Afu, old: Afu) -> float:
    """How much one value looks like a slip of the other."""
    slot = 1.0 if slots.same_slot(new, old) or slots.is_variant(new, old) else 0.0
    return slot + overlap(new.object, old.object) + (0.5 if new.predicate == old.predicate else 0)
