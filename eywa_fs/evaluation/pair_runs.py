"""A pair of statements as the update layer sees it: does the second one change anything?"""

from __future__ import annotations

from eywa_fs.evaluation.conflict import Statement
from eywa_fs.evaluation.story_runs import read
from eywa_fs.facts.replay import apply

#: Actions on an earlier fact that say that both statements do not simply stand.
CLASHES = frozenset({"supersede", "retract", "append_conflict"})


def clashes(first: Statement, second: Statement, language: str) -> bool:
    """Whether reading both statements of one user in order makes the second act on the first.

    Args:
        language: not used; the language pack is chosen by the script.
    """
    turns = [
        turn
        for name, said in (("1", first), ("2", second))
        for turn in read(name, said["content"], int(said["timestamp"]))
    ]
    return any(e.source_event_id == "2" and e.action in CLASHES for e in apply(turns).audit)
