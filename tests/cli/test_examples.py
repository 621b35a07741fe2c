"""Every command's help has an example, and the example works."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any, cast

import click
import pytest
import typer.main
from corpus import Eywa

from eywa_fs.cli.main import run_arguments, whole_app
from eywa_fs.memory import EywaMemory

NOON = 1_748_779_200_000

FILES: dict[str, Any] = {
    "conversations.json": [{"role": "user", "content": "The ferry leaves at seven."}],
    "corpus.jsonl": {"tenantId": "default", "userId": "ana", "eventId": "moved", "content": "x"},
    "queries.jsonl": {
        "tenantId": "default", "userId": "ana", "query": "Porto", "evidence": [["moved"]],
    },
    "extraction.jsonl": {
        "id": "1", "lang": "en", "content": "I live in Porto.", "timestamp": NOON, "facts": [
            {"subject": "user", "predicate": "lives_in", "object": "Porto", "negated": False}
        ],
    },
    "conflict.jsonl": {
        "id": "1", "lang": "en", "label": "supersede",
        "first": {"content": "I live in Faro.", "timestamp": NOON},
        "second": {"content": "I live in Porto now.", "timestamp": NOON + 86_400_000},
    },
    "temporal.jsonl": {
        "id": "1", "lang": "en", "text": "on 2 June", "span": "2 June", "granularity": "day",
        "reference": "2025-06-01T12:00:00",
        "accept": [{"start": "2025-06-02T00:00:00", "end": "2025-06-03T00:00:00"}],
    },
    "timelines.jsonl": {
        "id": "1", "lang": "en", "facts": [], "actions": [], "queries": [], "events": [
            {"eventId": "e", "role": "user", "content": "I live in Porto.", "timestamp": NOON}
        ],
    },
}  # fmt: skip
"""Files that examples name, each of one line."""

ENDLESS = (
    *("eywa watch", "eywa serve", "eywa ui", "eywa slo"),
    *("eywa enrich", "eywa mcp serve", "eywa mcp hook"),
)
"""What runs until it is stopped, reads standard input, or asks a model or a service: tested
elsewhere."""


def helps(command: click.Command, path: str) -> dict[str, str]:
    """What is shown below the help of each command, by its name."""
    children = getattr(command, "commands", None)
    if children is None:
        return {path: command.epilog or ""}
    found: dict[str, str] = {}
    for name, child in children.items():
        found |= helps(child, f"{path} {name}")
    return found


HELPS = helps(cast(Any, typer.main.get_command(whole_app())), "eywa")


def example(path: str) -> str:
    """The command line that the help shows; its command, with ``ask`` left out."""
    found = re.match(r"Example: (.+)\n", HELPS[path])
    assert found and found[1].startswith(path.removesuffix(" ask")), path
    return found[1]


@pytest.fixture(scope="module")
def ana(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A root with records of Ana, and the ids of two facts that are in conflict."""
    folder = tmp_path_factory.mktemp("ana")
    with EywaMemory(folder, background=False) as memory:
        memory.append("I moved to Porto.", user_id="ana", event_id="moved")
        memory.append("I was born in Faro.", user_id="ana")
        memory.append("I was born in Braga.", user_id="ana")
        for name in ("deleted", "updated", "archived", "pinned"):
            memory.append("The lamp is green.", user_id="ana", event_id=name)
        memory.delete("deleted", user_id="ana")
        memory.update("updated", "The lamp is blue.", user_id="ana")
        memory.archive("archived", user_id="ana")
        memory.pin("pinned", user_id="ana")
        memory.rebuild()  # leaves an entry in the audit trail
        born = memory.facts(user_id="ana", predicate="born_in").facts
        return folder, [fact.atomic_id for fact in born]


@pytest.mark.parametrize("path", sorted(HELPS))
def test_the_example_of_a_command_works(
    path: str,
    eywa: Eywa,
    ana: tuple[Path, list[str]],
    root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = example(path)
    if path in ENDLESS:
        return
    built, (fact, other) = ana
    shutil.copytree(built, root)
    if path == "eywa audit accept":
        [trail] = (root / "audit").iterdir()
        trail.write_bytes(trail.read_bytes().replace(b"operator", b"OPERATOR", 1))
        line = line.replace("PATH", f"audit/{trail.name}")
    if path == "eywa forget undo":
        with EywaMemory(root, background=False) as memory:
            for _ in range(2):
                memory.append("The kettle leaks.", user_id="ana", timestamp=NOON)
            line = line.replace("RUN", memory.forget(user_id="ana", compact="light").run)
    if path == "eywa replay":
        with EywaMemory(root, background=False) as memory:
            decisions = memory.explain_verdict(fact, user_id="ana").decisions
            line = line.replace("TRACE", decisions[0].trace_id)
    if "EPISODE_ID" in line:
        with EywaMemory(root, background=False) as memory:
            done = memory.record_episode("x", scene_type="y", skill_used="z", user_id="ana")
        line = line.replace("EPISODE_ID", done.id)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    if path == "eywa restore":
        eywa("backup", "../safe/memory")
    if path == "eywa migrate back":
        eywa("migrate", "embedder", "minilm")
    if path == "eywa keys revoke":
        made = eywa("keys", "create", "laptop", "--tenant", "default", "--json").value
        line = line.replace("KEY_ID", made["key_id"])
    for name, value in FILES.items():
        Path(name).write_text(json.dumps(value) + "\n", encoding="utf-8")
    known = {"EVENT_ID": "moved", "FACT_ID": fact, "OTHER_ID": other, "FOLDER": "."}
    known |= {f"{name.upper()}_ID": name for name in ("deleted", "updated", "archived", "pinned")}
    for placeholder, meant in known.items():
        line = line.replace(placeholder, meant)
    assert eywa(*shlex.split(line)[1:]).out
    assert run_arguments([*path.split()[1:], "--help"]) == 0
    assert "Example: " in capsys.readouterr().out
