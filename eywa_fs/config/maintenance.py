"""When the jobs of ``eywa watch`` are due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from pydantic import Field, ValidationInfo, field_validator

from eywa_fs.config.section import LocalPath, Section

_LONGEST: Final = timedelta(days=41 * 366)
"""From one time of an expression to the next: a 29 February of a given day of the week comes after
40 years at most."""


class MaintenanceSettings(Section):
    """Jobs of ``eywa watch``, as five-field cron expressions in local time; empty means never."""

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
    checkpoint_key: LocalPath = ""
    checkpoint_signer: str = Field(default="", pattern="^([0-9a-f]{64})?$")

    @field_validator("*")
    @classmethod
    def _due(cls, value: str, info: ValidationInfo) -> str:
        """Take what the scheduler takes, which is imported only where a schedule is set."""
        if value.strip() and not (info.field_name or "").startswith("checkpoint_"):
            from apscheduler.triggers.cron import CronTrigger

            try:
                trigger = CronTrigger.from_crontab(value, UTC)
            except ValueError:
                raise ValueError(
                    f"{value!r} is no cron expression of five fields (minute, hour, day, month, "
                    "day of the week): '17 * * * *' is once an hour, \"\" never"
                ) from None
            now = datetime.now(UTC)
            trigger.end_date = now + _LONGEST
            if trigger.get_next_fire_time(None, now) is None:
                raise ValueError(f'{value!r} never falls due: there is no such day; "" is never')
        return value
