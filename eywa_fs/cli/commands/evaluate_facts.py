"""``eywa eval`` for facts: what is read, which times, which updates, which answers."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eywa_fs.cli.groups import command, evaluations
from eywa_fs.cli.options import Json, chosen
from eywa_fs.cli.output import edge, emit
from eywa_fs.cli.progress import measured
from eywa_fs.cli.tables import show_table
from eywa_fs.cli.text import safe_line

if TYPE_CHECKING:
    from eywa_fs.config import Settings
    from eywa_fs.evaluation.extraction import ExtractionReport, GoldMessage
    from eywa_fs.evaluation.product_runs import ProductRun
    from eywa_fs.evaluation.story_runs import StoryRun
    from eywa_fs.evaluation.timelines import Story, TimelineReport
    from eywa_fs.memory import EywaMemory

Misses = Annotated[bool, typer.Option("--misses", help="Also every wrong answer.")]
Figures = Mapping[str, float | int | None]
_DIGITS = 4
_FEW = 10
"""Tags that are shown in a table; where there are more, ``--json`` has them."""

FOREIGN = (
    "these labels name predicates of their own: only objects and polarity are compared, "
    "not subjects and predicates"
)
INCOMPLETE = (
    "{open} of {all} messages are not completely labelled: what nobody labelled there counts "
    "neither for nor against precision, which is {told}. precision_lower_bound takes every "
    "unlabelled fact of those messages for wrong. Recall is meaningful"
)


@command(evaluations, "extraction")
def eval_extraction(
    file: Annotated[Path, typer.Argument(help="extraction.jsonl, or the folder that holds it.")],
    misses: Misses = False,
    as_json: Json = False,
) -> None:
    """Facts read out of single messages: precision, recall, traceability."""
    from eywa_fs.evaluation import extraction
    from eywa_fs.evaluation.gold_files import gold_file, named_errors
    from eywa_fs.facts.extraction import extract

    with edge(as_json):
        path = gold_file(file, "extraction.jsonl")
        with named_errors(path):
            messages = extraction.load_messages(path)
        with measured("reading facts", as_json) as progress:
            step = _counter(progress, len(messages))
            found = extraction.evaluate_messages(
                messages, lambda text, language, at: step(extract(text, at))
            )
        value = found.as_dict(examples=misses)
        value |= {"complete": all(m.complete for m in messages), "remarks": _remarks(messages)}
        emit_or(as_json, value, lambda: _show_extraction(found, value["remarks"], misses))


@command(evaluations, "conflict")
def eval_conflict(
    file: Annotated[Path, typer.Argument(help="conflict.jsonl, or the folder that holds it.")],
    misses: Misses = False,
    as_json: Json = False,
) -> None:
    """Pairs of statements: does the second one clash with the first, or replace it?"""
    from eywa_fs.evaluation import conflict
    from eywa_fs.evaluation.gold_files import PAIR, gold_file, read_gold
    from eywa_fs.evaluation.pair_runs import clashes

    with edge(as_json):
        pairs = read_gold(gold_file(file, "conflict.jsonl"), PAIR)
        with measured("comparing", as_json) as progress:
            step = _counter(progress, len(pairs))
            found = conflict.score(pairs, lambda *pair: step(clashes(*pair)))
        value: dict[str, Any] = {
            "metrics": _pair_figures(found.total),
            "by_language": {name: _pair_figures(x) for name, x in found.by_language.items()},
            "by_slot": {name: _pair_figures(x) for name, x in found.by_slot.items()},
            "counts": asdict(found.total),
        }
        if misses:
            wrong = dict.fromkeys(found.missed, "missed")
            wrong |= dict.fromkeys(found.false_alarms, "false alarm")
            value["misses"] = [
                {
                    "id": pair["id"],
                    "what": wrong[pair["id"]],
                    "first": pair["first"]["content"],
                    "second": pair["second"]["content"],
                }
                for pair in pairs
                if pair["id"] in wrong
            ]
        emit_or(as_json, value, lambda: _show(value, "slot"))


@command(evaluations, "temporal")
def eval_temporal(
    file: Annotated[Path, typer.Argument(help="temporal.jsonl, or the folder that holds it.")],
    misses: Misses = False,
    as_json: Json = False,
) -> None:
    """Time expressions: the right start, the right extent."""
    from eywa_fs.evaluation import temporal
    from eywa_fs.evaluation.gold_files import EXPRESSION, gold_file, read_gold

    with edge(as_json):
        rows = read_gold(gold_file(file, "temporal.jsonl"), EXPRESSION)
        with measured("resolving", as_json) as progress:
            step = _counter(progress, len(rows))
            found = temporal.evaluate(rows, lambda *row: step(temporal.resolve_locally(*row)))
        value: dict[str, Any] = {
            "metrics": _shares(found.overall),
            "by_language": {name: _shares(x) for name, x in found.by_language.items()},
            "by_granularity": {name: _shares(x) for name, x in found.by_granularity.items()},
            "counts": {
                "expressions": found.overall.count,
                "with_a_length": found.overall.iou_count,
                **found.counts,
            },
        }
        if misses:
            value["misses"] = [asdict(miss) for miss in found.misses]
        emit_or(as_json, value, lambda: _show(value, "granularity"))


@command(evaluations, "timelines")
def eval_timelines(
    file: Annotated[Path, typer.Argument(help="timelines.jsonl, or the folder that holds it.")],
    gold: Annotated[
        bool, typer.Option("--gold", help="Also the update rules on the labelled facts.")
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
    from eywa_fs.evaluation.gold_files import STORY, gold_file, read_gold
    from eywa_fs.evaluation.product_runs import ProductRun
    from eywa_fs.evaluation.story_runs import StoryRun
    from eywa_fs.facts.extraction import extract

    with edge(as_json):
        stories = read_gold(gold_file(file, "timelines.jsonl"), STORY)
        settings = load_settings(chosen.root, chosen.config)
        if no_facts:
            off = settings.facts.model_copy(update={"enabled": False})
            settings = settings.model_copy(update={"facts": off})
        with _fresh_memories(settings) as open_memory:
            systems: dict[str, ProductRun | StoryRun] = {"product": ProductRun(open_memory)}
            if not no_facts:
                systems["facts"] = StoryRun(lambda text, at, before: extract(text, at))
            if gold:
                systems["gold facts"] = StoryRun()
            found: dict[str, TimelineReport] = {}
            for name, run in systems.items():
                with measured(f"telling ({name})", as_json) as progress:
                    found[name] = _told(run, stories, progress)
        value: dict[str, Any] = {
            **_timeline(found["product"]),
            "runs": {name: _timeline(run) for name, run in found.items() if name != "product"},
        }
        if misses:
            value["misses"] = [asdict(miss) for miss in found["product"].misses]
        emit_or(as_json, value, lambda: _show_timelines(found, value))


def _told(
    run: ProductRun | StoryRun, stories: Sequence[Story], progress: Callable[[int, int], None]
) -> TimelineReport:
    from eywa_fs.evaluation.timelines import score

    step = _counter(progress, len(stories))
    return score(stories, run.answer, lambda story: step(run.actions(story)))


@contextmanager
def _fresh_memories(settings: Settings) -> Iterator[Callable[[], Any]]:
    """A way to open empty memories, one after the other, that embed each text once."""
    from eywa_fs.memory import EywaMemory

    with tempfile.TemporaryDirectory(prefix="eywa-eval-") as folder:
        learned = Path(folder) / "embeddings.db"

        @contextmanager
        def fresh() -> Iterator[EywaMemory]:
            with tempfile.TemporaryDirectory(prefix="story-", dir=folder) as root:
                cache = Path(root) / ".index" / "embeddings.db"
                cache.parent.mkdir()
                if learned.exists():
                    shutil.copyfile(learned, cache)
                with EywaMemory(root, settings, background=False) as memory:
                    yield memory
                if cache.exists():
                    shutil.copyfile(cache, learned)

        yield fresh


def _counter(progress: Callable[[int, int], None], total: int) -> Callable[[Any], Any]:
    """Passes values through and counts them."""
    done = 0

    def step(value: Any) -> Any:
        nonlocal done
        done += 1
        progress(done, total)
        return value

    return step


def emit_or(as_json: bool, value: Any, show: Callable[[], None]) -> None:
    """The value as JSON, or shown in tables."""
    if as_json:
        emit(True, value, "")
    else:
        show()


def _remarks(messages: Sequence[GoldMessage]) -> list[str]:
    from eywa_fs.facts.model import PREDICATES

    remarks = []
    if any(fact.predicate not in PREDICATES for m in messages for fact in m.facts):
        remarks.append(FOREIGN)
    unknown = sum(not message.complete for message in messages)
    if unknown:
        known = len(messages) - unknown
        told = f"of the other {known} only" if known else "therefore not given"
        remarks.append(INCOMPLETE.format(open=unknown, all=len(messages), told=told))
    return remarks


def _show_extraction(found: ExtractionReport, remarks: Sequence[str], misses: bool) -> None:
    _table("extraction", "", {"all": found.metrics, "strict": found.strict})
    _table("by language", "language", found.by_language)
    if 0 < len(found.by_tag) <= _FEW:
        _table("by tag", "tag", found.by_tag)
    _counts(found.counts)
    if misses:
        _lines("missed", [asdict(miss) for miss in found.misses])
        _lines("wrong", [asdict(miss) for miss in found.false_positives])
    for remark in remarks:
        print(remark)


def _show(value: Mapping[str, Any], group: str) -> None:
    _table("", "", {"all": value["metrics"]})
    _table("by language", "language", value["by_language"])
    _table(f"by {group}", group, value[f"by_{group}"])
    _counts(value["counts"])
    _lines("wrong", value.get("misses", ()))


def _show_timelines(found: Mapping[str, TimelineReport], value: Mapping[str, Any]) -> None:
    rows: list[tuple[object, ...]] = [
        (name, *(_rounded(run.metrics.get(name)) for run in found.values()))
        for name in value["metrics"]
    ]
    show_table("all stories", ("figure", *found), rows)
    for language in value["by_language"]:
        rows = [
            (name, *(_rounded(run.by_language[language].get(name)) for run in found.values()))
            for name in value["metrics"]
        ]
        show_table(f"stories in {language}", ("figure", *found), rows)
    _counts(value["counts"])
    _lines("wrong", value.get("misses", ()))


def _table(title: str, first: str, rows: Mapping[str, Figures]) -> None:
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    cells = [[label, *(_rounded(row.get(name)) for name in names)] for label, row in rows.items()]
    show_table(title, (first, *names), cells)


def _counts(counts: Mapping[str, int]) -> None:
    show_table("counts", ("what", "number"), list(counts.items()))


def _lines(title: str, wrong: Sequence[Mapping[str, Any]]) -> None:
    if wrong:
        print(f"{title}:")
    for miss in wrong:
        print("  " + "  ".join(f"{k}={safe_line(str(v))}" for k, v in miss.items()))


def _pair_figures(score: Any) -> dict[str, float | int | None]:
    figures: dict[str, float | int | None] = {
        name: _rounded(getattr(score, name))
        for name in ("precision", "recall", "false_positive_rate")
    }
    return figures | {"pairs": score.positives + score.negatives}


def _shares(score: Any) -> dict[str, float | int | None]:
    names = ("exact_start", "iou90", "answered")
    shares = {name: _rounded(getattr(score, name)) for name in names}
    if not score.iou_count:
        shares["iou90"] = None  # a point has no extent
    return shares | {"expressions": score.count}


def _timeline(report: TimelineReport) -> dict[str, Any]:
    return {
        "metrics": {name: _rounded(x) for name, x in report.metrics.items()},
        "by_language": {
            language: {name: _rounded(x) for name, x in figures.items()}
            for language, figures in report.by_language.items()
        },
        "counts": dict(report.counts),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
