"""Two people told of together, one of them the speaker: who is married, who are friends."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.subjects import subject_at
from eywa_fs.facts.languages.en.tokens import Token


def read_couple(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """ "Ivo and I tied the knot", "Bea and I have been mates for years": whom the speaker has."""
    for at in range(min(3, len(tokens))):
        subject = subject_at(tokens, at, discourse)
        if subject is None or USER not in subject.names or len(subject.names) != 2:
            continue
        rest = [t.low for t in tokens[subject.end : subject.end + 6]]
        while rest and rest[0] in ("finally", "quietly", "actually", "'ve", "have", "just", "both"):
            rest = rest[1:]
        wed = any(tuple(rest[: len(turn)]) == turn for turn in _WEDDED)
        close = rest[:1] in (["are"], ["'re"], ["been"]) and set(rest) & _CLOSE
        if not wed and not close:
            return []
        denied = "not" in rest or "n't" in rest
        other = next(name for name in subject.names if name != USER)
        words = [t for t in tokens[at : subject.end] if t.text in other.split()]
        words = [t for t in words if t.is_capital]
        clause = bare.without_verb(tokens)
        predicate = "spouse" if wed else "friend"
        value = [tuple(words)] if words else []
        return drafts(clause, predicate, value, negated=denied, span="begins" if wed else "state")
    return []


_CLOSE = frozenset({"friends", "mates", "besties", "pals", "inseparable", "bffs"})
_WEDDED = (
    ("tied", "the", "knot"), ("got", "married"), ("got", "hitched"), ("got", "wed"), ("wed",),
    ("married",), ("eloped",), ("exchanged", "vows"), ("said", "i", "do"), ("said", "our", "vows"),
    ("were", "married"), ("were", "wed"),
)  # fmt: skip
