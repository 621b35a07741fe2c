"""Commands that correct records and take them back: update, delete, undelete, revert, archive,
unarchive, pin, unpin, confirm, expire; and those that tell of it: versions, compare."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import OfUser, index_now, when
from eywa_fs.cli.options import WHEN, Reason
from eywa_fs.cli.output import emit
from eywa_fs.cli.text import indented, safe_line
from eywa_fs.cli.times import shown

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory
    from eywa_fs.model.versions import Version

Name = Annotated[str, typer.Argument(metavar="ID", help="The record: its event id, or path:line.")]
_AGAIN = "'eywa versions' shows what stands"


class _Arguments(TypedDict):
    """What every decision takes."""

    tenant_id: str
    user_id: str
    operator: str
    reason: str
    request_id: str | None
    trace_id: str | None
    expected_version: int | None
    idempotency_key: str | None


@dataclass(frozen=True)
class Why:
    """Options of every decision about a record."""

    reason: Reason = ""
    expected: Annotated[
        int | None,
        typer.Option("--expected-version", help="Decide only if this is the record's version."),
    ] = None
    key: Annotated[str | None, typer.Option("--idempotency-key", help="Decide once per key.")] = (
        None
    )
    request: Annotated[
        str | None, typer.Option("--request-id", help="Your name for the request; for the audit.")
    ] = None
    trace: Annotated[
        str | None, typer.Option("--trace-id", help="Your name for the trace; for the audit.")
    ] = None
    operator: Annotated[str, typer.Option(help="Who decides; for the audit.")] = "human"

    def arguments(self, of: OfUser) -> _Arguments:
        return {
            **of.ids,
            "operator": self.operator,
            "reason": self.reason,
            "request_id": self.request,
            "trace_id": self.trace,
            "expected_version": self.expected,
            "idempotency_key": self.key,
        }


@command(app, "update", 'eywa update EVENT_ID --text "I moved to Gaia." --user ana', _AGAIN)
def update(
    name: Name,
    of: OfUser,
    why: Why,
    text: Annotated[str, typer.Option(help="The new text; - reads standard input.")],
    speaker: Annotated[str | None, typer.Option(help="Another speaker.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option(help="Tags in place of those it has; repeatable.")
    ] = None,
) -> None:
    """Give a record another text; the old one stays in its versions."""
    with of.opened() as memory:
        content = sys.stdin.read() if text == "-" else text
        given = why.arguments(of)
        _say(memory, memory.update(name, content, speaker=speaker, tags=tag, **given))


@command(app, "delete", 'eywa delete EVENT_ID --reason "a mistake" --user ana', _AGAIN)
def delete(name: Name, of: OfUser, why: Why) -> None:
    """Take a record back: it is not found any more; 'eywa undelete' undoes it."""
    with of.opened() as memory:
        _say(memory, memory.delete(name, **why.arguments(of)))


@command(app, "undelete", "eywa undelete DELETED_ID --user ana", _AGAIN)
def undelete(name: Name, of: OfUser, why: Why) -> None:
    """Undo a deletion."""
    with of.opened() as memory:
        _say(memory, memory.restore(name, **why.arguments(of)))


@command(app, "revert", "eywa revert UPDATED_ID --to 1 --user ana", _AGAIN)
def revert(
    name: Name,
    of: OfUser,
    why: Why,
    to: Annotated[int, typer.Option("--to", help="Number of the version.")],
) -> None:
    """Bring back the text of a version, as a new version."""
    with of.opened() as memory:
        _say(memory, memory.restore(name, to, **why.arguments(of)))


@command(app, "archive", "eywa archive EVENT_ID --user ana", _AGAIN)
def archive(name: Name, of: OfUser, why: Why) -> None:
    """Put a record aside: only 'eywa search --archived' finds it."""
    with of.opened() as memory:
        _say(memory, memory.archive(name, **why.arguments(of)))


@command(app, "unarchive", "eywa unarchive ARCHIVED_ID --user ana", _AGAIN)
def unarchive(name: Name, of: OfUser, why: Why) -> None:
    """Undo 'eywa archive'."""
    with of.opened() as memory:
        _say(memory, memory.unarchive(name, **why.arguments(of)))


@command(app, "pin", "eywa pin EVENT_ID --user ana", _AGAIN)
def pin(name: Name, of: OfUser, why: Why) -> None:
    """Have a record stand in every context for a model."""
    with of.opened() as memory:
        _say(memory, memory.pin(name, **why.arguments(of)))


@command(app, "unpin", "eywa unpin PINNED_ID --user ana", _AGAIN)
def unpin(name: Name, of: OfUser, why: Why) -> None:
    """Undo 'eywa pin'."""
    with of.opened() as memory:
        _say(memory, memory.unpin(name, **why.arguments(of)))


@command(app, "confirm", "eywa confirm EVENT_ID --user ana", _AGAIN)
def confirm(name: Name, of: OfUser, why: Why) -> None:
    """Say that a record is still right."""
    with of.opened() as memory:
        _say(memory, memory.confirm(name, **why.arguments(of)))


@command(app, "expire", "eywa expire EVENT_ID --at 2099-01-01 --user ana", _AGAIN)
def expire(
    name: Name,
    of: OfUser,
    why: Why,
    at: Annotated[str, typer.Option("--at", help=f"When: {WHEN}; never takes it back.")],
) -> None:
    """Set the time from which on a record is not found."""
    with of.opened() as memory:
        expires = None if at == "never" else when(memory, at, "--at")
        _say(memory, memory.expire(name, expires, **why.arguments(of)))


@command(app, "versions", "eywa versions UPDATED_ID --user ana")
def versions(name: Name, of: OfUser) -> None:
    """Every version of a record, oldest first: who decided what, when and why."""
    with of.opened(migrating=True) as memory:
        found = memory.versions(name, **of.ids)
        value = {"versions": [version.as_dict() for version in found]}
        emit(value, "\n".join(map(_told, found)))


@command(app, "compare", "eywa compare UPDATED_ID 1 2 --user ana")
def compare(
    name: Name,
    a: Annotated[int, typer.Argument(help="Number of a version.")],
    b: Annotated[int, typer.Argument(help="Number of another one.")],
    of: OfUser,
) -> None:
    """What differs between two versions of a record."""
    with of.opened(migrating=True) as memory:
        found = memory.compare(name, a, b, **of.ids)
        lines = [found.diff] if found.diff else []
        lines += [f"{field}: {old!r} -> {new!r}" for field, (old, new) in found.changed.items()]
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
