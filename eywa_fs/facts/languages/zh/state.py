"""What reading a message has led to so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from eywa_fs.facts.languages.zh import dates
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.subjects import USER, Topic
from eywa_fs.facts.model import Candidate


@dataclass(slots=True)
class State:
    """What reading a message has led to so far."""

    original: str
    today: date | None
    moments: list[dates.Moment]
    topic: Topic = field(default_factory=lambda: Topic((USER,), explicit=False))
    found: list[Candidate] = field(default_factory=list)
    latest: list[Candidate] = field(default_factory=list)
    known: frozenset[str] = frozenset()
    sentence: int = -1
    sentence_start: int = 0
    silenced: int = -1
    standing: bool = False
    topic_sentence: int = -1
    stranger: bool = False
    named_in: int = -1
    unknown: bool = False
    spoken_of: str | None = None
    called: int = -1
    label: str = ""
    opinion: bool = False
    introduced: str | None = None
    replaces: list[Candidate] = field(default_factory=list)
    previous: Clause | None = None
    ordered: int = -1
    bound: Topic = field(default_factory=lambda: Topic((USER,)))
    cleft: Candidate | None = None
    opened: Candidate | None = None
    denied: list[Candidate] = field(default_factory=list)
