"""``eywa eval``: measuring quality on a folder of data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eywa_fs.cli.groups import command, evaluations
from eywa_fs.cli.opening import index_now, open_memory
from eywa_fs.cli.output import emit, note
from eywa_fs.cli.progress import measured
from eywa_fs.cli.tables import figures, table

RUNS = {"fused": "auto"}
ABLATION = {"words": "exact", "vectors": "semantic"}


@command(evaluations, "retrieval", "eywa eval retrieval FOLDER --ablate")
def eval_retrieval(
    folder: Annotated[Path, typer.Argument(help="Holds corpus.jsonl and queries.jsonl.")],
    ablate: Annotated[bool, typer.Option(help="Also words alone and vectors alone.")] = False,
    limit_queries: Annotated[int | None, typer.Option(help="Ask only so many.")] = None,
) -> None:
    """Recall, MRR and nDCG on FOLDER/queries.jsonl; import its corpus.jsonl first."""
    from eywa_fs.evaluation.retrieval import evaluate, missing_records

    with open_memory() as memory:
        if missing := missing_records(folder, memory.layout):
            note(f"warning: {missing} records of the corpus are not in this root")
        index_now(memory)
        found = {}
        for name, strategy in (RUNS | (ABLATION if ablate else {})).items():
            with measured(f"asking ({name})") as progress:
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
