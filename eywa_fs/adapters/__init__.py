"""Memories for agent frameworks: each module is for one of them, and imports it when it is imported
itself. None of them keeps anything: what they are given is records of the memory they work with,
which is opened and closed by whoever made it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager

from eywa_fs.errors import BadRequest, DependencyUnavailable


@contextmanager
def framework(extra: str) -> Iterator[None]:
    """Import a framework inside of this.

    Args:
        extra: name of the extra of eywa-fs that installs it.

    Raises:
        DependencyUnavailable: something that is imported inside is not installed.
    """
    try:
        yield
    except ImportError as error:
        raise DependencyUnavailable(
            f"this adapter needs a framework that is not installed ({error}): "
            f"pip install 'eywa-fs[{extra}]'"
        ) from error


def refuse_unknown(given: Iterable[str], known: Container[str]) -> None:
    """Raise ``BadRequest`` for a name of an argument that nobody would read: a misspelt ``user_id``
    would mean the memory of another user."""
    if unknown := sorted(set(given) - {name for name in given if name in known}):
        raise BadRequest(f"there is no argument {', '.join(unknown)}: look at how it is spelt")
