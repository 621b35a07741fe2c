"""Regular expressions of an operator's own, taken only where no text can make them slow.

What a pattern can cost at one place of a text is counted from its structure: a repetition must have
an upper bound, and the ways in which its parts can share a text are multiplied. So the time that a
text takes grows with its length and no faster, whoever wrote it.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any, Final

from eywa_fs.errors import ConfigError

ops: Any = import_module("re._constants")
parser: Any = import_module("re._parser")

MOST_STEPS: Final = 5000
"""Steps that a pattern may take at one place of a text."""

_ONE_CHARACTER: Final = (ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN, ops.AT)
_REPEATED: Final = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)


class _Refused(ValueError):
    """A pattern that could be slow, and why."""


def compiled(name: str, pattern: str) -> re.Pattern[str]:
    """A pattern of the settings, compiled; its name is for the message.

    Raises:
        ConfigError: it is no regular expression, matches an empty text, or could be slow.
    """
    where = f"redaction pattern {name!r}"
    try:
        found = re.compile(pattern)
        steps = most_steps(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise ConfigError(f"{where} is no regular expression: {error}") from None
    except _Refused as error:
        raise ConfigError(f"{where}: {error}") from None
    if steps > MOST_STEPS:
        raise ConfigError(
            f"{where} could take {steps} steps at every character of a text, {MOST_STEPS} is the "
            "limit: give its repetitions lower bounds, or fewer of them"
        )
    if found.match(""):
        raise ConfigError(f"{where} matches where there is nothing to mask")
    return found


def most_steps(pattern: str) -> int:
    """Characters that a pattern can look at, in all its tries at one place of a text.

    Raises:
        re.error: it is no regular expression.
        ValueError: there is no bound.
    """
    return _sequence(parser.parse(pattern))[1]


def _sequence(items: Any) -> tuple[int, int]:
    """In how many ways parts one after another can match, and how many steps all of them take."""
    ways, steps = 1, 0
    for op, value in items:
        own_ways, own_steps = _part(op, value)
        steps += ways * own_steps
        ways *= own_ways
        if steps > 10**9:
            raise _Refused("its repetitions can share a text in too many ways")
    return ways, steps


def _part(op: Any, value: Any) -> tuple[int, int]:
    if op in _ONE_CHARACTER:
        return 1, 1
    if op in _REPEATED:
        return _repetition(op, *value)
    if op is ops.SUBPATTERN:
        return _sequence(value[-1])
    if op is ops.ATOMIC_GROUP:
        return 1, _sequence(value)[1]
    if op is ops.BRANCH:
        ways, steps = zip(*map(_sequence, value[1]), strict=True)
        return sum(ways), sum(steps)
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return 1, _sequence(value[1])[1]
    raise _Refused("it refers to its own groups, which has no bound in time")


def _repetition(op: Any, least: int, most: int, body: Any) -> tuple[int, int]:
    if most == ops.MAXREPEAT:
        raise _Refused("a repetition has no upper bound: write {0,64} for * and {1,64} for +")
    ways, steps = _sequence(body)
    if ways == 1:
        return (1 if op is ops.POSSESSIVE_REPEAT else most - least + 1), most * steps
    if most > 64:
        raise _Refused(
            "a repetition holds another one, or a choice, and repeats more than 64 times"
        )
    paths = sum(ways**count for count in range(least, most + 1))
    every = steps * sum(ways**count for count in range(most))
    return (1 if op is ops.POSSESSIVE_REPEAT else paths), every
