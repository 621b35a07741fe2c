"""What a new fact does to the facts that are there: append, supersede, retract, merge, conflict.

Pure decisions; :mod:`eywa_fs.facts.replay` carries them out.

The rules, in the order in which they are asked (the first that answers wins; a fulfilled plan goes
together with the rest):

1.  a plan or an obligation was fulfilled: superseded by what happened;
2.  the same value again: merge, unless it is told as over; a temporary value that covered it ends;
3.  a correction ("I meant ..."): the wrong value is superseded as if it had never held;
4.  the opposite polarity on one value: superseded; "it never was so", a plan called off: retracted;
5.  two facts that exclude each other (an allergy and a liking): both stay, in conflict;
6.  a role handed to somebody else: the old holder's fact is superseded;
    (a value that is said to be over ends the fact that holds it)
7.  a slot that holds one value: superseded, unless the new value is an addition, temporary, about
    an earlier time, or uncertain;
8.  a value for a while only: stands beside the one that it covers;
9.  the same attribute with another value ("level 2" after "level 1"): superseded;
10. a switch that names what goes, or a return to an older value: superseded;
11. otherwise: append.
"""

from __future__ import annotations

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.cues import Cues
from eywa_fs.facts.decisions import DEFAULT_POLICY, Decision, Known, Policy
from eywa_fs.facts.update_rules.case import Case
from eywa_fs.facts.update_rules.denials import excluded, negated
from eywa_fs.facts.update_rules.departures import departed, over, rearranged
from eywa_fs.facts.update_rules.plans import fulfilled_plans
from eywa_fs.facts.update_rules.replacements import other_level, single, temporary
from eywa_fs.facts.update_rules.restatements import corrected, restated
from eywa_fs.facts.update_rules.switches import handed_over, switched

_RULES = (
    over,
    restated,
    corrected,
    negated,
    excluded,
    handed_over,
    departed,
    rearranged,
    single,
    temporary,
    other_level,
    switched,
)


def decide(
    new: Afu, known: Known, cues: Cues, policy: Policy = DEFAULT_POLICY
) -> tuple[Decision, ...]:
    """Decisions for one new fact; never empty.

    Args:
        new: the fact, not yet among the known ones.
        known: everything before it in event time, facts of the same message included.
        cues: of the message that says it.
        policy: thresholds.
    """
    case = Case(new, known, cues, policy)
    fulfilled = fulfilled_plans(case)
    for rule in _RULES:
        decisions = rule(case)
        if decisions:
            return (*fulfilled, *decisions)
    return (*fulfilled, Decision("append", "new"))
