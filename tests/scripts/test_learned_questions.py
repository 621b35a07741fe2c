"""The scripts that make sets and weights of the texts in ``evaluation/`` do so."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from eywa_fs.language.asking import KINDS, shares
from eywa_fs.retrieval.aim import LEARNED

PROJECT = Path(__file__).parents[2]
STORIES = PROJECT / "evaluation" / "stories" / "stories_en.jsonl"
sys.path.insert(0, str(PROJECT / "scripts"))


def test_weights_are_learned_from_labelled_questions_and_nothing_is_random() -> None:
    learn = import_module("learn_asking").learn
    rows = [
        (f"{how} {what}?", kind)
        for kind, how in enumerate(
            ("what is now", "tell the course of", "what was the former", "back then what was")
        )
        for what in ("my home", "my job", "my car", "the rent")
    ]
    weights, again = learn(rows), learn(rows)
    assert all((weights[gram] == again[gram]).all() for gram in weights)
    read = [shares(text.replace("rent", "lamp"), weights) for text, _ in rows]
    found = [KINDS.index(max(odds, key=odds.__getitem__)) for odds in read]
    assert found == [kind for _, kind in rows]


def test_a_map_is_learned_that_brings_a_question_nearer_to_what_answers_it() -> None:
    """The answers lie in a direction that the questions lack: it is learned for new ones, too."""
    script = import_module("learn_aim")
    chance = np.random.default_rng(1)
    texts, turn = chance.normal(size=(60, 24)), np.roll(np.eye(24), 1, axis=0)
    texts /= np.linalg.norm(texts, axis=1, keepdims=True)
    asked = [script.Asked("set", turn @ text, texts, [n]) for n, text in enumerate(texts)]
    inner, outer = script.learn(asked * 20)
    before = [float(one.vector @ texts[one.answers[0]]) for one in asked]
    after = [
        float((one.vector + (inner @ one.vector) @ outer) @ texts[one.answers[0]]) for one in asked
    ]
    assert np.mean(after) > np.mean(before) + 0.05


def test_what_the_map_is_learned_from_is_there_and_questions_have_answers() -> None:
    script = import_module("learn_aim")
    found = list(script.memories())
    assert {memory.name for memory in found} >= {"pairs", "lives", "courses", "months", "year"}
    asked = [(m, places) for m in found for _, places in m.questions if places]
    assert len(asked) > 6_000
    assert all(0 <= place < len(m.texts) for m, places in asked for place in places)
    assert np.load(LEARNED).shape == (2, script.RANK, 384)


def test_stories_become_a_set_with_a_user_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["stories_as_set", str(tmp_path / "set"), str(STORIES)])
    import_module("stories_as_set").main()
    stories = [json.loads(line) for line in STORIES.read_text("utf-8").splitlines()]
    rows = {}
    for name in ("corpus", "queries"):
        text = (tmp_path / "set" / f"{name}.jsonl").read_text("utf-8")
        rows[name] = [json.loads(line) for line in text.splitlines()]
    assert len(rows["corpus"]) == sum(len(story["events"]) for story in stories)
    assert len(rows["queries"]) == sum(len(story["queries"]) for story in stories)
    ids = {row["eventId"] for row in rows["corpus"]}
    assert all(set(group) <= ids for row in rows["queries"] for group in row["evidence"])
