"""Reading Markdown notes: a file, or a folder or archive of them, such as an Obsidian vault.

A note becomes a Markdown file of the user's ``longterm`` folder, as it is; why not records stands
in docs/decisions/0027-export-and-import.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from eywa_fs.errors import ImportFormatError
from eywa_fs.importing.found import Found, Job, Note, session_name
from eywa_fs.importing.trees import Tree, decoded
from eywa_fs.truth.folder_names import encode_id

ENDING = ".md"


def is_note(name: str) -> bool:
    """Whether a file is a note, by its name."""
    return name.lower().endswith(ENDING)


def records(tree: Tree, job: Job) -> Iterator[Found]:
    """The notes of a folder, below one named by the session, or as the folder; else ``notes``."""
    options = job.options
    tenant, user = encode_id(options.tenant_id), encode_id(options.user_id)
    group = encode_id(options.session_id or _name(job.path) or "notes")
    place = f"tenants/{tenant}/users/{user}/longterm/{group}"
    for done, name in enumerate(tree.names, start=1):
        where = f"{job.path}: {name}"
        if not is_note(name):
            job.skip("file that is no Markdown")
            continue
        try:
            data = tree.read(name)
            decoded(data, name)
        except ImportFormatError as error:
            job.refuse(str(job.path), str(error))
            continue
        if not data.strip():
            job.skip("empty note")
        elif len(name.encode()) > 900 or max(len(p.encode()) for p in name.split("/")) > 240:
            job.refuse(where, "its name is too long for a file")
        else:
            yield Found(where, Note(f"{place}/{name}", data), done)


def _name(path: Path) -> str:
    """The name of a folder or an archive; nothing for a single note."""
    stem = "" if is_note(path.name) else path.stem
    return session_name(path.resolve().name if path.is_dir() else stem)
