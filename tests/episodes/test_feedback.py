"""Implicit feedback, scores and what has to go: pure functions, and their invariants."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.clock import DAY_MS
from eywa_fs.config.episodes import EpisodeSettings
from eywa_fs.episodes.episode import OPS, Change, fold
from eywa_fs.episodes.feedback import WEIGHTS, implicit_signal, undo_counts, weight
from eywa_fs.episodes.scoring import PLANS, Sketch, heat, ranked, to_evict
from eywa_fs.model.records import Anchor

NOW = 1_750_032_000_000


def episode(name: str, **fields: Any) -> Sketch:
    plain = Sketch(name, "s", "review", "active", 1.0, 0.5, 0, False, NOW)
    return plain._replace(**fields)


@pytest.mark.parametrize(
    ("index", "distance", "repeats", "signal", "expected"),
    [
        (0, 0.0, 0, "DIRECT_ACCEPT", 1.00),
        (1, 0.15, 0, "LIGHT_EDIT", 0.45),  # MS1-R2-S1
        (0, 0.2, 0, None, 0.0),
        (0, 0.6, 0, None, 0.0),
        (0, 0.61, 0, "HEAVY_REWRITE", -0.45),
        (-1, None, 9, "FULL_REJECT", -0.80),
        (0, 0.4, 1, "REPEATED_SCENE_SKILL", 0.15),
        (0, 0.4, 2, "REPEATED_SCENE_SKILL", 0.30),  # it adds up
        (1, 0.15, 2, "LIGHT_EDIT", 0.75),
        (0, 0.0, 5, "DIRECT_ACCEPT", 1.00),
        (None, None, 0, None, 0.0),
    ],
)
def test_signals_and_their_weights(
    index: int | None, distance: float | None, repeats: int, signal: str | None, expected: float
) -> None:
    """The table of signals; MS1-R2-S1 is the second case."""
    found = implicit_signal(index, distance, repeats)
    assert (found, weight(found, repeats)) == (signal, expected)


def test_an_undo_counts_for_thirty_seconds() -> None:
    """MS1-R2-S2, the rule."""
    assert WEIGHTS["UNDO_AFTER_ACCEPT"] == -1.00
    assert undo_counts(NOW, NOW + 30_000, 0)
    assert not undo_counts(NOW, NOW + 30_001, 0)
    assert not undo_counts(NOW, NOW - 1, 0)
    assert not undo_counts(NOW, NOW, -1)


def change(number: int, op: str, at: int, day: int) -> Change:
    path = f"tenants/t/users/u/episodes/p/2025-06-{16 + day}.jsonl"
    meta = {
        "projectId": "p", "chapterId": "", "sceneType": "review", "skillUsed": "suggest",
        "selectedIndex": 0, "editDistance": 0.1, "implicitSignal": "LIGHT_EDIT", "weight": 0.45,
        "importance": 0.5,
    }  # fmt: skip
    anchor = Anchor(path, "", number + 1, number + 1, number * 10, number * 10 + 9, "")
    return Change(op, "e", f"c{number}", at, "s", "t", "u", meta, "text", anchor)  # type: ignore[arg-type]


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(OPS), st.integers(0, 9), st.integers(0, 3)), max_size=12),
    st.randoms(use_true_random=False),
)
def test_the_fold_is_a_function_of_the_set_of_lines(
    made: list[tuple[str, int, int]], dice: random.Random
) -> None:
    changes = [change(n, op, NOW + at, day) for n, (op, at, day) in enumerate(made)]
    expected = fold(changes)
    shuffled = changes + [dice.choice(changes) for _ in changes[:3]]
    dice.shuffle(shuffled)
    assert fold(shuffled) == expected
    if expected is not None:
        recalls = sum(one.op == "recall" for one in changes)
        assert expected.recall_count <= recalls
        assert 1 <= expected.version <= len(changes)
    elif not any(one.op == "purge" for one in changes):
        assert not any(one.op == "record" for one in changes)


episodes_of_any_kind = st.lists(
    st.builds(
        lambda n, age, recalls, kept: (n, age, recalls, kept),
        st.integers(0, 999), st.integers(0, 400), st.integers(0, 5), st.booleans(),
    ),
    max_size=30, unique_by=lambda item: item[0],
)  # fmt: skip


@settings(deadline=None)
@given(episodes_of_any_kind, st.integers(0, 20), st.integers(0, 3))
def test_what_is_evicted(
    given_episodes: list[tuple[int, int, int, bool]], limit: int, room: int
) -> None:
    """MS1-R3-S1, as a rule: confirmed ones never go; those out of time all go; of the others the
    coldest, and no more than must."""
    found = [
        episode(f"e{n}", used_at=NOW - age * DAY_MS, recall_count=recalls, confirmed=kept)
        for n, age, recalls, kept in given_episodes
    ]
    gone = {one.id for one in to_evict(found, limit, 180, NOW, room)}
    expired = {e.id for e in found if not e.confirmed and NOW - e.used_at >= 180 * DAY_MS}
    pinned = {e.id for e in found if e.confirmed}
    assert not gone & pinned
    assert expired <= gone
    stay = len(found) - len(gone)
    assert stay <= max(limit - room, 0) or gone == {e.id for e in found} - pinned
    assert len(gone) <= max(len(expired), len(found) - (limit - room))


def test_triggers_leave_confirmed_episodes_alone() -> None:
    old = episode("old", used_at=NOW - 500 * DAY_MS)
    kept = episode("kept", used_at=NOW - 500 * DAY_MS, confirmed=True)
    for name, (_, plan) in PLANS.items():
        changed = [e for es in plan([old, kept], [], EpisodeSettings(), NOW).values() for e in es]
        assert kept not in changed
        assert old in changed, name


def test_the_scene_comes_first_then_what_means_the_same() -> None:
    """MS1-R2-S3, the order."""
    found = [episode(f"own{n}", scene_type="dialogue") for n in range(6)]
    found += [episode("other", scene_type="action")]
    similar = {f"own{n}": n / 10 for n in range(6)} | {"other": 0.99}
    order = [one.id for one in ranked(found, similar, "dialogue", NOW)]
    assert order == ["own5", "own4", "own3", "own2", "own1", "own0"]
    few = [*found[:1], found[-1]]
    assert [one.id for one in ranked(few, similar, "dialogue", NOW)] == ["own0", "other"]


@pytest.mark.parametrize(
    ("recalled", "hours", "expected"),
    [(0, 0, 1.0), (2, 0, 3.0), (0, 100, 0.995**100), (3, 24.5, 4 * 0.995**24.5), (0, -5, 1.0)],
)
def test_the_heat_of_an_episode(recalled: int, hours: float, expected: float) -> None:
    one = episode("e", recall_count=recalled, used_at=NOW - round(hours * 3_600_000))
    assert heat(one, NOW) == pytest.approx(expected)


def test_what_is_too_cold_for_a_heat_still_leaves_by_its_use() -> None:
    """After some centuries the heat is 0 in a float."""
    old = [episode(name, used_at=NOW) for name in "ba"]
    old[0] = old[0]._replace(used_at=NOW - 1)
    far = NOW + 400 * 365 * DAY_MS
    assert heat(old[0], far) == heat(old[1], far) == 0
    assert to_evict(old, 1, 1e9, far) == [old[0]]
