"""Plans: fulfilled by what happened, or moved to another time."""

from __future__ import annotations

import re

from eywa_fs.facts import slots
from eywa_fs.facts.afu import DAY_MS, Afu
from eywa_fs.facts.cues import Cues
from eywa_fs.facts.decisions import Decision
from eywa_fs.facts.update_rules.case import Case
from eywa_fs.facts.values import characters, contains, is_chinese, overlap, tokens


def fulfilled_plans(case: Case) -> tuple[Decision, ...]:
    new = case.new
    if new.type in {"plan", "constraint"} or new.negated:
        return ()
    if case.is_past() and not new.stated_start:
        return ()
    plans = [p for p in case.rivals if _is_open(p) and _due(p, case)]
    done = case.cues.has("completion") and not case.cues.has("cancellation")
    hits = {p.source_event_id for p in plans if _fulfils(new, p, done, case.cues)}
    if not hits and done and len({p.source_event_id for p in plans if _is_today(p, new)}) == 1:
        if not case.cues.near(new.object, "completion"):
            return ()
        hits = {p.source_event_id for p in plans if _is_today(p, new)}
    targets = tuple(p.atomic_id for p in plans if p.source_event_id in hits)
    return (Decision("supersede", "plan_fulfilled", targets),) if targets else ()


def _is_open(fact: Afu) -> bool:
    """Whether ``fact`` waits for something to be done: a plan or an obligation."""
    return not fact.negated and (fact.type == "plan" or fact.predicate == "must")


def _due(plan: Afu, case: Case) -> bool:
    """Whether the plan's time has come, with slack after its end; an undated plan is always due."""
    at = case.new.observed_at
    if plan.stated_start and at < plan.validity_start_at - DAY_MS:
        return False
    end = plan.validity_end_at
    return end is None or at <= end + case.policy.fulfilment_slack_ms


def _is_today(plan: Afu, new: Afu) -> bool:
    if not plan.stated_start or plan.validity_end_at is None:
        return False
    return plan.validity_start_at - DAY_MS <= new.observed_at < plan.validity_end_at + DAY_MS


def _fulfils(new: Afu, plan: Afu, done: bool, cues: Cues) -> bool:
    shared = tokens(plan.object) & (
        tokens(new.object) | (tokens(cues.text) if done else frozenset())
    )
    if new.predicate == "moved_to" and plan.predicate == "must" and _TO_MOVE.search(plan.object):
        return True
    if shared:
        return done or overlap(new.object, plan.object) >= 0.5 or contains(plan.object, new.object)
    if not done or not is_chinese(plan.object):
        return False
    return bool(characters(plan.object) & characters(new.object))


#: A duty to leave home, whatever the new one is.
_TO_MOVE = re.compile(r"\bmov(?:e|ing) out\b|搬(?:走|家|出)")


def moves_plan(case: Case, old: Afu) -> bool:
    """Whether the same plan is given another date."""
    new = case.new
    dated = new.stated_start and old.stated_start
    return new.type == "plan" and dated and new.validity_start_at != old.validity_start_at


def is_moved_plan(case: Case, old: Afu) -> bool:
    new = case.new
    if new.type != "plan" or old.negated:
        return False
    alike = overlap(new.object, old.object) >= 0.5 or slots.is_variant(new, old)
    if moves_plan(case, old):
        return alike or (_is_put_off(case) and _share_an_act(case, old))
    return case.cues.has("postponement") and (alike or slots.shares_topic(case.cues.text, old) >= 3)


def _is_put_off(case: Case) -> bool:
    return case.cues.near(case.new.object, "postponement")


def _share_an_act(case: Case, old: Afu) -> bool:
    """Whether a Chinese message speaks of what was planned by at least two of its characters."""
    return len(characters(case.cues.text) & characters(old.object)) >= 2
