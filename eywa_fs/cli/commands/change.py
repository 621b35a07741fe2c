"""Commands that correct records and take them back: update, delete, undelete, revert, archive,
unarchive, pin, unpin, confirm, expire; and those that tell of it: versions, compare."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import OfUser, index_now, when
from eywa_fs.cli.options import WHEN, Reason, RecordName, RequestId, TraceId
from eywa_fs.cli.output import emit, shown
from eywa_fs.errors import BadRequest
from eywa_fs.model.safetext import indented, safe_line

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory
    from eywa_fs.model.versions import Version

_AGAIN = "'eywa versions' shows what stands"


@dataclass(frozen=True)
class Why:
    """Options of every decision about a record, called as the arguments of the memory."""

    reason: Reason = ""
    expected_version: Annotated[
        int | None, typer.Option(help="Decide only if this is the record's version.")
    ] = None
    idempotency_key: Annotated[str | None, typer.Option(help="Decide once per key.")] = None
    request_id: RequestId = None
    trace_id: TraceId = None
    operator: Annotated[str, typer.Option(help="Who decides; for the audit.")] = "human"


def _add(name: str, example: str, about: str, method: str = "") -> None:
    """Add a command that takes a record and no more. ``method``: of the memory; by default that of
    the same name."""

    def decide(record: RecordName, of: OfUser, why: Why) -> None:
        with of.opened() as memory:
            _say(memory, getattr(memory, method or name)(record, **of.ids, **asdict(why)))

    decide.__doc__ = about
    command(app, name, f"{example} --user ana", _AGAIN)(decide)


_add(
    "delete",
    'eywa delete EVENT_ID --reason "a mistake"',
    "Take a record back: it is not found any more; 'eywa undelete' undoes it.",
)
_add("undelete", "eywa undelete DELETED_ID", "Undo a deletion.", "restore")
_add(
    "archive",
    "eywa archive EVENT_ID",
    "Put a record aside: only 'eywa search --archived' finds it.",
)
_add("unarchive", "eywa unarchive ARCHIVED_ID", "Undo 'eywa archive'.")
_add("pin", "eywa pin EVENT_ID", "Have a record stand in every context for a model.")
_add("unpin", "eywa unpin PINNED_ID", "Undo 'eywa pin'.")
_add("confirm", "eywa confirm EVENT_ID", "Say that a record is still right.")


@command(app, "update", 'eywa update EVENT_ID --text "I moved to Gaia." --user ana', _AGAIN)
def update(
    name: RecordName,
    of: OfUser,
    why: Why,
    new: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="The new text; - reads standard input.")
    ] = None,
    text: Annotated[str | None, typer.Option(help="The same as TEXT.")] = None,
    speaker: Annotated[str | None, typer.Option(help="Another speaker.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option(help="Tags in place of those it has; repeatable.")
    ] = None,
) -> None:
    """Give a record another text; the old one stays in its versions."""
    if (new is None) == (text is None):
        raise BadRequest("say the new text once, as TEXT or with --text")
    with of.opened() as memory:
        said = new if new is not None else text or ""
        content = sys.stdin.read() if said == "-" else said
        made = memory.update(name, content, speaker=speaker, tags=tag, **of.ids, **asdict(why))
        _say(memory, made)


@command(app, "revert", "eywa revert UPDATED_ID --to 1 --user ana", _AGAIN)
def revert(
    name: RecordName,
    of: OfUser,
    why: Why,
    to: Annotated[int, typer.Option("--to", help="Number of the version.")],
) -> None:
    """Bring back the text of a version, as a new version."""
    with of.opened() as memory:
        _say(memory, memory.restore(name, to, **of.ids, **asdict(why)))


@command(app, "expire", "eywa expire EVENT_ID --at 2099-01-01 --user ana", _AGAIN)
def expire(
    name: RecordName,
    of: OfUser,
    why: Why,
    at: Annotated[str, typer.Option("--at", help=f"When: {WHEN}; never takes it back.")],
) -> None:
    """Set the time from which on a record is not found."""
    with of.opened() as memory:
        expires = None if at == "never" else when(at, "--at")
        _say(memory, memory.expire(name, expires, **of.ids, **asdict(why)))


@command(app, "feedback", "eywa feedback EVENT_ID --useful --user ana", _AGAIN)
def feedback(
    name: RecordName,
    of: OfUser,
    useful: Annotated[bool, typer.Option("--useful/--not-useful", help="Was it of use?")],
    reason: Reason = "",
) -> None:
    """Say that a record was of use in an answer, or was not: with retrieval.feedback it is put a
    little higher or lower."""
    with of.opened() as memory:
        noted = memory.feedback(name, useful=useful, reason=reason, operator="human", **of.ids)
        word = "of use" if noted.useful else "of no use"
        text = f"{noted.event_ids[0]} was {word}: noted in {noted.citations[0]}"
        if not memory.settings.retrieval.feedback:
            text += "\nsearches take no account of it: retrieval.feedback is off"
        emit(noted.as_dict(), text)


@command(app, "versions", "eywa versions UPDATED_ID --user ana")
def versions(name: RecordName, of: OfUser) -> None:
    """Every version of a record, oldest first: who decided what, when and why."""
    with of.opened(migrating=True) as memory:
        found = memory.versions(name, **of.ids)
        value = {"versions": [version.as_dict() for version in found]}
        emit(value, "\n".join(map(_told, found)))


@command(app, "compare", "eywa compare UPDATED_ID 1 2 --user ana")
def compare(
    name: RecordName,
    a: Annotated[int, typer.Argument(help="Number of a version.")],
    b: Annotated[int, typer.Argument(help="Number of another one.")],
    of: OfUser,
) -> None:
    """What differs between two versions of a record."""
    with of.opened(migrating=True) as memory:
        found = memory.compare(name, a, b, **of.ids)
        lines = [found.diff] if found.diff else []
        lines += [f"{field}: {old!r} -> {new!r}" for field, (old, new) in found.changed.items()]
        lines += [f"the {field} differs in what is masked" for field in found.masked]
        lines += [f"the line of version {n} was changed: not compared" for n in found.unread]
        emit(found.as_dict(), "\n".join(lines) or f"versions {a} and {b} say the same")


def _say(memory: EywaMemory, made: Version) -> None:
    index_now(memory)
    state = made.state.replace("_", " ")
    text = f"{made.event_id} is at version {made.number}: {state}"
    text += f", until {shown(made.expires_at)}" if made.expires_at is not None else ""
    emit(made.as_dict(), f"{safe_line(text)}\n   {safe_line(made.citation)}")


def _told(version: Version) -> str:
    """A version in two lines or more."""
    change = "" if version.before in ("", version.state) else f" ({version.before} before)"
    said = "its line was changed: its text is not shown" if version.text is None else version.text
    head = f"{version.number}. {version.op}: {version.state}{change}"
    who = f"{shown(version.at)}  {safe_line(version.operator)}"
    why = f"  {safe_line(version.reason)}" if version.reason else ""
    return f"{head}\n   {indented(said, '   ')}\n   {who}{why}\n   {safe_line(version.citation)}"
