"""Who speaks in a session: the user, somebody else at the same account, or a part in a play."""

from __future__ import annotations

from eywa_fs.facts.afu import DAY_MS
from eywa_fs.facts.decisions import ModelTurn, TimelineRecord, Turn
from eywa_fs.facts.model import USER
from eywa_fs.language.script import fold


class Sessions:
    """What the records heard so far say of who speaks; it counts in its session for a day."""

    def __init__(self) -> None:
        self._plays: dict[str, int] = {}
        self._others: dict[str, tuple[int, str]] = {}
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
                own = [x for x in self._own if are_one(name, x) or x.isascii() != name.isascii()]
                self._others[fact.session_id] = record.timestamp, name * bool(self._own and not own)
            if fact.sure and not fact.negated and not self.other(record):
                self._own.add(name)

    def in_play(self, record: TimelineRecord) -> bool:
        """Whether a turn is said in a play, agreed on in its session less than a day before."""
        turn = isinstance(record, Turn | ModelTurn) and record.session_id
        return record.timestamp - self._plays.get(turn or "", -DAY_MS) < DAY_MS

    def other(self, record: TimelineRecord) -> str:
        """The folded name of who speaks in the place of the user, introduced in the session less
        than a day before under a name that is none of the user's; ``""`` for the user."""
        turn = isinstance(record, Turn | ModelTurn) and record.session_id
        at, name = self._others.get(turn or "", (0, ""))
        return name if record.timestamp - at < DAY_MS else ""


def are_one(left: str, right: str) -> bool:
    """Whether two folded names may be those of one person, as far as they tell: one is a part of
    the other, or they share one ("Ana", "Ana Field"; 文雄, 陈文雄, 阿雄)."""
    short, long = sorted((left, right), key=len)
    nick = short[0] in "小老阿大" and short[1:] in long
    return short in long or nick or not set(short.split()).isdisjoint(long.split())
