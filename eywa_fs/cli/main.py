"""``eywa``: the commands. Each is a thin call on a public method of :class:`EywaMemory`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eywa_fs.cli.output import edge, emit, note

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory

EXIT_CODES = (
    "Exit codes: 0 well, 1 findings, 2 usage, 3 forbidden, 4 not found, 5 the truth cannot be "
    "read or written, 6 a part is unavailable, 7 index of another embedder or version, "
    "8 another process holds the indexer, 9 timeout, 10 internal error, 130 interrupted."
)

app = typer.Typer(no_args_is_help=True, help="Long-term memory that can be proved.",
                  epilog=EXIT_CODES, pretty_exceptions_enable=False)  # fmt: skip
evaluations = typer.Typer(no_args_is_help=True, help="Measure quality on a folder of data.")
outbox_app = typer.Typer(no_args_is_help=True, help="Work that waits or was given up.")
app.add_typer(evaluations, name="eval")
app.add_typer(outbox_app, name="outbox")

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Tenant = Annotated[str, typer.Option(help="Tenant id.")]
User = Annotated[str, typer.Option(help="User id.")]
Session = Annotated[str, typer.Option(help="Session id.")]

_chosen: dict[str, Any] = {"root": "memory_fs", "config": None}


@app.callback()
def choose(
    root: Annotated[str, typer.Option(envvar="EYWA_ROOT", help="The data root.")] = "memory_fs",
    config: Annotated[str | None, typer.Option(help="A YAML file of settings.")] = None,
) -> None:
    """Long-term memory that can be proved."""
    _chosen.update(root=root, config=config)


def _memory(*, migrating: bool = False) -> EywaMemory:
    from eywa_fs.memory import EywaMemory

    return EywaMemory(_chosen["root"], _chosen["config"], background=False, migrating=migrating)


def _index(memory: EywaMemory, quiet: bool) -> None:
    """Index what is new; a holder of the lease elsewhere does it in our place."""
    from eywa_fs.errors import DependencyUnavailable, IndexerBusy

    done = 0

    def progress(number: int) -> None:
        nonlocal done
        done += number
        if not quiet and sys.stderr.isatty():
            print(f"\rindexed {done} documents", end="", file=sys.stderr, flush=True)

    try:
        for problem in dict.fromkeys(memory.index(progress).problems):
            note(f"warning: {problem}")
    except (IndexerBusy, DependencyUnavailable) as error:
        note(f"not indexed now: {error}")
    if done and sys.stderr.isatty() and not quiet:
        print(file=sys.stderr)


@app.command(epilog=EXIT_CODES)
def add(
    text: Annotated[str, typer.Argument(help="The text; - reads standard input.")],
    tenant: Tenant = "default",
    user: User = "me",
    session: Session = "default",
    role: Annotated[str, typer.Option(help="user, assistant, system or tool.")] = "user",
    speaker: Annotated[str | None, typer.Option(help="Who said it.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="A tag; may be repeated.")] = None,
    timestamp: Annotated[int | None, typer.Option(help="Epoch milliseconds.")] = None,
    event_id: Annotated[str | None, typer.Option(help="The record's id.")] = None,
    idempotency_key: Annotated[str | None, typer.Option(help="Write once per key.")] = None,
    index: Annotated[bool, typer.Option(help="Index it now.")] = True,
    as_json: Json = False,
) -> None:
    """Write one record durably."""
    from eywa_fs.model.results import anchor_dict

    with edge(as_json), _memory() as memory:
        anchor = memory.append(
            sys.stdin.read() if text == "-" else text,
            role,
            tenant_id=tenant,
            user_id=user,
            session_id=session,
            speaker=speaker,
            tags=tag or (),
            timestamp=timestamp,
            event_id=event_id,
            idempotency_key=idempotency_key,
        )
        if index:
            _index(memory, as_json)
        emit(as_json, anchor_dict(anchor), anchor.citation)


@app.command("import", epilog=EXIT_CODES)
def import_(
    files: Annotated[list[Path], typer.Argument(help="Files of JSON lines.")],
    tenant: Tenant = "default",
    user: User = "me",
    session: Session = "default",
    index: Annotated[bool, typer.Option(help="Index afterwards.")] = True,
    as_json: Json = False,
) -> None:
    """Import records of JSON lines; running it again adds nothing twice."""
    from eywa_fs.importing.jsonl import import_file

    with edge(as_json), _memory() as memory:
        defaults = {"tenant_id": tenant, "user_id": user, "session_id": session}
        reports = [import_file(memory, path, defaults) for path in files]
        if index:
            _index(memory, as_json)
        bad = [problem for report in reports for problem in report.problems]
        total = sum(report.records for report in reports)
        value = {"records": total, "bad_lines": bad}
        emit(as_json, value, f"{total} records imported, {len(bad)} lines refused")
        for problem in bad[:20]:
            note(problem)
        if bad:
            raise typer.Exit(1)


@app.command(epilog=EXIT_CODES)
def search(
    query: str,
    tenant: Tenant = "default",
    user: User = "me",
    limit: Annotated[int, typer.Option(help="Hits wanted.")] = 10,
    offset: Annotated[int, typer.Option(help="Hits to skip.")] = 0,
    strategy: Annotated[
        str, typer.Option(help="auto, exact, semantic, temporal or hybrid.")
    ] = "auto",
    as_of: Annotated[int | None, typer.Option(help="Only before (epoch ms).")] = None,
    as_json: Json = False,
) -> None:
    """Find records, each proved against its file."""
    with edge(as_json), _memory() as memory:
        result = memory.retrieve(
            query, tenant_id=tenant, user_id=user, limit=limit, offset=offset,
            strategy=strategy, as_of=as_of,
        )  # fmt: skip
        lines = [
            f"{number}. {hit.text}\n   {hit.citation}  score {hit.score:.3f}  ({hit.why})"
            for number, hit in enumerate(result.hits, start=1)
        ]
        emit(as_json, result.as_dict(), "\n".join(lines) or "nothing found")
        if not as_json:
            for reason in result.degraded:
                note(f"degraded: {reason}")
            if result.dropped:
                note(f"refused, because their files say otherwise: {dict(result.dropped)}")


@app.command(epilog=EXIT_CODES)
def context(
    message: str,
    tenant: Tenant = "default",
    user: User = "me",
    budget: Annotated[int | None, typer.Option(help="Tokens at most.")] = None,
    as_json: Json = False,
) -> None:
    """What to tell a model about the user, with citations."""
    with edge(as_json), _memory() as memory:
        found = memory.before_llm(message, tenant_id=tenant, user_id=user, token_budget=budget)
        sources = "\n".join(f"[{c.number}] {c.citation}" for c in found.citations)
        emit(as_json, found.as_dict(), f"{found.context}\n\n{sources}")


@app.command(epilog=EXIT_CODES)
def show(
    citation: str, tenant: Tenant = "default", user: User = "me", as_json: Json = False
) -> None:
    """The record a citation path:line points at."""
    with edge(as_json), _memory(migrating=True) as memory:
        record = memory.show(citation, tenant_id=tenant, user_id=user)
        value = {
            "event_id": record.event_id,
            "session_id": record.session_id,
            "role": record.role,
            "speaker": record.speaker,
            "timestamp": record.timestamp,
            "content": record.content,
            "sealed": record.sealed,
        }
        emit(as_json, value, record.content)


@app.command(epilog=EXIT_CODES)
def explain(
    query: str, event_id: str, tenant: Tenant = "default", user: User = "me", as_json: Json = False
) -> None:
    """Where a record is ranked for a query, and why not higher."""
    with edge(as_json), _memory() as memory:
        found = memory.explain(query, event_id, tenant_id=tenant, user_id=user)
        emit(as_json, found.as_dict(), f"{found.reason}\n{dict(found.sources)}")


@app.command(epilog=EXIT_CODES)
def status(as_json: Json = False) -> None:
    """Counts, lag, dead letters and the health of each part."""
    with edge(as_json), _memory(migrating=True) as memory:
        found = memory.status().as_dict()
        emit(as_json, found, "\n".join(f"{name}: {value}" for name, value in found.items()))
        raise typer.Exit(0 if found["ok"] else 1)


@app.command(epilog=EXIT_CODES)
def verify(
    deep: Annotated[bool, typer.Option(help="Read every byte.")] = False, as_json: Json = False
) -> None:
    """Compare the truth with everything derived from it; writes nothing."""
    with edge(as_json), _memory(migrating=True) as memory:
        report = memory.verify(deep=deep)
        lines = [f"{f.severity} {f.kind} {f.target}: {f.detail}" for f in report.findings]
        lines.append(f"checked {report.checked}: " + ("well" if report.ok else "errors found"))
        emit(as_json, report.as_dict(), "\n".join(lines))
        raise typer.Exit(0 if report.ok else 1)


@app.command(epilog=EXIT_CODES)
def repair(
    apply: Annotated[bool, typer.Option(help="Do it; without, only say what.")] = False,
    as_json: Json = False,
) -> None:
    """Make the derived state fit the truth again; a dry run unless --apply."""
    with edge(as_json), _memory(migrating=True) as memory:
        report = memory.repair(apply=apply)
        verb = "did" if report.applied else "would"
        lines = [f"{verb} {a.kind} {a.target} ({a.reason})" for a in report.actions]
        if report.actions and not report.applied:
            lines.append("run 'eywa repair --apply' to do it")
        emit(as_json, report.as_dict(), "\n".join(lines) or "nothing to repair")
        raise typer.Exit(0 if report.ok else 1)


@app.command(epilog=EXIT_CODES)
def rebuild(
    prove: Annotated[bool, typer.Option(help="Compare with the old state.")] = False,
    as_json: Json = False,
) -> None:
    """Derive everything anew beside the old state, then switch."""
    with edge(as_json), _memory(migrating=True) as memory:
        report = memory.rebuild(prove=prove)
        text = f"generation {report.generation}: {report.documents} documents, {report.digest}"
        if report.equal is not None:
            text += "\nthe same as before" if report.equal else "\nNOT the same as before"
        emit(as_json, report.as_dict(), text)
        raise typer.Exit(1 if prove and report.equal is False else 0)


@outbox_app.command("list", epilog=EXIT_CODES)
def outbox_list(as_json: Json = False) -> None:
    """Events that wait, run or were given up."""
    with edge(as_json), _memory(migrating=True) as memory:
        events = memory.outbox()
        rows = [f"{e.id} {e.status} {e.event_type} {e.target} {e.error}" for e in events]
        value = [{name: getattr(e, name) for name in e.__slots__} for e in events]
        emit(as_json, {"events": value}, "\n".join(rows) or "empty")


@outbox_app.command("retry", epilog=EXIT_CODES)
def outbox_retry(as_json: Json = False) -> None:
    """Give dead letters another eight attempts, and work them off."""
    with edge(as_json), _memory() as memory:
        number = memory.retry_dead_letters()
        emit(as_json, {"retried": number}, f"{number} retried")


@evaluations.command("retrieval", epilog=EXIT_CODES)
def eval_retrieval(
    folder: Path,
    ablate: Annotated[bool, typer.Option(help="Also words alone and vectors alone.")] = False,
    limit_queries: Annotated[int | None, typer.Option(help="Ask only so many.")] = None,
    as_json: Json = False,
) -> None:
    """Recall, MRR and nDCG on FOLDER/queries.jsonl; import its corpus.jsonl first."""
    from eywa_fs.evaluation.retrieval import evaluate

    with edge(as_json), _memory() as memory:
        _index(memory, as_json)
        runs = {"auto": "fused"} | ({"exact": "words", "semantic": "vectors"} if ablate else {})
        found = {
            name: evaluate(memory.retrieve, folder, strategy=strategy, limit=limit_queries)
            for strategy, name in runs.items()
        }
        value = found["fused"].as_dict()
        if ablate:
            value["ablation"] = {n: dict(run.metrics) for n, run in found.items() if n != "fused"}
        lines = [f"{name}: {json.dumps(run.metrics)}" for name, run in found.items()]
        lines += [f"{c}: {json.dumps(m)}" for c, m in found["fused"].by_category.items()]
        lines.append(json.dumps({k: value[k] for k in ("counts", "latency_ms", "context_tokens")}))
        emit(as_json, value, "\n".join(lines))


def run() -> None:
    """Entry point of the ``eywa`` command; ``--json`` may stand before the command as well."""
    arguments = sys.argv[1:]
    if "--json" in arguments[: _command_place(arguments)]:
        arguments.remove("--json")
        arguments.append("--json")
    app(args=arguments)


def _command_place(arguments: list[str]) -> int:
    place = 0
    while place < len(arguments) and arguments[place].startswith("-"):
        place += 2 if arguments[place] in ("--root", "--config") else 1
    return place


if __name__ == "__main__":
    run()
