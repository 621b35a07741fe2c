"""The scripts that make sets and weights of the texts in ``evaluation/`` do so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]
STORIES = PROJECT / "evaluation" / "stories" / "stories_en.jsonl"


def run(code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=PROJECT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_weights_are_learned_from_labelled_questions_and_nothing_is_random() -> None:
    code = """
import sys; sys.path.insert(0, "scripts")
import learn_asking
from eywa_fs.language.asking import KINDS, shares
rows = [(f"{how} {what}?", kind) for kind, how in enumerate(
    ("what is now", "tell the course of", "what was the former", "back then what was"))
    for what in ("my home", "my job", "my car", "the rent")]
weights = learn_asking.learn(rows)
again = learn_asking.learn(rows)
assert all((weights[gram] == again[gram]).all() for gram in weights)
read = [shares(text.replace("rent", "lamp"), weights) for text, _ in rows]
print([KINDS.index(max(odds, key=odds.get)) for odds in read] == [kind for _, kind in rows])
"""
    assert run(code).strip() == "True"


def test_stories_become_a_set_with_a_user_for_each(tmp_path: Path) -> None:
    script = str(PROJECT / "scripts" / "stories_as_set.py")
    code = "import runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], {}, '__main__')"
    run(code, script, str(tmp_path / "set"), str(STORIES))
    stories = [json.loads(line) for line in STORIES.read_text("utf-8").splitlines()]
    rows = {}
    for name in ("corpus", "queries"):
        text = (tmp_path / "set" / f"{name}.jsonl").read_text("utf-8")
        rows[name] = [json.loads(line) for line in text.splitlines()]
    assert len(rows["corpus"]) == sum(len(story["events"]) for story in stories)
    assert len(rows["queries"]) == sum(len(story["queries"]) for story in stories)
    ids = {row["eventId"] for row in rows["corpus"]}
    assert all(set(group) <= ids for row in rows["queries"] for group in row["evidence"])
