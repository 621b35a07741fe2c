"""Scoring of a fact extractor against labelled messages.

Input is a JSON-lines file, one message a line: ``id``, ``lang``, ``content``, ``timestamp`` (epoch
milliseconds), ``facts`` (``subject, predicate, object, negated`` and optionally ``validityStart``,
``validityEnd``), ``complete``, and optionally ``optional``, ``aliases``, ``tags``, ``origin``.

Two kinds of files are told apart by their predicates:

- labelled with the product's vocabulary: subject, predicate, polarity and object are compared;
- labelled with a foreign vocabulary: only polarity and object are.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from eywa_fs.evaluation.objects import OBJECT_THRESHOLD, normalised, overlap, stands_in
from eywa_fs.facts.model import PREDICATES, Candidate

#: ``extract(content, language, timestamp_ms)``: the system under test.
Extract = Callable[[str, str, int], Sequence[Candidate]]

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


def asserted(found: Iterable[Candidate]) -> list[Candidate]:
    """Those of a message's candidates that are served as true; what ends a value denies it."""
    return [
        replace(candidate, negated=True) if candidate.act == "end" else candidate
        for candidate in found
        if candidate.sure and candidate.object and candidate.act in ("state", "end")
    ]


@dataclass(frozen=True, slots=True)
class GoldFact:
    """One labelled assertion; dates are inclusive days, ``None`` = not said."""

    subject: str
    predicate: str
    object: str
    negated: bool
    valid_from: date | None = None
    valid_to: date | None = None


@dataclass(frozen=True, slots=True)
class GoldMessage:
    """One labelled message."""

    message_id: str
    language: str
    content: str
    timestamp_ms: int
    facts: tuple[GoldFact, ...]
    optional: tuple[GoldFact, ...] = ()
    aliases: tuple[frozenset[str], ...] = ()
    complete: bool = True
    tags: tuple[str, ...] = ()


@dataclass(slots=True)
class Tally:
    """Counts that add up over messages; the ratios follow from them."""

    messages: int = 0
    gold: int = 0
    gold_found: int = 0
    gold_negated: int = 0
    gold_negated_found: int = 0
    extracted: int = 0
    extracted_right: int = 0
    extracted_open: int = 0
    extracted_open_right: int = 0
    ignored: int = 0
    dated: int = 0
    dated_right: int = 0
    silent: int = 0
    silent_kept: int = 0
    candidates: int = 0
    traceable: int = 0

    def add(self, other: Tally) -> None:
        """Add the counts of ``other`` to this tally."""
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)

    def metrics(self) -> dict[str, float | None]:
        """Ratios, rounded to four places; ``None`` where there is nothing to divide by.

        ``precision`` counts completely labelled messages only; ``precision_lower_bound`` is the
        same ratio over the others, where an unlabelled truth counts as an error.
        ``dates`` is the share of matched facts with a date (labelled or extracted) whose two days
        are both right. ``silence`` is the share of messages without facts that were left alone.
        """
        precision = _ratio(self.extracted_right, self.extracted)
        recall = _ratio(self.gold_found, self.gold)
        f1 = None
        if precision is not None and recall is not None:
            both = precision + recall
            f1 = round(2 * precision * recall / both, 4) if both else 0.0
        return {
            "precision": precision,
            "recall": recall,
            "f1": f1,
            "recall_negated": _ratio(self.gold_negated_found, self.gold_negated),
            "precision_lower_bound": _ratio(self.extracted_open_right, self.extracted_open),
            "dates": _ratio(self.dated_right, self.dated),
            "silence": _ratio(self.silent_kept, self.silent),
            "traceability": _ratio(self.traceable, self.candidates),
        }


@dataclass(frozen=True, slots=True)
class Miss:
    """A labelled fact nothing was found for, or an extracted one nothing stands for."""

    message_id: str
    content: str
    subject: str
    predicate: str
    object: str
    negated: bool


@dataclass(slots=True)
class ExtractionReport:
    """Outcome of :func:`evaluate`.

    ``metrics`` are the lenient ones (near predicates are equal), ``strict`` those with exact
    predicates. ``misses`` and ``false_positives`` are the lenient ones in file order.
    """

    metrics: dict[str, float | None]
    strict: dict[str, float | None]
    by_language: dict[str, dict[str, float | None]]
    by_tag: dict[str, dict[str, float | None]]
    counts: dict[str, int]
    misses: list[Miss] = field(default_factory=list)
    false_positives: list[Miss] = field(default_factory=list)

    def as_dict(self, *, examples: bool = False) -> dict[str, Any]:
        """The report as JSON-ready values; misses and false positives only on request."""
        values = asdict(self)
        if not examples:
            del values["misses"], values["false_positives"]
        return values


def evaluate(path: Path | str, extract: Extract) -> ExtractionReport:
    """Score an extractor on a labelled file.

    Args:
        path: the JSON-lines file.
        extract: the extractor, called once per message.

    Raises:
        OSError: the file cannot be read.
        ValueError: a line is no labelled message; names file and line.
    """
    return evaluate_messages(load_messages(Path(path)), extract)


def load_messages(path: Path) -> list[GoldMessage]:
    """Read a labelled file; errors as in :func:`evaluate`."""
    messages = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                messages.append(_message(json.loads(line)))
            except (KeyError, TypeError, AttributeError, ValueError) as error:
                raise ValueError(f"{path}:{number}: not a labelled message: {error!r}") from error
    return messages


def evaluate_messages(messages: Sequence[GoldMessage], extract: Extract) -> ExtractionReport:
    """Score an extractor on labelled messages already read; see :func:`evaluate`."""
    own_vocabulary = all(
        fact.predicate in PREDICATES for message in messages for fact in message.facts
    )
    total, strict = Tally(), Tally()
    languages: defaultdict[str, Tally] = defaultdict(Tally)
    tags: defaultdict[str, Tally] = defaultdict(Tally)
    misses: list[Miss] = []
    false_positives: list[Miss] = []
    for message in messages:
        found = list(extract(message.content, message.language, message.timestamp_ms))
        rule = _same_predicate_leniently if own_vocabulary else None
        tally, missed, wrong = _score(message, found, rule, own_vocabulary)
        for group in (total, languages[message.language], *(tags[t] for t in message.tags)):
            group.add(tally)
        exact = _same_predicate_strictly if own_vocabulary else None
        strict.add(_score(message, found, exact, own_vocabulary)[0])
        misses += [_miss(message, fact) for fact in missed]
        false_positives += [_miss(message, fact) for fact in wrong]
    return ExtractionReport(
        metrics=total.metrics(),
        strict=strict.metrics(),
        by_language={name: tally.metrics() for name, tally in sorted(languages.items())},
        by_tag={name: tally.metrics() for name, tally in sorted(tags.items())},
        counts=asdict(total),
        misses=misses,
        false_positives=false_positives,
    )


PredicateRule = Callable[[str, str], bool]


def _score(
    message: GoldMessage,
    found: Sequence[Candidate],
    same_predicate: PredicateRule | None,
    own_vocabulary: bool,
) -> tuple[Tally, list[GoldFact], list[Candidate]]:
    """Match one message; ``same_predicate=None`` compares neither predicate nor subject."""
    pairs = _match(message, found, message.facts, same_predicate)
    unmatched = [i for i in range(len(found)) if i not in pairs]
    rest = [found[i] for i in unmatched]
    optional = _match(message, rest, message.optional, same_predicate)
    wrong, ignored = [], len(optional)
    for position, candidate in enumerate(rest):
        if position in optional:
            continue
        if own_vocabulary and is_presupposed(candidate, message):
            ignored += 1
        else:
            wrong.append(candidate)
    missed = [fact for i, fact in enumerate(message.facts) if i not in pairs.values()]
    tally = _tally(message, found, pairs, wrong, ignored)
    return tally, missed, wrong


def _tally(
    message: GoldMessage,
    found: Sequence[Candidate],
    pairs: Mapping[int, int],
    wrong: Sequence[Candidate],
    ignored: int,
) -> Tally:
    matched = [(found[i], message.facts[j]) for i, j in pairs.items()]
    dated = [(c, g) for c, g in matched if _has_date(c) or _has_date(g)]
    judged = len(matched) + len(wrong)
    tally = Tally(
        messages=1,
        gold=len(message.facts),
        gold_found=len(matched),
        gold_negated=sum(fact.negated for fact in message.facts),
        gold_negated_found=sum(fact.negated for _, fact in matched),
        ignored=ignored,
        dated=len(dated),
        dated_right=sum(_same_dates(c, g) for c, g in dated),
        candidates=len(found),
        traceable=sum(is_traceable(c, message) for c in found),
    )
    if message.complete:
        tally.extracted, tally.extracted_right = judged, len(matched)
        tally.silent = int(not message.facts)
        tally.silent_kept = int(not message.facts and not wrong)
    else:
        tally.extracted_open, tally.extracted_open_right = judged, len(matched)
    return tally


def _match(
    message: GoldMessage,
    found: Sequence[Candidate],
    facts: Sequence[GoldFact],
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


def _same_predicate_strictly(found: str, labelled: str) -> bool:
    return found == labelled


def _same_predicate_leniently(found: str, labelled: str) -> bool:
    # ``other`` is a label without content of its own: subject and object decide.
    return labelled in (found, "other") or any(
        {found, labelled} <= pair for pair in NEAR_PREDICATES
    )


def _same_subject(found: str, labelled: str, aliases: Iterable[frozenset[str]]) -> bool:
    left, right = _name(found), _name(labelled)
    return left == right or any({left, right} <= names for names in aliases)


def is_presupposed(candidate: Candidate, message: GoldMessage) -> bool:
    """Whether a result only spells out a tie that the message takes for granted.

    True for a relation (or a name) of a person who is a labelled subject or stands in a role in
    the message: after a possessive, or in apposition to a role.
    """
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


def _has_date(fact: Candidate | GoldFact) -> bool:
    return fact.valid_from is not None or fact.valid_to is not None


def _same_dates(found: Candidate, labelled: GoldFact) -> bool:
    return _near(found.valid_from, labelled.valid_from) and _near(found.valid_to, labelled.valid_to)


def _near(left: date | None, right: date | None) -> bool:
    if left is None or right is None:
        return left is right
    return abs((left - right).days) <= DATE_TOLERANCE_DAYS


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _miss(message: GoldMessage, fact: GoldFact | Candidate) -> Miss:
    return Miss(
        message.message_id,
        message.content,
        fact.subject,
        fact.predicate,
        fact.object,
        fact.negated,
    )


def _message(line: Mapping[str, Any]) -> GoldMessage:
    tags: Counter[str] = Counter(line.get("tags", ()))
    if "origin" in line:
        tags[line["origin"]] += 1
    return GoldMessage(
        message_id=line["id"],
        language=line["lang"],
        content=line["content"],
        timestamp_ms=int(line["timestamp"]),
        facts=tuple(_fact(fact) for fact in line["facts"]),
        optional=tuple(_fact(fact) for fact in line.get("optional", ())),
        aliases=tuple(frozenset(_name(n) for n in group) for group in line.get("aliases", ())),
        complete=bool(line.get("complete", True)),
        tags=tuple(tags),
    )


def _fact(fact: Mapping[str, Any]) -> GoldFact:
    return GoldFact(
        subject=fact["subject"],
        predicate=fact["predicate"],
        object=fact["object"],
        negated=bool(fact["negated"]),
        valid_from=_day(fact.get("validityStart")),
        valid_to=_day(fact.get("validityEnd")),
    )


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
