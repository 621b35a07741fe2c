"""Checks a file of labelled life stories, for whoever writes one: python check.py FILE"""

import json
import sys
from collections.abc import Iterator
from typing import Any

PREDICATES = {
    "prefers",
    "lives_in",
    "works_at",
    "works_as",
    "studies_at",
    "studies",
    "from",
    "age",
    "birthday",
    "name",
    "has",
    "has_pet",
    "has_child",
    "spouse",
    "sibling",
    "friend",
    "owns",
    "speaks",
    "allergic_to",
    "diet",
    "can",
    "wants",
    "plans_to",
    "must",
    "must_not",
    "uses",
    "visited",
    "met",
    "started",
    "stopped",
    "moved_to",
    "born_in",
    "believes",
    "health",
    "schedule",
    "contact",
    "relation",
    "other",
}
KEYS = {
    "story": {"id", "lang", "title", "events", "facts", "actions", "queries"},
    "event": {"eventId", "role", "content", "timestamp"},
    "fact": {
        "subject",
        "predicate",
        "object",
        "negated",
        "type",
        "status",
        "validFrom",
        "validTo",
        "source",
        "supersededBy",
    },
    "action": {"event", "action", "target"},
    "query": {"queryId", "kind", "query", "askedAt", "expect", "stale", "evidence", "order"},
}
ACTIONS = {"append", "supersede", "retract", "merge", "append_conflict", "none"}
KINDS = {"current_state", "history_trace", "time_slice"}

Row = dict[str, Any]


def keys(what: str, row: Row) -> Iterator[str]:
    if set(row) != KEYS[what]:
        yield f"{what}: other keys: {sorted(set(row) ^ KEYS[what])}"


def of_events(story: Row) -> Iterator[str]:
    events = story["events"]
    times = [event["timestamp"] for event in events]
    if times != sorted(times):
        yield "timestamps do not rise"
    if len({event["content"] for event in events}) != len(events):
        yield "two events with one content"
    for event in events:
        yield from keys("event", event)
        if event["role"] not in ("user", "assistant"):
            yield f"role: {event}"
        if not any(action["event"] == event["eventId"] for action in story["actions"]):
            yield f"no action: {event['eventId']}"


def of_facts(story: Row) -> Iterator[str]:
    roles = {event["eventId"]: event["role"] for event in story["events"]}
    ended = {(action["event"], action["target"]) for action in story["actions"]}
    for fact in story["facts"]:
        yield from keys("fact", fact)
        by = fact["supersededBy"]
        if fact["predicate"] not in PREDICATES:
            yield f"predicate: {fact}"
        if roles.get(fact["source"]) != "user":
            yield f"source: {fact}"
        if fact["status"] not in ("active", "superseded", "retracted"):
            yield f"status: {fact}"
        if (fact["status"] == "superseded") != bool(by) or (by and by not in roles):
            yield f"supersededBy: {fact}"
        if by and (by, fact["source"]) not in ended:
            yield f"superseded without its action: {fact}"


def of_actions(story: Row) -> Iterator[str]:
    facts = story["facts"]
    sources = {fact["source"] for fact in facts}
    for action in story["actions"]:
        yield from keys("action", action)
        kind, target = action["action"], action["target"]
        if kind not in ACTIONS:
            yield f"action: {action}"
        if (target is None) != (kind in ("append", "none")):
            yield f"target: {action}"
        if target and target not in sources:
            yield f"target tells no fact: {action}"
        of_target = [fact for fact in facts if fact["source"] == target]
        if kind == "supersede" and action["event"] not in [f["supersededBy"] for f in of_target]:
            yield f"no fact of the target is superseded by this event: {action}"
        if kind == "retract" and "retracted" not in [f["status"] for f in of_target]:
            yield f"no fact of the target is retracted: {action}"


def of_queries(story: Row) -> Iterator[str]:
    texts = {event["eventId"]: event["content"] for event in story["events"]}
    for query in story["queries"]:
        yield from keys("query", query)
        name, expected = query["queryId"], [value.casefold() for value in query["expect"]]
        said = " ".join(texts[event] for event in query["evidence"]).casefold()
        if query["kind"] not in KINDS:
            yield f"{name}: kind"
        if query["askedAt"] <= story["events"][-1]["timestamp"]:
            yield f"{name}: asked before the end"
        if not expected:
            yield f"{name}: expects nothing"
        for value in (*query["expect"], *query["order"]):
            if value.casefold() not in said and not value[:4].isdigit():
                yield f"{name}: not in the evidence: {value}"
        for value in query["stale"]:
            if any(value.casefold() in wanted for wanted in expected):
                yield f"{name}: stale within what is expected: {value}"
        if len(query["order"]) > 1 and not set(query["order"]) <= set(query["expect"]):
            yield f"{name}: order not in what is expected"


def main(path: str) -> int:
    faults = 0
    with open(path, encoding="utf-8") as file:
        for story in map(json.loads, file):
            found = [*keys("story", story)]
            for part in (of_events, of_facts, of_actions, of_queries):
                found += part(story)
            print(story["id"], len(story["events"]), "events", len(story["facts"]), "facts")
            print(*found, sep="\n", end="\n" if found else "")
            faults += len(found)
    print("faults:", faults)
    return min(faults, 1)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
