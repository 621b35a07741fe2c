"""Of whom, or of what thing of theirs, a rule's fact is said."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh import objects, subjects
from eywa_fs.facts.languages.zh.rule import Rule, expand
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.subjects import USER, Topic

#: Things of a household or an undertaking, nobody's in particular.
_IMPERSONAL: Final = re.compile(r"预算|密码|[证件货]码$")
_TOGETHER: Final = re.compile("合伙|搭伙|合开|一起开|一块开|一起做|一块做")
#: What somebody means to do isn't carried over from the sentence before to somebody else.
_MEANT: Final = frozenset({"plans_to", "wants", "started"})
_IS_PET: Final = expand("^用户的(?:<PET>)$")
_CALLS_ME: Final = re.compile("(?:叫|喊|称呼|呼)我")


def bearers_of(
    topic: Topic, rule: Rule, match: re.Match[str] | None, clause: Clause, state: State
) -> list[str]:
    """The subjects of what a rule reads in a clause."""
    groups = match.groupdict() if match else {}
    if match and rule.predicate == "name" and _CALLS_ME.search(match.group()):
        return [USER]  # whoever does so: the name is mine
    thing = groups.get("thing")
    if not thing or not match:
        names = list(topic.names)
        if rule.predicate == "has_pet":  # pets keep no pets: their people do
            names = [USER if _IS_PET.search(name) else name for name in names]
        if rule.predicate == "name" and match and "我" in match.group():
            return [USER]  # whoever calls one so, it is one's own name
        if (
            rule.predicate in _MEANT
            and not topic.explicit
            and clause.start == state.sentence_start
            and state.previous is not None
        ):
            names = [name for name in names if name == USER]
        if topic.companion and rule.predicate == "works_as" and _TOGETHER.search(clause.text):
            names.append(topic.companion)
        if groups.get("companion") and match and rule.predicate == "lives_in":
            written = state.original[clause.start : clause.end]
            other, _ = subjects.read(
                clause.text, match.start("companion"), written, state.topic, state.known
            )
            names += list(other.names) if other else []
        return list(dict.fromkeys(names))
    begin, end = objects.trim(clause.text, *match.span("thing"))
    written = state.original[clause.start + begin : clause.start + end]
    if rule.predicate in ("schedule", "contact"):
        return [written]
    if not topic.explicit and _IMPERSONAL.search(written):
        return [written]
    return [
        f"{subjects.USERS}{written}" if name == USER else f"{name}的{written}"
        for name in topic.names
    ]
