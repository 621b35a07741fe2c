"""What each tool gives: structured content, in camelCase, with times in epoch milliseconds; and the
same as text, for hosts that show or hand on no structured content. Pure.

What records say is quoted below a heading that calls it data; its lines are moved to the right and
its control characters spelled out, so that it cannot pass for a line of ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from eywa_fs.model.safetext import indented, safe, safe_line
from eywa_fs.model.times import shown
from eywa_fs.retrieval.context import HEADING

ROOM: Final = 24_000
"""Characters of records in one answer: some 6,000 tokens of English, 18,000 of Chinese."""

Degraded = Annotated[
    list[str],
    Field(description="Why this answer may be worse than usual; empty when all parts work."),
]
Dropped = Annotated[
    dict[str, int],
    Field(description="What was refused because its file no longer proves it, by reason."),
]


class Answer(BaseModel):
    """An answer of a tool, made of what the façade gives, by its names."""

    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, extra="ignore")

    def wire(self) -> dict[str, Any]:
        """JSON-ready values; fields that are not known are left out."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)

    def told(self, zone: str) -> str:
        """The answer in words, with times in an IANA ``zone``."""
        raise NotImplementedError


class Quoted(Answer):
    """A text that stands in a file; of a long one, a part of it."""

    text: str
    citation: Annotated[str, Field(description="Where it stands, path:line: name it as source.")]
    shortened: Annotated[
        str | None, Field(description="Of a long text: which part this is, and how to read others.")
    ] = None

    def quoted(self) -> str:
        """The text, so that it cannot pass for ours, and which part of it this is."""
        part = f"\n   {self.shortened}" if self.shortened else ""
        return indented(self.text, "   ") + part


def bound(records: Sequence[Quoted], found: Sequence[int] = (), room: int = ROOM) -> None:
    """Shorten the longest of some records so that all their texts fit; what was found stays.

    Args:
        found: of each record the character from which on it was found; the first by default.
        room: characters of all texts together.
    """
    places = zip(records, found or [0] * len(records), strict=True)
    for n, (one, start) in enumerate(sorted(places, key=lambda place: len(place[0].text))):
        whole, share = len(one.text), room // (len(records) - n)
        if whole > share:
            begin = max(0, min(start - share // 4, whole - share))
            one.text = one.text[begin : begin + share]
            one.shortened = (
                f"shortened: characters {begin + 1:,} to {begin + share:,} of {whole:,}; others by "
                "list with words of them as text, the citation's resource, or 'eywa show'"
            )
        room -= len(one.text)


class Said(Quoted):
    """A record: who said what when, and where it stands."""

    event_id: str
    role: str
    session_id: str
    timestamp: int
    speaker: str | None = None
    tags: list[str] = []
    version: int = 1

    def told(self, zone: str) -> str:
        return f"{HEADING}\n{self.line(1, zone)}"

    def line(self, number: int, zone: str) -> str:
        """The record with its source, one of several."""
        who = " as ".join(dict.fromkeys((self.speaker or self.role, self.role)))
        when = f"{shown(self.timestamp, zone)}  " if self.timestamp else ""  # Markdown has none
        return (
            f"{number}. {self.quoted()}\n"
            f"   {when}{safe_line(who)}  {safe_line(self.event_id)}  {safe_line(self.citation)}"
        )


class Hit(Said):
    score: float
    certain: Annotated[bool, Field(description="It fits better than records fit by chance.")]
    why: str = ""
    outdated: Annotated[str, Field(description="Why it is no longer so; empty if it is.")] = ""
    partly: Annotated[list[str], Field(description="Values in it that hold no more.")] = []
    newer: Annotated[str, Field(description="Citation of a newer record of the same.")] = ""

    def line(self, number: int, zone: str) -> str:
        lines = [super().line(number, zone)]
        if self.outdated:
            lines.append(f"   {safe_line(self.outdated)}")
        if self.partly:
            lines.append(f"   no longer so: {safe_line(', '.join(self.partly))}")
        if self.newer:
            lines.append(f"   newer: {safe_line(self.newer)}")
        return "\n".join(lines)


class Fact(Answer):
    """Something that a record says, and how it stands now."""

    atomic_id: str
    text: str
    subject: str
    predicate: str
    object: str
    negated: bool = False
    status: Annotated[str, Field(description="active, superseded or retracted.")]
    at_time: Annotated[str, Field(description="Now, or at as_of: holds, ahead, over, unsure.")]
    sure: bool = True
    in_conflict: bool = False
    said: Annotated[str, Field(description="The words of the record that say it.")]
    observed_at: int
    valid_from: int | None = None
    valid_to: int | None = None
    superseded_by: str | None = None
    ended_by: Annotated[str | None, Field(description="The record that ended it.")] = None
    citation: str
    event_id: str

    def line(self, zone: str) -> str:
        """The fact, how it stands, and its source."""
        marks = [self.status] if self.status != "active" else []
        marks += ["in conflict"] if self.in_conflict else []
        marks += [] if self.sure else ["candidate"]
        standing = f" ({', '.join(marks)})" if marks else ""
        said = shown(self.observed_at, zone)
        return (
            f"- {safe_line(self.text)}{standing}; said {said}, {self.atomic_id}, "
            f"{safe_line(self.citation)}"
        )


class Remembered(Answer):
    """Where a record stands; it is on disk, and the very next search finds it, unless it has
    expired."""

    citation: str
    event_id: str | None = None
    expired: Annotated[
        bool | None, Field(description="It expires at a time that is over: nothing finds it.")
    ] = None

    def told(self, zone: str) -> str:
        told = f"remembered in {safe_line(self.citation)}, eventId {self.event_id}"
        return f"{told}; it has expired already, so no search finds it" if self.expired else told


class Recalled(Answer):
    hits: list[Hit]
    facts: Annotated[list[Fact], Field(description="Facts that answer the query.")] = []
    newer: Annotated[list[Hit], Field(description="Newer records that hits name.")] = []
    nothing_certain: bool = False
    degraded: Degraded
    dropped: Dropped
    trace_id: str

    def told(self, zone: str) -> str:
        lines = [HEADING] if self.hits or self.facts else ["nothing was found"]
        if self.nothing_certain:
            lines.append("Nothing certain was found: these are only the nearest records.")
        lines += [hit.line(number, zone) for number, hit in enumerate(self.hits, start=1)]
        if self.newer:
            lines.append("Newer records about the same:")
            lines += [hit.line(number, zone) for number, hit in enumerate(self.newer, start=1)]
        if self.facts:
            lines += ["Facts:", *(fact.line(zone) for fact in self.facts)]
        return _with_remarks(lines, self.degraded, self.dropped)


class Source(Answer):
    number: int
    citation: str
    event_id: str


class Context(Answer):
    context: Annotated[str, Field(description="The block; empty where nothing is known.")]
    citations: list[Source]
    tokens: int
    degraded: Degraded
    dropped: Dropped
    trace_id: str

    def told(self, zone: str) -> str:
        sources = [f"[{one.number}] {safe_line(one.citation)}" for one in self.citations]
        lines = [safe(self.context) or "nothing is known that bears on this message", *sources]
        return _with_remarks(lines, self.degraded, self.dropped)


class Facts(Answer):
    facts: list[Fact]
    left_out: Annotated[int, Field(description="How many more there are above the limit.")] = 0
    time_intent: str
    degraded: Degraded
    dropped: Dropped

    def told(self, zone: str) -> str:
        found = [fact.line(zone) for fact in self.facts]
        lines = [HEADING, *found] if found else ["no such fact is known"]
        if self.left_out:
            lines.append(f"{self.left_out} more are left out: raise limit, or ask narrower")
        return _with_remarks(lines, self.degraded, self.dropped)


class Profile(Answer):
    profile: Annotated[dict[str, list[Fact]], Field(description="Facts of the user, by predicate.")]
    degraded: Degraded
    dropped: Dropped

    def told(self, zone: str) -> str:
        lines = [HEADING] if self.profile else ["nothing is known of this user yet"]
        for predicate, found in self.profile.items():
            lines += [f"{predicate.replace('_', ' ')}:", *(fact.line(zone) for fact in found)]
        return _with_remarks(lines, self.degraded, self.dropped)


class Decided(Answer):
    """A decision about a fact, and the record in which it stands."""

    atomic_id: str
    citation: str

    def told(self, zone: str) -> str:
        return f"decided about {self.atomic_id}; it stands in {safe_line(self.citation)}"


class Noted(Answer):
    """What was said about the use of a record, and where it stands."""

    useful: bool
    event_ids: list[str]
    citations: list[str]

    def told(self, zone: str) -> str:
        word = "of use" if self.useful else "of no use"
        return f"noted that {safe_line(self.event_ids[0])} was {word}"


class Listed(Said):
    state: str = "active"

    def line(self, number: int, zone: str) -> str:
        state = "" if self.state == "active" else f"  {self.state.replace('_', ' ')}"
        return super().line(number, zone) + state


class Page(Answer):
    records: list[Listed]
    next_cursor: str | None = None

    def told(self, zone: str) -> str:
        lines = [HEADING] if self.records else ["no such records"]
        lines += [one.line(number, zone) for number, one in enumerate(self.records, start=1)]
        if self.next_cursor is not None:
            lines.append(f"more: the same call with cursor {self.next_cursor}")
        return "\n".join(lines)


class Standing(Answer):
    """What a record is after a decision about it."""

    event_id: str
    state: Annotated[str, Field(description="active, archived or soft_deleted.")]
    version: int
    citation: Annotated[str, Field(description="Where the decision stands.")]


class Forgotten(Answer):
    records: list[Standing]

    def told(self, zone: str) -> str:
        return "\n".join(
            f"{safe_line(one.event_id)} is {one.state.replace('_', ' ')} (version {one.version})"
            for one in self.records
        )


class Explained(Answer):
    event_id: str
    rank: Annotated[int | None, Field(description="From 1; absent where it was not ranked.")] = None
    of: int
    score: float | None = None
    sources: dict[str, float]
    best: Annotated[dict[str, float], Field(description="What the first record's score is of.")]
    reason: str
    citation: str | None = None
    degraded: Degraded

    def told(self, zone: str) -> str:
        parts = [f"  {name}: {value:.4f}" for name, value in self.sources.items()]
        return _with_remarks([safe(self.reason), *parts], self.degraded)


class EpisodeRecorded(Answer):
    """An episode, and the line in which it stands."""

    id: str
    citation: str

    def told(self, zone: str) -> str:
        return f"recorded as {safe_line(self.id)} in {safe_line(self.citation)}"


class Episode(Quoted):
    id: str
    scene_type: str
    skill_used: str
    implicit_signal: Annotated[str | None, Field(description="How it was taken.")] = None
    weight: Annotated[float, Field(description="Of the signal: 1 taken as it was, -1 undone.")]
    user_confirmed: bool
    created_at: int
    score: float


class Rule(Answer):
    text: str


class Episodes(Answer):
    episodes: list[Episode]
    rules: Annotated[list[Rule], Field(description="What to go by where reading failed.")] = []
    memory_degraded: bool
    dropped: Dropped
    degraded: Degraded

    def told(self, zone: str) -> str:
        lines = [f"rule: {safe_line(rule.text)}" for rule in self.rules]
        lines += [HEADING] if self.episodes else []
        for number, one in enumerate(self.episodes, start=1):
            taken = one.implicit_signal or "not known how it was taken"
            lines.append(
                f"{number}. {one.quoted()}\n   {safe_line(one.scene_type)}, "
                f"{safe_line(one.skill_used)}: {taken} ({one.weight:+.2f})  {safe_line(one.id)}  "
                f"{safe_line(one.citation)}"
            )
        return _with_remarks(lines or ["no episodes"], self.degraded, self.dropped)


class Status(Answer):
    ok: bool
    version: str
    user_id: str
    tenant_id: str
    records: Annotated[int, Field(description="Lines of the user's conversations.")]
    sessions: int
    users: Annotated[int | None, Field(description="Of all tenants, where all are served.")] = None
    parts: dict[str, str]
    lag_bytes: Annotated[int, Field(description="Bytes not indexed yet; they are searched too.")]
    indexes_here: Annotated[bool, Field(description="This server indexes what comes.")]
    degraded: Degraded

    def told(self, zone: str) -> str:
        lines = [
            f"{'well' if self.ok else 'not well'}; {self.records} records in {self.sessions} "
            f"sessions of {safe_line(self.user_id)}; eywa-fs {self.version}",
            *(f"{name}: {safe_line(state)}" for name, state in self.parts.items()),
            f"not indexed yet: {self.lag_bytes} bytes",
        ]
        return "\n".join(lines)


def _with_remarks(
    lines: Iterable[str], degraded: Sequence[str], dropped: Mapping[str, int] | None = None
) -> str:
    told = [*lines]
    if dropped:
        told.append(f"refused, as their files no longer prove them: {sum(dropped.values())}")
    told += [f"worse than usual: {safe_line(reason)}" for reason in degraded]
    return "\n".join(told)
