"""A model that answers the tasks of :mod:`eywa_fs.llm` with a story's labels: what all the rest
does when reading is perfect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from eywa_fs.evaluation.timelines import Story
from eywa_fs.facts.afu import DAY_MS, day_of, day_start
from eywa_fs.facts.model import PREDICATES
from eywa_fs.language.temporal import find_times
from eywa_fs.llm.chat import Task
from eywa_fs.llm.judge import JUDGE
from eywa_fs.llm.reader import written

Labelled = Mapping[str, Any]


class GoldChat:
    """Answers for the messages of one story."""

    name = "labels"

    def __init__(self, story: Story) -> None:
        self._story = story
        self._events = {
            (event["content"], written(event["timestamp"])): event for event in story["events"]
        }

    def ask(self, task: Task, data: Mapping[str, Any]) -> Any:
        """The labels of the messages in ``data``, in the form of ``task``."""
        if task is JUDGE:
            return {"decisions": self._decisions(data)}
        return {"messages": [self._read(message) for message in data["messages"]]}

    def close(self) -> None:
        """Nothing is open."""

    def _read(self, message: Mapping[str, Any]) -> dict[str, Any]:
        event = self._events[message["text"], message["written"]]
        facts = [
            {
                **{name: fact[name] for name in ("subject", "predicate", "object", "negated")},
                **_days(fact, event),
                "sure": True,
                "quote": event["content"],
            }
            for fact in self._facts(event["eventId"])
        ]
        return {"id": message["id"], "refers": bool(self._actions(event)), "facts": facts}

    def _decisions(self, data: Mapping[str, Any]) -> list[dict[str, Any]]:
        message = data["message"]
        event = self._events[message["text"], message["written"]]
        facts, made = data["facts"], []
        for action in self._actions(event):
            for target in self._targets(action, event, data):
                number = None
                if action["action"] != "merge":  # what is said again is no fact of its own here
                    later = facts[1:] if target["key"].startswith("n") else facts
                    number = _same_slot(later, target)
                if number is None and facts and action["action"] == "supersede":
                    number = facts[0]["number"]  # taking that back brings the target back
                made.append(_decided(number, action["action"], target, event))
        bound = {decision["fact"] for decision in made}
        made += [
            _decided(fact["number"], "append", None, event)
            for fact in facts
            if fact["number"] not in bound
        ]
        return made

    def _targets(
        self, action: Labelled, event: Labelled, data: Mapping[str, Any]
    ) -> Sequence[Mapping[str, Any]]:
        """The known facts that an action is labelled to act on."""
        if action["target"] == event["eventId"]:  # two values in one message
            own = data["facts"][:-1]
            return [{**f, "key": f"n{f['number']}", "record": event["content"]} for f in own][-1:]
        target = next(e for e in self._story["events"] if e["eventId"] == action["target"])
        found = [
            known
            for known in data["known"]
            if known["said"] == written(target["timestamp"])
            and known["record"] in target["content"]
        ]
        fates = {"supersede": "superseded", "retract": "retracted"}
        ended = [
            fact
            for fact in self._facts(action["target"])
            if fact["status"] == fates.get(action["action"])
        ]
        here = [fact for fact in ended if fact.get("supersededBy") in (None, event["eventId"])]
        labelled = {(fact["predicate"], fact["object"]) for fact in here or ended}
        exact = [known for known in found if (known["predicate"], known["object"]) in labelled]
        alike = [known for known in found if _same_slot(data["facts"], known) is not None]
        said = [known for known in found if known["object"] in event["content"]]
        return exact or alike or said[:1] or found[:1]

    def _actions(self, event: Labelled) -> list[Labelled]:
        """What the event is labelled to do to earlier ones."""
        mine = [a for a in self._story["actions"] if a["event"] == event["eventId"]]
        return [action for action in mine if action["target"] is not None]

    def _facts(self, event_id: str) -> list[Labelled]:
        return [fact for fact in self._story["facts"] if fact["source"] == event_id]


def _decided(
    number: int | None, action: str, target: Mapping[str, Any] | None, event: Labelled
) -> dict[str, Any]:
    return {
        "fact": number,
        "action": action,
        "target": target and target["key"],
        "quote": event["content"][:200],
        "target_quote": target["record"][:200] if target else "",
        "reason": "labelled",
    }


def _same_slot(facts: Sequence[Mapping[str, Any]], known: Mapping[str, Any]) -> int | None:
    """Number of the fact that takes the place of a known one: same slot, best the same subject."""
    slot = PREDICATES[known["predicate"]].slot
    rivals = [f for f in facts if PREDICATES[f["predicate"]].slot == slot]
    rivals.sort(key=lambda f: f["subject"] != known["subject"])
    return rivals[0]["number"] if rivals else None


def _days(fact: Labelled, event: Labelled) -> dict[str, str | None]:
    """The dates that the event's own words can have named, not those that later events set.

    A start on the event's own day counts as not said. An end is kept on active facts and planned
    periods, where it is not the work of a later event.
    """
    day = day_of(event["timestamp"])
    start, end = (
        date.fromisoformat(found) if found else None
        for found in (fact["validFrom"], fact["validTo"])
    )
    named = end is not None and fact["status"] != "retracted" and _names_end(event, end)
    planned = fact["type"] == "plan" and start is not None and start != day
    keeps_end = fact["status"] == "active" or planned or named
    return {
        "from": None if start is None or start == day else start.isoformat(),
        "to": end.isoformat() if end is not None and keeps_end else None,
    }


def _names_end(event: Labelled, last: date) -> bool:
    """Whether the event's own words name ``last`` as an end ("until Friday")."""
    after = day_start(last) + DAY_MS
    return any(
        span.end_ms in (after - DAY_MS, after, after + DAY_MS) and after > event["timestamp"]
        for span in find_times(event["content"], event["timestamp"])
    )
