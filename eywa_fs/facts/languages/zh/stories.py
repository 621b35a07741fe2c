"""Turns of a story that reach over commas or leave their subject to the clause before.

The rules of the other tables look at one clause. Here a whole sentence is looked at, once its
clauses are read, and only for what they did not give.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Final

from eywa_fs.facts.certainty import Directness, certainty
from eywa_fs.facts.languages.zh import gates, objects, subjects
from eywa_fs.facts.languages.zh.rule import SLOTS
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.subjects import USER
from eywa_fs.facts.languages.zh.words_bonds import BONDS
from eywa_fs.facts.languages.zh.words_stories import TURNS, Turn
from eywa_fs.facts.languages.zh.words_turns import MORE
from eywa_fs.facts.model import TYPE_OF_PREDICATE, Candidate
from eywa_fs.language.sieve import Sieve

#: What a subject group may not be: it is filler of the clause, not a person.
_NOBODY: Final = re.compile(
    r"^(?:公司|单位|领导|今天|昨天|现在|后来|结果|终于|这|那|下|上|就|也|都|又)"
)
_LONGEST: Final = 160


def read_stories(pieces: Sequence[Clause], state: State) -> list[Candidate]:
    """What the turns of the sentences assert beyond ``state.found``."""
    found: list[Candidate] = []
    sentences: dict[int, list[Clause]] = {}
    for piece in pieces:
        sentences.setdefault(piece.sentence, []).append(piece)
    for number, parts in sentences.items():
        if number == state.silenced or any(_is_unreal(p, p is parts[-1]) for p in parts):
            continue
        found += _sentence(parts, [*state.found, *found], state)
    return found


def _is_unreal(piece: Clause, last: bool) -> bool:
    return (
        gates.supposes(piece.text)
        or gates.tells_a_story(piece.text)
        or gates.asks(piece, last=last)
        or gates.quotes(piece.text)
    )


def _sentence(parts: Sequence[Clause], known: Sequence[Candidate], state: State) -> list[Candidate]:
    begin, end = parts[0].start, parts[-1].end
    if end - begin > _LONGEST:
        return []
    letters = list(state.original[begin:end])
    for part in parts:
        letters[part.start - begin : part.start - begin + len(part.text)] = part.text
    text = "".join(letters)
    found: list[Candidate] = []
    for turn, pattern in _turns().worth(text):
        match = pattern.search(text)
        if match is None:
            continue
        for name, predicate in _groups(turn):
            if not match.groupdict().get(name):
                continue
            fact = _fact(turn, predicate, match, name, text, begin, state)
            if fact is not None and not any(_says(other, fact) for other in (*known, *found)):
                found.append(fact)
    return found


@cache
def _turns() -> Sieve[Turn]:
    return Sieve.of_written(((turn, turn.pattern) for turn in (*TURNS, *MORE, *BONDS)), SLOTS)


def _groups(turn: Turn) -> tuple[tuple[str, str], ...]:
    return (
        ("o", turn.predicate),
        ("works_as", "works_as"),
        ("studies", "studies"),
        ("age", "age"),
        ("pet_name", "name"),
    )


#: One more of these says something new.
_ADDS_UP: Final = frozenset({"has_pet", "owns"})


def _says(known: Candidate, fact: Candidate) -> bool:
    """Whether a fact that is known leaves nothing to say: the same place, or the same words."""
    homes = {"lives_in", "moved_to"}
    same = known.predicate == fact.predicate or {known.predicate, fact.predicate} <= homes
    over = known.valid_to is not None
    same = same and fact.predicate not in _ADDS_UP
    if same and not over and known.negated == fact.negated and known.subject == fact.subject:
        return True
    overlapping = known.object in fact.object or fact.object in known.object
    return overlapping and known.negated == fact.negated


def _fact(
    turn: Turn,
    predicate: str,
    match: re.Match[str],
    group: str,
    text: str,
    begin: int,
    state: State,
) -> Candidate | None:
    first, last = objects.trim(text, *match.span(group))
    if not objects.is_value(text[first:last]):
        return None
    subject = _subject(turn, match, text, begin, state)
    if group == "pet_name":
        subject = f"{subjects.USERS}{match['o']}"
    if subject is None:
        return None
    start = begin + first
    return Candidate(
        subject=subject,
        predicate=predicate,
        object=state.original[start : begin + last],
        negated=turn.negated,
        type=TYPE_OF_PREDICATE.get(predicate, "fact"),
        certainty=certainty(directness=Directness.IMPLIED),
        valid_from=_first_day(turn, state),
        valid_to=None,
        start=begin + match.start(),
        end=begin + match.end(),
    )


def _first_day(turn: Turn, state: State) -> date | None:
    """The day of the message for a denial; a beginning that names no day is not dated."""
    return state.today if turn.begins and turn.negated else None


def _subject(turn: Turn, match: re.Match[str], text: str, begin: int, state: State) -> str | None:
    """Whom the turn is about; ``None`` where its subject is nobody we may speak of."""
    before = text[: match.start()]
    said = match.groupdict().get("s")
    if said and said not in ("他", "她"):
        at = match.start("s")
        topic, after = subjects.read(
            text, at, state.original[begin : begin + len(text)], state.topic, state.known
        )
        if topic is None or not topic.names:
            return None if not _NOBODY.match(said) else USER
        return topic.names[-1] if after <= match.end("s") + 1 else None
    if not said and match.start() > 0 and "我" not in match.group()[:3]:
        topic, _ = subjects.read(
            text, 0, state.original[begin : begin + len(text)], state.topic, state.known
        )
        if topic is not None and topic.names and USER not in topic.names:
            return topic.names[-1]
    if not (said or turn.about_last):
        return USER
    spoken = [
        fact.subject
        for fact in state.found
        if fact.subject != USER and fact.start <= begin + match.start()
    ]
    earlier = state.original[: begin + len(before)]
    named = subjects.mentioned(earlier, earlier)
    people = [name for name in state.topic.names if name != USER]
    for names in (spoken, [named] if named else [], people):
        if names:
            return names[-1]
    return USER if not said and turn.of_speaker else None
