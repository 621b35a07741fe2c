"""Sketches: as near as promised to the vector they are of, and never misread."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from eywa_fs.embedding.protocol import Part
from eywa_fs.embedding.sketch import LEVELS, decode, encode, size
from eywa_fs.errors import DependencyUnavailable

PARTS = (Part("one", 0, 24), Part("two", 24, 53))


def vectors(seed: int, count: int, dimension: int = 53) -> NDArray[np.float32]:
    found = np.random.default_rng(seed).normal(size=(count, dimension))
    unit: NDArray[np.float32] = found.astype(np.float32)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    return unit


@given(st.integers(0, 1000), st.integers(1, 6), st.floats(0.001, 1000))
def test_no_number_is_off_by_more_than_half_a_step(seed: int, n: int, length: float) -> None:
    of, bases = np.float32(length) * vectors(seed, n), vectors(seed + 1, n)
    found = decode(encode(of, bases, PARTS), bases, PARTS)
    for part in PARTS:
        here = slice(part.start, part.stop)
        step = np.abs(of[:, here] - bases[:, here]).max(axis=1, keepdims=True) / LEVELS
        assert (np.abs(found[:, here] - of[:, here]) <= 0.501 * step + 1e-6 * length).all()


def test_scores_are_those_of_the_vectors_to_a_hundredth_of_their_spread() -> None:
    of, bases, asked = vectors(1, 400, 384), vectors(2, 400, 384), vectors(3, 50, 384)
    part = (Part("one", 0, 384),)
    scores = of @ asked.T
    error = decode(encode(of, bases, part), bases, part) @ asked.T - scores
    assert abs(error.mean()) < 1e-4 * scores.std()
    assert np.abs(error).mean() < 0.01 * scores.std()


@given(st.integers(0, 100), st.lists(st.booleans(), min_size=1, max_size=6))
def test_an_empty_sketch_says_that_it_is_the_base(seed: int, empty: list[bool]) -> None:
    of, bases = vectors(seed, len(empty)), vectors(seed + 1, len(empty))
    sketches = encode(of, bases, PARTS)
    assert {len(item) for item in sketches} == {size(PARTS)}
    mixed = [b"" if none else item for none, item in zip(empty, sketches, strict=True)]
    found = decode(mixed, bases, PARTS)
    np.testing.assert_array_equal(found[empty], bases[empty])
    kept = ~np.array(empty)
    np.testing.assert_array_equal(found[kept], decode(sketches, bases, PARTS)[kept])


def test_zeros_and_equal_vectors_are_sketched_without_a_division_by_zero() -> None:
    of, zeros = vectors(1, 2), np.zeros((2, 53), np.float32)
    np.testing.assert_allclose(decode(encode(of, of, PARTS), of, PARTS), of, atol=1e-6)
    assert not decode(encode(zeros, zeros, PARTS), zeros, PARTS).any()
    assert np.isfinite(decode(encode(of, zeros, PARTS), zeros, PARTS)).all()


def test_a_vector_that_is_not_known_stays_unknown() -> None:
    of = vectors(1, 2)
    unknown = np.full_like(of, np.nan)
    assert np.isnan(decode(encode(of, of, PARTS), unknown, PARTS)).all()


def test_a_sketch_of_another_length_is_damage() -> None:
    of = vectors(1, 1)
    with pytest.raises(DependencyUnavailable, match="damaged"):
        decode([encode(of, of, PARTS)[0] + b"x"], of, PARTS)
