"""``eywa eval`` for facts: what is read, which times, which updates, which answers."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from eywa_fs.cli.groups import command, evaluations
from eywa_fs.cli.options import Json, Misses, chosen
from eywa_fs.cli.output import edge, emit
from eywa_fs.cli.progress import measured
from eywa_fs.cli.tables import show_figures, show_table
from eywa_fs.cli.text import safe_line

if TYPE_CHECKING:
    from eywa_fs.config import Settings
    from eywa_fs.evaluation.report import Report
    from eywa_fs.memory import EywaMemory

_FEW = 10
"""Groups that are shown in a table; where there are more, ``--json`` has them."""

T = TypeVar("T")


@command(evaluations, "extraction")
def eval_extraction(
    file: Annotated[Path, typer.Argument(help="extraction.jsonl, or the folder that holds it.")],
    misses: Misses = False,
    as_json: Json = False,
) -> None:
    """Facts read out of single messages: precision, recall, traceability."""
    from eywa_fs.evaluation import extraction
    from eywa_fs.evaluation.gold_files import MESSAGE, read_gold

    with edge(as_json):
        rows = read_gold(file, "extraction.jsonl", MESSAGE)
        found = extraction.score([*_counted("reading facts", rows, as_json)])
        _show(found, {"all": found.metrics, "strict": found.more["strict"]}, misses, as_json)


@command(evaluations, "conflict")
def eval_conflict(
    file: Annotated[Path, typer.Argument(help="conflict.jsonl, or the folder that holds it.")],
    misses: Misses = False,
    as_json: Json = False,
) -> None:
    """Pairs of statements: does the second one clash with the first, or replace it?"""
    from eywa_fs.evaluation import conflict
    from eywa_fs.evaluation.gold_files import PAIR, read_gold

    with edge(as_json):
        rows = read_gold(file, "conflict.jsonl", PAIR)
        found = conflict.score(_counted("comparing", rows, as_json))
        _show(found, {"all": found.metrics}, misses, as_json)


@command(evaluations, "temporal")
def eval_temporal(
    file: Annotated[Path, typer.Argument(help="temporal.jsonl, or the folder that holds it.")],
    misses: Misses = False,
    as_json: Json = False,
) -> None:
    """Time expressions: the right start, the right extent."""
    from eywa_fs.evaluation import temporal
    from eywa_fs.evaluation.gold_files import EXPRESSION, read_gold

    with edge(as_json):
        rows = read_gold(file, "temporal.jsonl", EXPRESSION)
        found = temporal.score(_counted("resolving", rows, as_json))
        _show(found, {"all": found.metrics}, misses, as_json)


@command(evaluations, "timelines")
def eval_timelines(
    file: Annotated[Path, typer.Argument(help="timelines.jsonl, or the folder that holds it.")],
    gold: Annotated[
        bool, typer.Option("--gold", help="Also with a model that reads and judges as labelled.")
    ] = False,
    no_facts: Annotated[
        bool, typer.Option("--no-facts", help="Answer and write blocks from records alone.")
    ] = False,
    misses: Misses = False,
    as_json: Json = False,
) -> None:
    """Life stories, each in a memory of its own: is the answer current, complete, without leaks?

    Beside the whole product stand the facts alone: without any search for records, where no fact
    answers nothing does.
    """
    from eywa_fs.config import load_settings
    from eywa_fs.evaluation.gold_files import STORY, read_gold
    from eywa_fs.evaluation.product_runs import tell
    from eywa_fs.evaluation.timelines import score

    with edge(as_json), tempfile.TemporaryDirectory(prefix="eywa-eval-") as folder:
        stories = read_gold(file, "timelines.jsonl", STORY)
        settings = load_settings(chosen.root, chosen.config)
        if no_facts:
            off = settings.facts.model_copy(update={"enabled": False})
            settings = settings.model_copy(update={"facts": off})
        found: dict[str, Report] = {}
        for name, labelled in {"product": False, **({"gold": True} if gold else {})}.items():
            counted = _counted(f"telling ({name})", stories, as_json)
            told = [tell(_fresh(folder, settings), story, gold=labelled) for story in counted]
            found[name] = score((one.story, one.whole, one.acted) for one in told)
            if not no_facts:
                alone = "gold facts" if labelled else "facts"
                found[alone] = score((one.story, one.facts, one.acted) for one in told)
        whole = found["product"]
        others = {n: run.as_dict(misses=misses) for n, run in found.items() if run is not whole}
        columns = {name: run.metrics for name, run in found.items()}
        _show(whole, columns, misses, as_json, runs=others)


def _counted(what: str, items: Sequence[T], as_json: bool) -> Iterator[T]:
    """The items, with a bar of how many were taken."""
    with measured(what, as_json) as progress:
        for number, item in enumerate(items, start=1):
            yield item
            progress(number, len(items))


@contextmanager
def _fresh(folder: str, settings: Settings) -> Iterator[EywaMemory]:
    """An empty memory; those of one folder embed each text once."""
    from eywa_fs.memory import EywaMemory

    learned = Path(folder) / "embeddings.db"
    with tempfile.TemporaryDirectory(prefix="story-", dir=folder) as root:
        cache = Path(root) / ".index" / "embeddings.db"
        cache.parent.mkdir()
        if learned.exists():
            shutil.copyfile(learned, cache)
        with EywaMemory(root, settings, background=False) as memory:
            yield memory
        if cache.exists():
            shutil.copyfile(cache, learned)


def _show(
    found: Report,
    columns: Mapping[str, Mapping[str, Any]],
    misses: bool,
    as_json: bool,
    **more: Any,
) -> None:
    """A report as JSON, with ``more``, or in tables: first ``columns``, then its groups."""
    if as_json:
        emit(True, found.as_dict(misses=misses) | more, "")
        return
    show_figures("", columns)
    for kind, groups in found.groups.items():
        if 0 < len(groups) <= _FEW:
            show_figures(f"by {kind}", groups)
    show_table("counts", ("what", "number"), list(found.counts.items()))
    if misses and found.misses:
        _print_lines("wrong:", found.misses)
    for remark in found.more.get("remarks", ()):
        print(remark)


def _print_lines(title: str, wrong: Iterable[Mapping[str, Any]]) -> None:
    print(title)
    for miss in wrong:
        print("  " + "  ".join(f"{k}={safe_line(str(v))}" for k, v in miss.items()))
