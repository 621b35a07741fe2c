"""Conditions a rule may put on the clause around its match, by the names the rules give them.

Each is defined in the module of its subject; a name stands in one of them only.
"""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh import (
    conditions_careers,
    conditions_lives,
    conditions_subjects,
    conditions_things,
    conditions_times,
    conditions_wording,
)
from eywa_fs.facts.languages.zh.frame import View
from eywa_fs.facts.languages.zh.situation import Condition, Situation

_CONDITIONS: Final[dict[str, Condition]] = {
    **conditions_times.TIMES,
    **conditions_wording.WORDING,
    **conditions_subjects.SUBJECTS,
    **conditions_careers.CAREERS,
    **conditions_lives.LIVES,
    **conditions_things.THINGS,
}


def holds(names: frozenset[str], match: re.Match[str], view: View, situation: Situation) -> bool:
    """Whether every named condition is met."""
    return all(_CONDITIONS[name](match, view, situation) for name in names)
