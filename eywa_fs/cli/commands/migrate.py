"""Commands that change the embedder: migrate embedder, status, back, drop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eywa_fs.cli.groups import command, group
from eywa_fs.cli.opening import open_memory
from eywa_fs.cli.options import chosen
from eywa_fs.cli.output import emit, table
from eywa_fs.cli.progress import bar
from eywa_fs.errors import BadRequest
from eywa_fs.model.plain import plain

if TYPE_CHECKING:
    from eywa_fs.config import EmbeddingSettings
    from eywa_fs.maintenance.migrate import MigrationReport

migrate_group = group("migrate", "Another embedder, and back.")

_AGAIN = "the index in use is as it was; the same command goes on with what was embedded"
Text = str | None


@dataclass(frozen=True, slots=True)
class OfBackend:
    """Options with the names of the settings of the section ``embedding``."""

    model: Annotated[Text, typer.Option(help="sentence-transformers, http: the model.")] = None
    base_url: Annotated[Text, typer.Option(help="http: the server, up to /v1.")] = None
    dimension: Annotated[int | None, typer.Option(help="http: length of a vector.")] = None
    query_prefix: Annotated[Text, typer.Option(help="Put before every query.")] = None
    document_prefix: Annotated[Text, typer.Option(help="Put before every document.")] = None


@command(migrate_group, "embedder", "eywa migrate embedder minilm", again=_AGAIN)
def embedder(
    of: OfBackend,
    backend: Annotated[
        str | None, typer.Argument(help="ensemble, e5, minilm, sentence-transformers, http, auto.")
    ] = None,
    to_config: Annotated[
        str | None, typer.Option(help="Take all of 'embedding' from this YAML file instead.")
    ] = None,
) -> None:
    """Derive the index with another embedder while the current one serves, then switch."""
    asked = _asked(backend, of, to_config)
    with open_memory(migrating=True) as memory:
        with bar(
            "migrating", "documents", lambda: int(memory.status().index.get("total", 0))
        ) as progress:
            report = memory.migrate_embedder(asked, progress=progress)
        _tell(report)


@command(migrate_group, "back", "eywa migrate back", again=_AGAIN)
def back() -> None:
    """Return to the embedder before; its generation is brought up to date first."""
    with open_memory(migrating=True) as memory:
        with bar("going back", "documents") as progress:
            report = memory.migrate_back(progress=progress)
        _tell(report)


@command(migrate_group, "status", "eywa migrate status --json")
def status() -> None:
    """Which generations there are: embedder, size, current, kept, unfinished."""
    with open_memory(migrating=True) as memory:
        found = memory.generations()
        cells = [
            (f"gen-{g.number:06d}", g.state, g.embedder, g.dimension, f"{g.bytes / 2**20:.1f} MiB")
            for g in found
        ]
        text = table(("generation", "state", "embedder", "dimensions", "size"), cells)
        value = {"generations": plain(found)}
        told = [_NEXT[g.state] for g in found if g.state in _NEXT]
        emit(value, text or "nothing is indexed yet", told)


_NEXT = {
    "previous": "next: 'eywa migrate back' returns to it, 'eywa migrate drop' removes it",
    "unfinished": "unfinished: 'eywa migrate embedder' begins anew, 'eywa migrate drop' removes it",
}


@command(migrate_group, "drop", "eywa migrate drop")
def drop() -> None:
    """Remove the generation that is kept to go back to, and unfinished ones."""
    with open_memory(migrating=True) as memory:
        removed = memory.drop_previous()
        names = ", ".join(f"gen-{number:06d}" for number in removed)
        emit({"removed": removed}, f"removed: {names}" if removed else "nothing to remove")


def _asked(
    backend: str | None, of: OfBackend, to_config: str | None
) -> EmbeddingSettings | dict[str, Any]:
    """What the command line asks for; ``BadRequest`` where it is nothing, or twice."""
    given = {name: value for name in of.__slots__ if (value := getattr(of, name)) is not None}
    if to_config is not None:
        if backend is not None or given:
            raise BadRequest("give a backend with its options, or --to-config, not both")
        from eywa_fs.config import load_settings

        return load_settings(chosen.root, to_config).embedding
    if backend is None:
        raise BadRequest("which embedder? 'eywa migrate embedder BACKEND', or --to-config FILE")
    return {"backend": backend, **given}


def _tell(report: MigrationReport) -> None:
    kept = "" if report.previous is None else f"; generation {report.previous} is kept"
    did = f"{report.documents} documents, {report.digest}" if report.built else "it was in use"
    text = f"generation {report.generation} by {report.embedder}: {did}{kept}"
    if report.built:
        text += f"\nfound by their own words: {report.words}, by their vectors: {report.vectors}"
    told = []
    if report.settings_written:
        text += "\nconfig.yaml names it"
    else:
        told = [f"write this where the settings of this root come from:\n{report.settings}"]
    emit(report.as_dict(), text, told)
