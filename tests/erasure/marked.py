"""Records with marked texts of all kinds and lengths, and looking for the marks byte by byte."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from corpus import DAY_0, MINUTE

CHILD = Path(__file__).with_name("child.py")

CONFIG: dict[str, Any] = {"lanes": {"fact_summary": "on"}}
"""Summaries on: what is older than a week gets them."""

USER: dict[str, Any] = {"tenant_id": "acme", "user_id": "ana"}
FOLDER = "tenants/acme/users/ana"
MARK = "zqx"
CHINESE = "朱鹮"
SHORT = "§k%02d§"


def marked(number: int) -> dict[str, Any]:
    """The draft of one marked record; its kind goes by its number."""
    name = f"{MARK}{number:04d}"
    draft: dict[str, Any] = {
        "content": f"I saw {name} near the harbour.",
        "timestamp": DAY_0 + number * MINUTE,
        "session_id": f"s{number % 3}",
        **USER,
    }
    more: tuple[dict[str, Any], ...] = (
        {},
        {"content": f"I live in {name.title()} Town."},
        {"content": f"我昨天在{CHINESE}{number:04d}湖边散步，天气很好。"},
        {"content": f'she said "{name}\\path\n\ttab" and left 🦜{name}🦜'},
        {"content": "A word. " * 60 + f"In the end {name} came." + " And more." * 60},
        {"content": "ok", "tags": [f"tag {name}"]},
        {"content": "ok", "idempotency_key": f"key {name}"},
        {"content": "ok", "meta": {"deep": [{"note": f"meta {name}"}]}},
        {"content": f"My sister is called {name.title()}.", "role": "user"},
        {"content": f"{name}"},
    )
    return draft | more[number % len(more)]


def kept(number: int) -> dict[str, Any]:
    """The draft of a record that stays."""
    return {
        "content": f"The kettle number {number} leaks a little. 水壶{number}号漏水。",
        "timestamp": DAY_0 + number * MINUTE + 1,
        "session_id": f"s{number % 3}",
        **USER,
    }


def foreign_lines() -> dict[str, str]:
    """Files of other programs: lines without keys, escaped ones, malformed and torn ones, notes."""
    escaped = json.dumps({"content": f"{CHINESE} {MARK}9001 escaped \U0001f99c"})
    upper = "".join(f"\\u{ord(letter):04X}" for letter in f"{MARK}9002 in escapes")
    short = '{"content":"%s"}' % (SHORT % 1)
    lines = [
        escaped,
        f'{{"content":"{upper}"}}',
        f'{{"content":"{MARK}9003 stands twice","content":"the last one counts"}}',
        short,
        '{"content":"stays"}',
        f"not json but {MARK}9004 \\u6731\\u9e6e",
        '{"content":"stays too"}',
        f'{{"content":"torn {MARK}9005',
    ]
    notes = (
        f"# {MARK}9006 only a heading\n\n# Garden\n\nstays\n\n## Birds\n\n"
        f"Line one\r\n{CHINESE} {MARK}9007 雪\n\n# Last\n\nstays as well\n"
    )
    return {
        f"{FOLDER}/sessions/foreign/2025-06-16.jsonl": "\n".join(lines),
        f"{FOLDER}/longterm/notes.md": notes,
    }


def put(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())


def forms(text: str) -> set[bytes]:
    """How a text may stand in a file, told independently of the program."""
    found = {text.encode(), text.encode("utf-16-le"), text.encode("utf-16-be")}
    return found | {json.dumps(text, ensure_ascii=a)[1:-1].encode() for a in (True, False)}


def places(root: Path, texts: Iterable[str]) -> list[str]:
    """The files below a root in which one of the texts stands."""
    wanted = {form for text in texts for form in forms(text)}
    found = []
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            found += [f"{path.relative_to(root)}: {form!r}" for form in wanted if form in data]
    return found


@contextmanager
def child(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process of ours that has said that it is ready; killed at the end."""
    command = [sys.executable, str(CHILD), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()
