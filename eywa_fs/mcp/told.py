"""Answers as text, for hosts that show or hand on no structured content. Pure.

What records say is quoted below a heading that calls it data; its lines are moved to the right and
its control characters spelled out, so that it cannot pass for a line of ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from eywa_fs.mcp import answers
from eywa_fs.model.safetext import indented, safe, safe_line
from eywa_fs.model.times import shown
from eywa_fs.retrieval.context import HEADING


@dataclass(frozen=True, slots=True)
class Told:
    """Answers in words, with times in an IANA ``zone``."""

    zone: str

    def remembered(self, answer: answers.Remembered) -> str:
        told = f"remembered in {safe_line(answer.citation)}, eventId {answer.event_id}"
        return f"{told}; it has expired already, so no search finds it" if answer.expired else told

    def recalled(self, answer: answers.Recalled) -> str:
        lines = [HEADING] if answer.hits or answer.facts else ["nothing was found"]
        if answer.nothing_certain:
            lines.append("Nothing certain was found: these are only the nearest records.")
        lines += [self._hit(number, hit) for number, hit in enumerate(answer.hits, start=1)]
        if answer.newer:
            lines.append("Newer records about the same:")
            lines += [self._hit(number, hit) for number, hit in enumerate(answer.newer, start=1)]
        if answer.facts:
            lines += ["Facts:", *map(self._fact, answer.facts)]
        return _with_remarks(lines, answer.degraded, answer.dropped)

    def context(self, answer: answers.Context) -> str:
        sources = [f"[{one.number}] {safe_line(one.citation)}" for one in answer.citations]
        lines = [safe(answer.context) or "nothing is known that bears on this message", *sources]
        return _with_remarks(lines, answer.degraded, answer.dropped)

    def facts(self, answer: answers.Facts) -> str:
        found = [*map(self._fact, answer.facts)]
        lines = [HEADING, *found] if found else ["no such fact is known"]
        if answer.left_out:
            lines.append(f"{answer.left_out} more are left out: raise limit, or ask narrower")
        return _with_remarks(lines, answer.degraded, answer.dropped)

    def profile(self, answer: answers.Profile) -> str:
        lines = [HEADING] if answer.profile else ["nothing is known of this user yet"]
        for predicate, found in answer.profile.items():
            lines += [f"{predicate.replace('_', ' ')}:", *map(self._fact, found)]
        return _with_remarks(lines, answer.degraded, answer.dropped)

    def decided(self, answer: answers.Decided) -> str:
        return f"decided about {answer.atomic_id}; it stands in {safe_line(answer.citation)}"

    def noted(self, answer: answers.Noted) -> str:
        word = "of use" if answer.useful else "of no use"
        return f"noted that {safe_line(answer.event_ids[0])} was {word}"

    def page(self, answer: answers.Page) -> str:
        lines = [HEADING] if answer.records else ["no such records"]
        for number, one in enumerate(answer.records, start=1):
            state = "" if one.state == "active" else f"  {one.state.replace('_', ' ')}"
            lines.append(self._said(number, one) + state)
        if answer.next_cursor is not None:
            lines.append(f"more: the same call with cursor {answer.next_cursor}")
        return "\n".join(lines)

    def forgotten(self, answer: answers.Forgotten) -> str:
        return "\n".join(
            f"{safe_line(one.event_id)} is {one.state.replace('_', ' ')} (version {one.version})"
            for one in answer.records
        )

    def explained(self, answer: answers.Explained) -> str:
        parts = [f"  {name}: {value:.4f}" for name, value in answer.sources.items()]
        return _with_remarks([safe(answer.reason), *parts], answer.degraded)

    def status(self, answer: answers.Status) -> str:
        lines = [
            f"{'well' if answer.ok else 'not well'}; {answer.records} records in {answer.sessions} "
            f"sessions of {safe_line(answer.user_id)}; eywa-fs {answer.version}",
            *(f"{name}: {safe_line(state)}" for name, state in answer.parts.items()),
            f"not indexed yet: {answer.lag_bytes} bytes",
        ]
        return "\n".join(lines)

    def record(self, said: answers.Said) -> str:
        """A record with its source."""
        return f"{HEADING}\n{self._said(1, said)}"

    def episode_recorded(self, answer: answers.EpisodeRecorded) -> str:
        return f"recorded as {safe_line(answer.id)} in {safe_line(answer.citation)}"

    def episodes(self, answer: answers.Episodes) -> str:
        lines = [f"rule: {safe_line(rule.text)}" for rule in answer.rules]
        lines += [HEADING] if answer.episodes else []
        for number, one in enumerate(answer.episodes, start=1):
            taken = one.implicit_signal or "not known how it was taken"
            lines.append(
                f"{number}. {indented(one.text, '   ')}\n   {safe_line(one.scene_type)}, "
                f"{safe_line(one.skill_used)}: {taken} ({one.weight:+.2f})  {safe_line(one.id)}  "
                f"{safe_line(one.citation)}"
            )
        return _with_remarks(lines or ["no episodes"], answer.degraded, answer.dropped)

    def _hit(self, number: int, hit: answers.Hit) -> str:
        lines = [self._said(number, hit)]
        if hit.outdated:
            lines.append(f"   {safe_line(hit.outdated)}")
        if hit.partly:
            lines.append(f"   no longer so: {safe_line(', '.join(hit.partly))}")
        if hit.newer:
            lines.append(f"   newer: {safe_line(hit.newer)}")
        return "\n".join(lines)

    def _said(self, number: int, one: answers.Said) -> str:
        who = " as ".join(dict.fromkeys((one.speaker or one.role, one.role)))
        when = f"{shown(one.timestamp, self.zone)}  " if one.timestamp else ""  # Markdown has none
        return (
            f"{number}. {indented(one.text, '   ')}\n"
            f"   {when}{safe_line(who)}  {safe_line(one.event_id)}  {safe_line(one.citation)}"
        )

    def _fact(self, fact: answers.Fact) -> str:
        marks = [fact.status] if fact.status != "active" else []
        marks += ["in conflict"] if fact.in_conflict else []
        marks += [] if fact.sure else ["candidate"]
        standing = f" ({', '.join(marks)})" if marks else ""
        said = shown(fact.observed_at, self.zone)
        return (
            f"- {safe_line(fact.text)}{standing}; said {said}, {fact.atomic_id}, "
            f"{safe_line(fact.citation)}"
        )


def _with_remarks(
    lines: Iterable[str], degraded: Sequence[str], dropped: Mapping[str, int] | None = None
) -> str:
    told = [*lines]
    if dropped:
        told.append(f"refused, as their files no longer prove them: {sum(dropped.values())}")
    told += [f"worse than usual: {safe_line(reason)}" for reason in degraded]
    return "\n".join(told)
