"""Times as people type them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from eywa_fs.clock import DAY_MS
from eywa_fs.errors import BadRequest, ConfigError


def moment(text: str | None, zone: str, option: str) -> int | None:
    """Epoch milliseconds of what was typed, ``None`` for nothing.

    Args:
        text: digits are epoch milliseconds; anything else is an ISO date or time. A date alone is
            its first moment.
        zone: IANA zone of times that name no offset.
        option: the option it came from, for the message.

    Raises:
        BadRequest: it is neither, or looks like something else.
        ConfigError: there is no such zone.
    """
    if text is None:
        return None
    given = text.strip()
    if re.fullmatch(r"-?[0-9]+", given):
        return _milliseconds(given, option)
    try:
        value = datetime.fromisoformat(given)
    except ValueError:
        raise BadRequest(
            f"{option} {text!r} is no time: give a date (2025-03-01), a time "
            "(2025-03-01T18:30, 2025-03-01T18:30:00Z) or epoch milliseconds"
        ) from None
    if value.tzinfo is None:
        value = value.replace(tzinfo=zone_of(zone))
    return (value - datetime(1970, 1, 1, tzinfo=UTC)) // _MILLISECOND


_MILLISECOND = timedelta(milliseconds=1)


def _milliseconds(digits: str, option: str) -> int:
    if len(digits) == 4:
        raise BadRequest(
            f"{option} {digits} looks like a year: write its first day, {digits}-01-01"
        )
    if len(digits) == 8:
        dashed = f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"
        raise BadRequest(f"{option} {digits} looks like a date: write it as {dashed}")
    if looks_like_seconds(at := int(digits)):
        raise BadRequest(f"{option} {digits} looks like seconds: add 000 for milliseconds")
    return at


def looks_like_seconds(at: int) -> bool:
    """Whether a time in epoch milliseconds is of 2001 to 2128 if it counts seconds; as it stands
    it is of January or February 1970."""
    return 1_000_000_000 <= at < 5_000_000_000


def zone_of(name: str) -> tzinfo:
    """The IANA zone of a name that the settings give; ``ConfigError`` where there is none."""
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder of zones
        raise ConfigError(f"retrieval.timezone {name!r} is no known time zone") from None


def shown(at: int, zone: str) -> str:
    """A time for people, in an IANA zone and with its offset; :func:`moment` reads it again."""
    return _local(at, zone).isoformat(" ", "minutes").replace("+00:00", "Z")


def shown_day(at: int, zone: str) -> str:
    """The day of a time in an IANA zone."""
    return f"{_local(at, zone):%Y-%m-%d}"


def shown_bound(at: int, zone: str) -> str:
    """Since or until when a fact holds: as the day that was told, which is kept as its first
    moment in UTC whatever the zone is, or as the time of the message that began or ended it."""
    return shown_day(at, "UTC") if at % DAY_MS == 0 else shown(at, zone)


def shown_last(at: int, zone: str) -> str:
    """Until when a fact holds whose time ends at ``at``: the last day on which it holds, where the
    end is a day, or the time as of :func:`shown_bound`."""
    return shown_bound(at - DAY_MS if at % DAY_MS == 0 else at, zone)


def _local(at: int, zone: str) -> datetime:
    try:
        return datetime.fromtimestamp(at / 1000, zone_of(zone))
    except (OverflowError, ValueError):  # behind the last hour of the year 9999
        return datetime.max.replace(tzinfo=UTC)
