"""Learn what of a question's vector tells which record answers it: ``retrieval/data/aim_e5.npy``.

    python scripts/learn_aim.py            # learn from evaluation/, write the map
    python scripts/learn_aim.py --score    # each set's questions by a map of the others

multilingual-e5-small puts a question and its answer near each other, but also whatever else the
two texts are alike in. The map is linear: a question's aimed vector ``q`` becomes ``q + B(A q)``,
with ``A`` and ``B`` of :data:`RANK` rows and columns. It is fitted by Adam on the softmax over the
records of whoever asks and a few of others: the record that answers should be the nearest. A full
matrix is fitted, and what it adds is cut to that rank. Questions are drawn in an order that a fixed
seed gives, so that the same texts give the same map up to the last digits of a machine's
arithmetic.

Learned from: ``evaluation/pairs``, ``lives``, ``courses``, ``months``, ``year``, ``assistants`` and
the stories of :data:`STORIES`. Never from ``family``, ``remarks``, other stories or foreign sets.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eywa_fs.config import load_settings
from eywa_fs.embedding.e5 import E5Embedder
from eywa_fs.evaluation.gold_files import read_lines
from eywa_fs.retrieval.aim import LEARNED, aim
from eywa_fs.retrieval.intent import profile
from eywa_fs.retrieval.style import CHINESE, ENGLISH
from eywa_fs.retrieval.weights import FusionConfig

SETS = Path(__file__).resolve().parents[1] / "evaluation"
STORIES = ("stories", "stories_3", "stories_4")
TOGETHER = 100
"""Pairs whose records are one memory."""
SHARPNESS, FOREIGN, BATCH, ROUNDS = 100.0, 8, 64, 4
"""Scale of similarities in the softmax (the model's own training had the same); records of each
other asker of a batch among which the answer is to be nearest, too; questions of a step; how often
each is seen. 2 to 6 rounds do the same within half a point on sets left out."""
RATE, PENALTY, RANK = 3e-4, 0.0384, 32
"""Step of Adam; weight of the distance from the identity; rank that is kept (8 to 96 differ by half
a point of recall@10)."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Memory:
    """Texts of one memory, and questions with the places of those that answer."""

    name: str
    texts: Sequence[str]
    questions: Sequence[tuple[str, Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question's aimed vector, the vectors of its memory, and the places of what answers."""

    name: str
    vector: Floats
    memory: Floats
    answers: Sequence[int]


def memories() -> Iterator[Memory]:
    """All that is learned from."""
    yield from _pairs()
    yield from _labelled("lives", "lives_*", "questions_*")
    yield from _quoted("courses", "course_*", "questions_*")
    yield from _quoted("year", "conversations", "questions")
    yield from _patterns()
    yield from _with_ids()
    yield from _stories()


def _rows(*path: str) -> list[dict[str, Any]]:
    return [row for file in sorted(SETS.glob("/".join(path))) for row in read_lines(file, {})]


def _pairs() -> Iterator[Memory]:
    for file in sorted((SETS / "pairs").glob("*.jsonl")):
        rows = read_lines(file, {})
        for start in range(0, len(rows), TOGETHER):
            some = rows[start : start + TOGETHER]
            asked = [(row[kind], [n]) for n, row in enumerate(some) for kind in "qoma"]
            yield Memory("pairs", [row["r"] for row in some], asked)


def _labelled(name: str, told: str, asked: str) -> Iterator[Memory]:
    """Evidence is groups of labels of messages."""
    for _, texts, questions in _by_user(name, told, asked):
        place = {row["label"]: n for n, row in enumerate(texts)}
        yield Memory(
            name,
            [row["content"] for row in texts],
            [(q["query"], [place[one] for g in q["evidence"] for one in g]) for q in questions],
        )


def _quoted(name: str, told: str, asked: str) -> Iterator[Memory]:
    """Evidence is texts of messages, or beginnings of them."""
    for _, rows, questions in _by_user(name, told, asked):
        texts = [row["content"] for row in rows]
        yield Memory(
            name,
            texts,
            [
                (q["query"], [n for n, t in enumerate(texts) if any(e in t for e in q["evidence"])])
                for q in questions
            ],
        )


def _patterns() -> Iterator[Memory]:
    """Evidence is patterns; those that few messages match."""
    for _, rows, questions in _by_user("months", "conversations", "questions"):
        texts = [row["content"] for row in rows if row["role"] == "user"]

        def places(pattern: str, texts: Sequence[str] = texts) -> list[int]:
            either = [one for one in pattern.split("/") if one]
            found = [n for n, t in enumerate(texts) if any(re.search(p, t, re.I) for p in either)]
            return found if len(found) <= 3 else []

        asked = [(q["question"], [n for e in q["evidence"] for n in places(e)]) for q in questions]
        yield Memory("months", texts, asked)


def _with_ids() -> Iterator[Memory]:
    told, asked = _rows("assistants", "corpus.jsonl"), _rows("assistants", "queries.jsonl")
    for user in sorted({row["userId"] for row in told}):
        own = [row for row in told if row["userId"] == user]
        place = {row["eventId"]: n for n, row in enumerate(own)}
        yield Memory(
            "assistants",
            [row["content"] for row in own],
            [
                (q["query"], [place[e] for group in q["evidence"] for e in group])
                for q in asked
                if q["userId"] == user
            ],
        )


def _stories() -> Iterator[Memory]:
    for name in STORIES:
        for story in _rows(name, "stories_*.jsonl"):
            place = {event["eventId"]: n for n, event in enumerate(story["events"])}
            yield Memory(
                "stories",
                [event["content"] for event in story["events"]],
                [(q["query"], [place[e] for e in q.get("evidence", ())]) for q in story["queries"]],
            )


def _by_user(
    name: str, told: str, asked: str
) -> Iterator[tuple[str, list[dict[str, Any]], list[dict[str, Any]]]]:
    rows, questions = _rows(name, f"{told}.jsonl"), _rows(name, f"{asked}.jsonl")
    for user in sorted({row["user"] for row in rows}):
        own = [row for row in rows if row["user"] == user]
        yield user, own, [question for question in questions if question["user"] == user]


def aimed(found: Iterable[Memory]) -> list[Asked]:
    """Their questions (no remarks) that a record answers, embedded and aimed without the map."""
    config, embedder = FusionConfig(), E5Embedder(load_settings(SETS).embedding.threads)
    style = {
        chinese: np.mean([embedder.embed_query(text) for text in texts], axis=0)
        for chinese, texts in ((False, ENGLISH), (True, CHINESE))
    }
    asked = []
    for memory in found:
        vectors = embedder.embed_documents(list(memory.texts)).astype(np.float64)
        for text, answers in memory.questions:
            kind = profile(text)
            if not answers or not kind.is_question:
                continue
            vector = embedder.embed_query(text).astype(np.float64)
            vector = aim(vector, None, style[kind.chinese], kind, config)
            asked.append(Asked(memory.name, vector, vectors, sorted(set(answers))))
    return asked


def learn(asked: Sequence[Asked]) -> NDArray[np.float16]:
    """The map: shape (2, rank, dimension), ``A`` and the transposed ``B``."""
    size = len(asked[0].vector)
    chance = np.random.default_rng(0)
    matrix, first, second = np.eye(size), np.zeros((size, size)), np.zeros((size, size))
    step = 0
    for _ in range(ROUNDS):
        order = chance.permutation(len(asked))
        for start in range(0, len(order), BATCH):
            batch = [asked[number] for number in order[start : start + BATCH]]
            foreign = np.concatenate(
                [one.memory[chance.integers(len(one.memory), size=FOREIGN)] for one in batch]
            )
            slope = sum(_slope(matrix, one, foreign) for one in batch) / len(batch)
            slope = slope + PENALTY * (matrix - np.eye(size))
            step += 1
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            fair = np.sqrt(second / (1 - 0.999**step)) + 1e-8
            matrix = matrix - RATE * first / (1 - 0.9**step) / fair
    left, values, right = np.linalg.svd(matrix - np.eye(size))
    root = np.sqrt(values[:RANK])
    return np.stack([root[:, None] * right[:RANK], (left[:, :RANK] * root).T]).astype(np.float16)


def _slope(matrix: Floats, one: Asked, foreign: Floats) -> Floats:
    """Of the softmax's loss, by the matrix; of several answers any will do."""
    records = np.concatenate([one.memory, foreign])
    scores = SHARPNESS * (records @ (matrix @ one.vector))
    share = np.exp(scores - scores.max())
    share /= share.sum()
    wanted = np.zeros(len(records))
    wanted[one.answers] = share[one.answers] / share[one.answers].sum()
    slope: Floats = np.outer(SHARPNESS * (records.T @ (share - wanted)), one.vector)
    return slope


def score(asked: Sequence[Asked]) -> None:
    """Print, for each set, how often the record that answers is the nearest and among the first
    five, by the vector alone and by a map that was learned from the other sets."""
    for name in sorted({one.name for one in asked}):
        small = learn([one for one in asked if one.name != name])
        ranks: dict[str, list[int]] = defaultdict(list)
        for one in asked:
            if one.name == name:
                mapped = one.vector + (small[0] @ one.vector) @ small[1]
                for way, vector in (("alone", one.vector), ("mapped", mapped)):
                    scores = one.memory @ vector
                    ranks[way].append(int((scores > scores[one.answers].max()).sum()))
        told = [
            f"{way} {np.mean([rank < k for rank in found]):.3f}"
            for k in (1, 5)
            for way, found in ranks.items()
        ]
        print(f"{name}: {len(ranks['alone'])} questions, first {', '.join(told[:2])}", end="")
        print(f"; among five {', '.join(told[2:])}", flush=True)


def main() -> None:
    """Learn and write, or score."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--score", action="store_true", help="of each set by a map of the others")
    asked = aimed(memories())
    if parser.parse_args().score:
        score(asked)
    else:
        np.save(LEARNED, learn(asked))


if __name__ == "__main__":
    main()
