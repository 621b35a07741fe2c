"""Progress bars: on standard error, only where somebody watches a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from eywa_fs.cli.options import chosen

if TYPE_CHECKING:
    from rich.progress import Progress, Task
    from rich.text import Text


@contextmanager
def bar(
    what: str, unit: str = "", total: Callable[[], int] | None = None
) -> Iterator[Callable[..., None]]:
    """A bar with a rate; gives a function to say how far it is.

    That function takes how many came since it was called last; or how many are done, and how many
    there are in all (0 where that is not known), of a stage of its own too where it names one.

    Args:
        unit: what is counted; without one shares of 100 are shown.
        total: counts how many are to come, for the time left; asked only where somebody watches.
    """
    if chosen.json or not sys.stderr.isatty():
        yield lambda *numbers: None
        return
    with _shown() as progress:
        task = progress.add_task(what, total=(total() or None) if total else None, unit=unit)

        def said(number: int, in_all: int | None = None, stage: str = what) -> None:
            if in_all is None:
                progress.advance(task, number)
            else:
                progress.update(task, description=stage, completed=number, total=in_all or None)

        yield said


def _shown() -> Progress:
    """A display of tasks on standard error: a bar, what is done of how much, rate, time."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.text import Text

    class Amount(TextColumn):
        """``1,200 of 9,000 documents, 28/s``; shares of 100 where there is no unit."""

        def render(self, task: Task) -> Text:
            return Text(amount(task.completed, task.total, task.speed, task.fields["unit"]))

    class Time(TextColumn):
        """As of :func:`time`."""

        def render(self, task: Task) -> Text:
            return Text(time(task.time_remaining, task.elapsed))

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        Amount(""),
        Time(""),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)


def amount(done: float, total: float | None, speed: float | None, unit: str) -> str:
    """How much is done of how much, and how much a second; a share only where there is no
    ``unit``."""
    if not unit:
        return f"{100 * done / total:.0f}%" if total else ""
    of = f" of {max(total, done):,.0f}" if total else ""
    rate = f", {speed:,.{0 if speed >= 10 else 1}f}/s" if speed else ""
    return f"{done:,.0f}{of} {unit}{rate}"


def time(left: float | None, gone: float | None) -> str:
    """The time that is left, or where nobody knows, the time that is gone."""
    number, word = (gone or 0, "gone") if left is None else (left, "left")
    return f"{timedelta(seconds=int(number))} {word}"
