"""Who speaks in a session: the user, somebody else at the same account, or a part in a play."""

from __future__ import annotations

from eywa_fs.facts.afu import DAY_MS, Afu
from eywa_fs.facts.decisions import Decided, ModelTurn, TimelineRecord, Turn
from eywa_fs.facts.model import USER
from eywa_fs.language.nicknames import may_be
from eywa_fs.language.script import fold
from eywa_fs.model.records import NO_SESSION


class Sessions:
    """What was said of who speaks: for a day of its session, or in a record of none alone."""

    def __init__(self) -> None:
        self._plays: dict[str, int] = {}
        self._others: dict[str, Afu | None] = {}
        self._own: set[str] = set()  # folded names of the user

    def hear(self, record: TimelineRecord) -> None:
        """Take in one record: a play that begins or ends, who introduces themself, a name."""
        if isinstance(record, Turn) and (acts := {said.act for said in record.said}):
            if "unplay" in acts:
                self._plays.pop(record.session_id, None)
            if "play" in acts:
                self._plays[record.session_id] = record.timestamp
        named = (f for f in record.facts if (f.subject, f.predicate) == (USER, "name"))
        for fact in named if not self.in_play(record) else ():
            name = fold(fact.object)
            by_rule = fact.rule.endswith((".am-called", ".am-name", ".speaks"))  # "it's Ana here"
            if by_rule and (fact.rule.startswith("en") or "我" in fact.said):
                own = not self._own or any(may_be(name, one) for one in self._own)
                self._others[_talk(record)] = None if own else fact
            if fact.sure and not fact.negated and not self.other(record):
                self._own.add(name)

    def in_play(self, record: TimelineRecord) -> bool:
        """Whether a turn is said in a play, agreed on in its session less than a day before."""
        turn = isinstance(record, Turn | ModelTurn) and record.session_id
        return record.timestamp - self._plays.get(turn or "", -DAY_MS) < DAY_MS

    def other(self, record: TimelineRecord) -> Afu | None:
        """How somebody else than the user introduced themself here, less than a day before."""
        by = self._others.get(_talk(record))
        return by if by and record.timestamp - by.observed_at < DAY_MS else None


def _talk(record: TimelineRecord) -> str:
    """What one person says: a session, or a message of none; a decision is in nobody's words."""
    if isinstance(record, Decided):
        return ""
    return record.event_id if record.session_id in ("", NO_SESSION) else record.session_id
