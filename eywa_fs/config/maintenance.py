"""When the jobs of ``eywa watch`` are due; checked without the scheduler, as that starts slowly."""

from __future__ import annotations

import re

from pydantic import Field, ValidationInfo, field_validator

from eywa_fs.config.section import Section

_PART = re.compile(r"(?:\*|([0-9a-z]+)(?:-([0-9a-z]+))?)(?:/([0-9]+))?")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"
_DAYS = "mon tue wed thu fri sat sun"
_FIELDS = ((0, 59, ""), (0, 23, ""), (1, 31, ""), (1, 12, _MONTHS), (0, 6, _DAYS))
"""Of minute, hour, day of the month, month and day of the week: least, most, names."""


class MaintenanceSettings(Section):
    """Jobs of ``eywa watch``, as five-field cron expressions in local time; empty means never.

    Attributes:
        checkpoint_key: a file with the private key that signs checkpoints of the logs; empty
            signs none.
        checkpoint_signer: the public key, 64 hex digits, that ``verify`` wants the newest
            checkpoint to be signed by; empty wants none.
    """

    verify: str = "17 * * * *"
    deep_verify: str = "37 3 * * *"
    repair: str = "27 * * * *"
    checkpoint: str = "7 4 * * *"
    retention: str = "7 5 * * *"
    compaction: str = "37 5 * * *"
    realtime_eviction: str = ""
    daily_decay_recompute: str = "47 4 * * *"
    weekly_compress: str = "57 4 * * 0"
    monthly_purge: str = "7 6 1 * *"
    checkpoint_key: str = ""
    checkpoint_signer: str = Field(default="", pattern="^([0-9a-f]{64})?$")

    @field_validator("*")
    @classmethod
    def _due(cls, value: str, info: ValidationInfo) -> str:
        if not (info.field_name or "").startswith("checkpoint_"):
            check_schedule(value)
        return value


def check_schedule(text: str) -> None:
    """``ValueError`` where a text is no cron expression of five fields, nor empty. Pure."""
    fields = text.lower().split()
    if fields and not (len(fields) == len(_FIELDS) and all(map(_fits, fields, _FIELDS))):
        raise ValueError(
            f"{text!r} is no cron expression of five fields (minute, hour, day, month, day of the "
            "week): '17 * * * *' is once an hour, \"\" never"
        )


def _fits(field: str, limits: tuple[int, int, str]) -> bool:
    return all(_part_fits(part, *limits) for part in field.split(","))


def _part_fits(part: str, least: int, most: int, names: str) -> bool:
    """Whether ``*``, a number, a name or a range, each with a step or without, is possible."""
    match = _PART.fullmatch(part)
    if match is None:
        return False
    known = {name: least + place for place, name in enumerate(names.split())}
    known |= {str(number): number for number in range(least, most + 1)}
    first, last, step = match.groups()
    if last and first.isdigit() and not last.isdigit():
        return False  # the scheduler takes no range from a number to a name
    begin = least if first is None else known.get(first.lstrip("0") or "0")
    end = known.get(last.lstrip("0") or "0") if last else most if step or first is None else begin
    if begin is None or end is None or begin > end:
        return False
    return step is None or 1 <= int(step) <= end - begin
