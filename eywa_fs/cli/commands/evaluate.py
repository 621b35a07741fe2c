"""``eywa eval``: measuring on labelled data what is found, read, updated and answered."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eywa_fs.cli.groups import command, group
from eywa_fs.cli.opening import index_now, open_memory
from eywa_fs.cli.options import Keep, Misses, chosen
from eywa_fs.cli.output import emit, figures, note, shown, table
from eywa_fs.cli.progress import bar
from eywa_fs.model.safetext import safe_line

if TYPE_CHECKING:
    from eywa_fs.config import Settings
    from eywa_fs.evaluation.report import Report
    from eywa_fs.memory import EywaMemory

evaluations = group("eval", "Measure quality on a folder of data.")

RUNS = {"fused": "auto"}
ABLATION = {"words": "exact", "vectors": "semantic"}
_FEW = 10
"""Groups that are shown in a table; where there are more, ``--json`` has them."""

File = Annotated[Path, typer.Argument(help="The file of labels, or the folder that holds it.")]


@command(evaluations, "retrieval", "eywa eval retrieval FOLDER --ablate")
def eval_retrieval(
    folder: Annotated[Path, typer.Argument(help="Holds corpus.jsonl and queries.jsonl.")],
    ablate: Annotated[bool, typer.Option(help="Also words alone and vectors alone.")] = False,
    limit_queries: Annotated[int | None, typer.Option(help="Ask only so many.")] = None,
    keep: Keep = False,
) -> None:
    """Recall, MRR and nDCG on FOLDER/queries.jsonl; import its corpus.jsonl first."""
    from eywa_fs.evaluation.gold_files import name_of
    from eywa_fs.evaluation.retrieval import evaluate, missing_records

    with open_memory() as memory:
        if missing := missing_records(folder, memory.layout):
            note(f"warning: {missing} records of the corpus are not in this root")
        index_now(memory)
        found = {}
        for name, strategy in (RUNS | (ABLATION if ablate else {})).items():
            with bar(f"asking ({name})") as progress:
                found[name] = evaluate(
                    memory.retrieve,
                    folder,
                    strategy=strategy,
                    limit=limit_queries,
                    progress=progress,
                )
        fused = found["fused"]
        value = fused.as_dict()
        if ablate:
            value["ablation"] = {name: dict(found[name].metrics) for name in ABLATION}
        tokens = value["context_tokens"]
        about = {
            **fused.counts,
            **{f"latency {name}": f"{ms} ms" for name, ms in value["latency_ms"].items()},
            "context of the first ten": f"{tokens['mean']} tokens",
            "the full history": f"{tokens['full_history']} tokens",
            "share": tokens["ratio"],
        }
        tables = (
            figures("all queries with evidence", {n: run.metrics for n, run in found.items()}),
            figures("by category", fused.groups["category"]),
            table(("figure", "value"), [(name, str(item)) for name, item in about.items()]),
        )
        emit(value, "\n".join(filter(None, tables)))
        if keep:
            data = name_of(folder / "queries.jsonl", folder / "corpus.jsonl")
            data += f", {limit_queries} queries" if limit_queries is not None else ""
            _keep(memory, "retrieval", data, {name: run.metrics for name, run in found.items()})


def _add(name: str, about: str) -> None:
    """Add a command that scores a file of labels by the module of evaluation of that name."""

    def eval_labels(file: File, misses: Misses = False, keep: Keep = False) -> None:
        from eywa_fs.evaluation.gold_files import gold_file, name_of, read_gold

        score: Callable[[list[dict[str, Any]]], Report]
        score = import_module(f"eywa_fs.evaluation.{name}").score
        found = score(read_gold(file, name))
        strict = {"strict": found.more["strict"]} if "strict" in found.more else {}
        columns = {"all": found.metrics, **strict}
        _show(found, columns, misses)
        if keep:
            with open_memory() as memory:
                _keep(memory, name, name_of(gold_file(file, name)), columns)

    eval_labels.__doc__ = about
    command(evaluations, name, f"eywa eval {name} {name}.jsonl --misses")(eval_labels)


_add("extraction", "Facts read out of single messages: precision, recall, traceability.")
_add("conflict", "Pairs of statements: does the second one clash with the first, or replace it?")
_add("temporal", "Time expressions: the right start, the right extent.")


@command(evaluations, "timelines", "eywa eval timelines timelines.jsonl --gold")
def eval_timelines(
    file: File,
    gold: Annotated[
        bool, typer.Option("--gold", help="Also with a model that reads and judges as labelled.")
    ] = False,
    no_facts: Annotated[
        bool, typer.Option("--no-facts", help="Answer and write blocks from records alone.")
    ] = False,
    misses: Misses = False,
    keep: Keep = False,
) -> None:
    """Life stories, each in a memory of its own: is the answer current, complete, without leaks?

    Beside the whole product stand the facts alone: without any search for records, where no fact
    answers nothing does.
    """
    from eywa_fs.config import load_settings
    from eywa_fs.evaluation.gold_files import gold_file, name_of, read_gold
    from eywa_fs.evaluation.product_runs import tell
    from eywa_fs.evaluation.timelines import score

    with tempfile.TemporaryDirectory(prefix="eywa-eval-") as folder:
        stories = read_gold(file, "timelines")
        settings = load_settings(chosen.root, chosen.config)
        if no_facts:
            off = settings.facts.model_copy(update={"enabled": False})
            settings = settings.model_copy(update={"facts": off})
        found: dict[str, Report] = {}
        for name, labelled in {"product": False, **({"gold": True} if gold else {})}.items():
            told = []
            with bar(f"telling ({name})") as progress:
                for number, story in enumerate(stories, start=1):
                    told.append(tell(_fresh(folder, settings), story, gold=labelled))
                    progress(number, len(stories))
            found[name] = score((one.story, one.whole, one.acted) for one in told)
            if not no_facts:
                alone = "gold facts" if labelled else "facts"
                found[alone] = score((one.story, one.facts, one.acted) for one in told)
        whole = found["product"]
        others = {n: run.as_dict(misses=misses) for n, run in found.items() if run is not whole}
        columns = {name: run.metrics for name, run in found.items()}
        _show(whole, columns, misses, runs=others)
    if keep:
        with open_memory() as memory:
            _keep(memory, "timelines", name_of(gold_file(file, "timelines")), columns)


@command(evaluations, "list", "eywa eval list")
def list_evaluations() -> None:
    """The evaluations that were kept by --keep, the newest last; the page shows them as charts."""
    with open_memory() as memory:
        kept = memory.evaluations()
    rows = []
    for run in kept:
        for column, found in run.runs.items():
            words = (f"{name} {value}" for name, value in found.items() if value is not None)
            rows.append((shown(run.at), run.kind, run.data, column, ", ".join(words)))
    columns = ("when", "measured", "on", "asked", "figures")
    text = table(columns, rows) if rows else "no figures were kept: --keep of the others does"
    emit({"evaluations": [run.as_dict() for run in kept]}, text)


def _keep(
    memory: EywaMemory, kind: str, data: str, columns: Mapping[str, Mapping[str, Any]]
) -> None:
    run = memory.keep_evaluation(kind, data, columns)
    note(f"kept {run.kind} on {run.data}; 'eywa eval list' and the page of 'eywa ui' show it")


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
    found: Report, columns: Mapping[str, Mapping[str, Any]], misses: bool, **more: Any
) -> None:
    """A report as JSON, with ``more``, or in tables: first ``columns``, then its groups."""
    lines = [figures("", columns)]
    for kind, groups in found.groups.items():
        if len(groups) <= _FEW:
            lines.append(figures(f"by {kind}", groups))
    lines.append(table(("what", "number"), list(found.counts.items()), "counts"))
    if misses and found.misses:
        lines.append("wrong:")
        for miss in found.misses:
            lines.append("  " + "  ".join(f"{k}={safe_line(str(v))}" for k, v in miss.items()))
    lines += found.more.get("remarks", ())
    emit(found.as_dict(misses=misses) | more, "\n".join(filter(None, lines)))
