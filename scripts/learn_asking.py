"""Learn what time a question asks for: the weights of ``eywa_fs/language/asking``.

    python scripts/learn_asking.py            # learn from evaluation/, write the weights
    python scripts/learn_asking.py --score    # each writer's questions by the others' weights

A multinomial logistic regression on the n-grams of ``eywa_fs/language/asking.py``, with an L2
penalty, fitted by Adam on all questions at once; then the ``KEPT`` n-grams with the largest
weights are kept and fitted again. Nothing is random: the same questions give the same weights up
to the last digits of a machine's arithmetic.

Learned from: ``evaluation/questions`` (each file by another writer), the queries of
:data:`STORIES` and ``evaluation/dev``, and messages of ``evaluation/chat`` and ``evaluation/dev``,
which ask for nothing. Never from other stories, nor from ``chat_3``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eywa_fs.evaluation.gold_files import read_lines
from eywa_fs.facts.questions import clause_of
from eywa_fs.language import asking
from eywa_fs.language.temporal.named import past_period

HERE = Path(__file__).resolve().parents[1]
WEIGHTS = HERE / "eywa_fs" / "language" / "asking"
KEPT, LEAST_SEEN = 3000, 2
PENALTY, STEPS, RATE = 0.5, 300, 0.1
"""Of half the squared weights, in sum over the questions; steps of Adam; their length at first."""
STORIES = ("stories", "stories_3", "stories_4")
"""The sets of ``evaluation`` whose queries are learned from: those that were opened."""
LABELS = {"now": 0, "profile": 0, "none": 0, "course": 1, "former": 2, "first": 2, "time": 3}
LABELS |= {"current_state": 0, "history_trace": 1, "time_slice": 3}

Labelled = list[tuple[str, int]]
Floats = NDArray[np.float64]


def questions(language: str) -> dict[str, Labelled]:
    """The questions of a language with the place of their kind in ``KINDS``, by their writer."""
    found = {
        path.stem: [(row["q"], LABELS[row["kind"]]) for row in read_lines(path, {})]
        for path in sorted((HERE / "evaluation" / "questions").glob(f"{language}*.jsonl"))
    }
    told = [HERE / "evaluation" / name / f"stories_{language}.jsonl" for name in STORIES]
    told += sorted((HERE / "evaluation" / "dev").glob(f"courses*_{language}.jsonl"))
    rows = (row for path in told for row in read_lines(path, {}))
    queries = (query for row in rows for query in row.get("queries", [row]))
    found["stories"] = [(query["query"], _kind(query)) for query in queries]
    chat = [HERE / "evaluation" / "chat" / f"messages_{language}.jsonl"]
    chat += [HERE / "evaluation" / "dev" / f"changes_{language}.jsonl"]
    said = [row["content"] for path in chat for row in read_lines(path, {})]
    pairs = read_lines(HERE / "evaluation" / "dev" / f"pairs_{language}.jsonl", {})
    said += [row[side] for row in pairs for side in ("before", "after")]
    found["chat"] = [(text, LABELS["none"]) for text in said]
    return found


def _kind(query: Mapping[str, Any]) -> int:
    """The kind of a story's query; one for a time that names none asks for what was before."""
    text, asked_at = query["query"], query["askedAt"]
    kind = LABELS[query["kind"]]
    named = past_period(text, asked_at, "UTC")[0] or clause_of(text, asked_at, "UTC")
    return LABELS["former"] if kind == LABELS["time"] and not named else kind


def learn(labelled: Labelled) -> dict[str, Floats]:
    """The weights of the n-grams that tell most, one a kind; of "" those that each text has."""
    texts = [asking.grams(text) for text, _ in labelled]
    kinds = np.array([kind for _, kind in labelled])
    seen = Counter(gram for text in texts for gram in text)
    names = sorted(gram for gram, times in seen.items() if times >= LEAST_SEEN)
    weights = _fit(texts, kinds, names)
    most = np.abs(weights[1:]).max(axis=1)
    names = sorted(names[n] for n in np.argsort(-most, kind="stable")[:KEPT])
    weights = _fit(texts, kinds, names)
    return dict(zip(["", *names], weights, strict=True))


def _fit(texts: Sequence[frozenset[str]], kinds: NDArray[np.int64], names: list[str]) -> Floats:
    """The weights of ``names``, behind those that each text has: shape (names + 1, kinds)."""
    place = {name: number for number, name in enumerate(names, start=1)}
    held = [sorted(place[gram] for gram in text if gram in place) for text in texts]
    lengths = np.array([len(each) for each in held])
    text = np.repeat(np.arange(len(held)), lengths)
    gram = np.array([number for each in held for number in each])
    value = asking.scale_of(np.maximum(lengths, 1))[text]
    meant = np.eye(len(asking.KINDS))[kinds]
    weights = np.zeros((len(names) + 1, len(asking.KINDS)))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        sums = np.stack(
            [np.bincount(text, value * w[gram], len(held)) + w[0] for w in weights.T], axis=1
        )
        share = np.exp(sums - sums.max(axis=1, keepdims=True))
        wrong = share / share.sum(axis=1, keepdims=True) - meant
        slope = np.stack([np.bincount(gram, value * w[text], len(weights)) for w in wrong.T], 1)
        slope[0] = wrong.sum(axis=0)
        slope[1:] += PENALTY * weights[1:]
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        move = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
        weights -= RATE * (1 - (step - 1) / STEPS) * move
    return weights


def score(by_writer: Mapping[str, Labelled]) -> None:
    """Print, for each writer, how many of its questions the weights of the others read right."""
    for writer, own in by_writer.items():
        others = [row for name, rows in by_writer.items() if name != writer for row in rows]
        weights = {gram: tuple(row) for gram, row in learn(others).items()}
        right = Counter[int]()
        for text, kind in own:
            odds = asking.shares(text, weights)
            right[kind] += max(asking.KINDS, key=lambda k: odds[k]) == asking.KINDS[kind]
        every = Counter(kind for _, kind in own)
        parts = (
            f"{asking.KINDS[k]} {right[k] / every[k]:.3f} of {every[k]}" for k in sorted(every)
        )
        print(
            f"{writer}: {right.total() / len(own):.3f} of {len(own)};", ", ".join(parts), flush=True
        )


def write(language: str, weights: Mapping[str, Floats]) -> None:
    """Write the weights of a language, a line a gram: the gram and a weight for each kind."""
    lines = ["# made by scripts/learn_asking.py; gram, and weights of " + ", ".join(asking.KINDS)]
    for gram, row in weights.items():
        lines.append("\t".join([gram, *(f"{value - row.mean():.2f}" for value in row)]))
    WEIGHTS.mkdir(exist_ok=True)
    (WEIGHTS / f"{language}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--score", action="store_true", help="only score, write nothing")
    chosen = parser.parse_args()
    for language in ("en", "zh"):
        by_writer = questions(language)
        if chosen.score:
            score(by_writer)
        else:
            write(language, learn([row for rows in by_writer.values() for row in rows]))


if __name__ == "__main__":
    main()
