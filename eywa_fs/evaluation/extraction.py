"""Scorer for fact extraction, on lines of ``extraction.jsonl``: one labelled message each.

A file labelled with the product's vocabulary is compared by subject, predicate, polarity and
object; one with a foreign vocabulary, told by its predicates, by polarity and object.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from eywa_fs.evaluation.objects import OBJECT_THRESHOLD, normalised, overlap, stands_in
from eywa_fs.evaluation.report import Figures, Report, Scores, share
from eywa_fs.facts.extraction import extract
from eywa_fs.facts.model import PREDICATES, Candidate

Extract = Callable[[str, int], Sequence[Candidate]]
"""The system under test: takes a message and its time in epoch milliseconds."""

#: Predicates that annotators use interchangeably; equal for the lenient score.
NEAR_PREDICATES: tuple[frozenset[str], ...] = (
    frozenset({"has", "owns", "uses"}),
    frozenset({"lives_in", "moved_to"}),
    frozenset({"prefers", "diet"}),
    frozenset({"prefers", "instruction"}),
    frozenset({"wants", "plans_to"}),
    frozenset({"works_as", "other"}),
    frozenset({"schedule", "other"}),
    frozenset({"from", "born_in"}),
)
#: Relations that a mere mention presupposes ("my niece owns a kiosk"): never a false positive.
PRESUPPOSED = frozenset({"sibling", "spouse", "friend", "relation", "has_child", "has_pet", "name"})
#: Predicates that deny by themselves, for files that know polarity only.
NEGATIVE_PREDICATES = frozenset({"allergic_to", "must_not"})
DATE_TOLERANCE_DAYS = 1


FOREIGN = (
    "these labels name predicates of their own: only objects and polarity are compared, "
    "not subjects and predicates"
)
INCOMPLETE = (
    "{open} of {all} messages are not completely labelled: what nobody labelled there counts "
    "neither for nor against precision, which is {told}. precision_lower_bound takes every "
    "unlabelled fact of those messages for wrong. Recall is meaningful"
)


def asserted(text: str, timestamp_ms: int) -> list[Candidate]:
    """What this library's rules read and serve as true; what ends a value denies it. An end that
    only names what it means asserts nothing where no fact is known."""
    return [
        replace(candidate, negated=True) if candidate.act == "end" else candidate
        for candidate in extract(text, timestamp_ms)
        if candidate.sure and candidate.object and candidate.predicate
        if candidate.act in ("state", "end")
    ]


@dataclass(frozen=True, slots=True)
class GoldMessage:
    """One labelled message. Its facts are candidates without a place; their dates are inclusive
    days, ``None`` = not said."""

    message_id: str
    language: str
    content: str
    timestamp_ms: int
    facts: tuple[Candidate, ...]
    optional: tuple[Candidate, ...]
    aliases: tuple[frozenset[str], ...]
    complete: bool
    tags: tuple[str, ...]


def score(rows: Sequence[Mapping[str, Any]], extracts: Extract = asserted) -> Report:
    """Score an extractor.

    ``metrics`` take near predicates for equal, ``strict`` only exact ones; misses and wrong facts
    are the lenient ones. ``precision`` counts completely labelled messages only,
    ``precision_lower_bound`` the others, where an unlabelled truth counts as an error. ``dates`` is
    the share of matched facts with a date (labelled or extracted) whose two days are both right,
    ``silence`` the share of messages without facts that were left alone.

    Args:
        rows: lines of the file, as :func:`~eywa_fs.evaluation.gold_files.read_gold` gives them.
    """
    messages = [_message(row) for row in rows]
    own = all(fact.predicate in PREDICATES for m in messages for fact in m.facts)
    scores, strict = Scores(), Scores()
    for message in messages:
        found = list(extracts(message.content, message.timestamp_ms))
        counts, wrong = _compared(message, found, _nearly if own else None)
        scores.add(counts, language=[message.language], tag=message.tags)
        scores.misses += wrong
        strict.add(_compared(message, found, str.__eq__ if own else None)[0])
    more = {
        "strict": _figures(strict.total),
        "complete": all(message.complete for message in messages),
        "remarks": _remarks(messages, own),
    }
    return scores.report(_figures, **more)


def _remarks(messages: Sequence[GoldMessage], own: bool) -> list[str]:
    remarks = [] if own else [FOREIGN]
    if unknown := sum(not message.complete for message in messages):
        known = len(messages) - unknown
        told = f"of the other {known} only" if known else "therefore not given"
        remarks.append(INCOMPLETE.format(open=unknown, all=len(messages), told=told))
    return remarks


def _figures(counts: Counter[str]) -> Figures:
    precision = share(counts["extracted_right"], counts["extracted"])
    recall = share(counts["gold_found"], counts["gold"])
    f1 = None
    if precision is not None and recall is not None:
        both = precision + recall
        f1 = round(2 * precision * recall / both, 4) if both else 0.0
    return {
        "precision": precision,
        "recall": recall,
        "f1": f1,
        "recall_negated": share(counts["gold_negated_found"], counts["gold_negated"]),
        "precision_lower_bound": share(counts["extracted_open_right"], counts["extracted_open"]),
        "dates": share(counts["dated_right"], counts["dated"]),
        "silence": share(counts["silent_kept"], counts["silent"]),
        "traceability": share(counts["traceable"], counts["candidates"]),
    }


PredicateRule = Callable[[str, str], bool]


def _compared(
    message: GoldMessage, found: Sequence[Candidate], same_predicate: PredicateRule | None
) -> tuple[Counter[str], list[Mapping[str, Any]]]:
    """Counts of one message, and what was missed or wrong in it. ``same_predicate``: ``None`` for
    labels of another vocabulary, of which neither predicate nor subject is compared."""
    pairs = _match(message, found, message.facts, same_predicate)
    rest = [candidate for i, candidate in enumerate(found) if i not in pairs]
    optional = _match(message, rest, message.optional, same_predicate)
    unlabelled = [candidate for i, candidate in enumerate(rest) if i not in optional]
    wrong = [c for c in unlabelled if not (same_predicate and is_presupposed(c, message))]
    missed = [fact for i, fact in enumerate(message.facts) if i not in pairs.values()]
    matched = [(found[i], message.facts[j]) for i, j in pairs.items()]
    dated = [(c, g) for c, g in matched if _has_date(c) or _has_date(g)]
    counts = Counter(
        messages=1,
        gold=len(message.facts),
        gold_found=len(matched),
        gold_negated=sum(fact.negated for fact in message.facts),
        gold_negated_found=sum(fact.negated for _, fact in matched),
        ignored=len(rest) - len(wrong),
        dated=len(dated),
        dated_right=sum(
            _near(c.valid_from, g.valid_from) and _near(c.valid_to, g.valid_to) for c, g in dated
        ),
        candidates=len(found),
        traceable=sum(is_traceable(c, message) for c in found),
    )
    kind = "extracted" if message.complete else "extracted_open"
    counts.update({kind: len(matched) + len(wrong), f"{kind}_right": len(matched)})
    if message.complete and not message.facts:
        counts.update(silent=1, silent_kept=int(not wrong))
    misses = [_miss(message, "missed", fact) for fact in missed]
    return counts, misses + [_miss(message, "wrong", fact) for fact in wrong]


def _miss(message: GoldMessage, what: str, fact: Candidate) -> Mapping[str, Any]:
    said = {name: getattr(fact, name) for name in ("subject", "predicate", "object", "negated")}
    return {"id": message.message_id, "what": what, "content": message.content, **said}


def _match(
    message: GoldMessage,
    found: Sequence[Candidate],
    facts: Sequence[Candidate],
    same_predicate: PredicateRule | None,
) -> dict[int, int]:
    """One-to-one pairs (index found -> index labelled), best object overlap first."""
    wanted = [normalised(fact.object, message.language) for fact in facts]
    scored = []
    for i, candidate in enumerate(found):
        parts = normalised(candidate.object, message.language)
        for j, fact in enumerate(facts):
            if same_predicate is None:
                flip = candidate.predicate in NEGATIVE_PREDICATES
                fits = (candidate.negated != flip) == fact.negated
            else:
                fits = (
                    candidate.negated == fact.negated
                    and same_predicate(candidate.predicate, fact.predicate)
                    and _same_subject(candidate.subject, fact.subject, message.aliases)
                )
            score = overlap(parts, wanted[j]) if fits else 0.0
            if score >= OBJECT_THRESHOLD:
                exact = candidate.predicate == fact.predicate
                scored.append((-score, not exact, i, j))
    pairs: dict[int, int] = {}
    for _, _, i, j in sorted(scored):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def _nearly(found: str, labelled: str) -> bool:
    # ``other`` is a label without content of its own: subject and object decide.
    return labelled in (found, "other") or any(
        {found, labelled} <= pair for pair in NEAR_PREDICATES
    )


def _same_subject(found: str, labelled: str, aliases: Iterable[frozenset[str]]) -> bool:
    left, right = _name(found), _name(labelled)
    return left == right or any({left, right} <= names for names in aliases)


def is_presupposed(candidate: Candidate, message: GoldMessage) -> bool:
    """Whether a result only spells out a tie that the message takes for granted: a relation (or
    a name) of a person who is a labelled subject or stands in a role in the message, after a
    possessive or in apposition."""
    if candidate.predicate not in PRESUPPOSED or candidate.negated:
        return False
    people = {_name(fact.subject) for fact in (*message.facts, *message.optional)}
    people |= {role for person in people for role in _role_parts(person)}
    value = _name(candidate.object)
    if value in people:
        return True
    text = message.content.lower()
    if candidate.predicate == "name":
        role = _role_parts(_name(candidate.subject))[-1]
        apposition = rf"{re.escape(role)}[\s,，：:（(]*{re.escape(value)}"
        return role in text and re.search(apposition, text) is not None
    owner = r"(?:\b(?:my|our|his|her|their)\s+(?:\w+\s+)?|[我他她](?:们|們)?(?:的|家|家的)?)"
    return re.search(owner + re.escape(value), text) is not None


def is_traceable(candidate: Candidate, message: GoldMessage) -> bool:
    """Whether the span lies in the message and holds every content word of the object."""
    if not 0 <= candidate.start < candidate.end <= len(message.content):
        return False
    span = message.content[candidate.start : candidate.end]
    return stands_in(candidate.object, span, message.language)


def _role_parts(person: str) -> list[str]:
    return [part for part in re.split(r"'s |的", person) if part] or [person]


def _name(text: str) -> str:
    return " ".join(text.replace("’", "'").casefold().split())


def _has_date(fact: Candidate) -> bool:
    return fact.valid_from is not None or fact.valid_to is not None


def _near(left: date | None, right: date | None) -> bool:
    if left is None or right is None:
        return left is right
    return abs((left - right).days) <= DATE_TOLERANCE_DAYS


def _message(line: Mapping[str, Any]) -> GoldMessage:
    tags = [*line.get("tags", ()), *([line["origin"]] if "origin" in line else ())]
    return GoldMessage(
        message_id=line["id"],
        language=line["lang"],
        content=line["content"],
        timestamp_ms=int(line["timestamp"]),
        facts=tuple(_fact(fact) for fact in line["facts"]),
        optional=tuple(_fact(fact) for fact in line.get("optional", ())),
        aliases=tuple(frozenset(_name(n) for n in group) for group in line.get("aliases", ())),
        complete=bool(line.get("complete", True)),
        tags=tuple(dict.fromkeys(tags)),
    )


def _fact(fact: Mapping[str, Any]) -> Candidate:
    return Candidate(
        subject=fact["subject"],
        predicate=fact["predicate"],
        object=fact["object"],
        negated=bool(fact["negated"]),
        valid_from=_day(fact.get("validityStart")),
        valid_to=_day(fact.get("validityEnd")),
    )


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
