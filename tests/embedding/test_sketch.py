"""Sketches: near the vector they are of, right on average, and never misread."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from eywa_fs.embedding.protocol import Part
from eywa_fs.embedding.sketch import REST, decode, encode, size
from eywa_fs.errors import DependencyUnavailable

PARTS = (Part("one", 0, 24), Part("two", 24, 53))


def vectors(seed: int, count: int, dimension: int = 53) -> NDArray[np.float32]:
    found = np.random.default_rng(seed).normal(size=(count, dimension))
    unit: NDArray[np.float32] = found.astype(np.float32)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    return unit


@given(st.integers(0, 1000), st.integers(1, 6))
def test_each_part_keeps_what_lies_along_its_base_and_most_of_the_rest(seed: int, n: int) -> None:
    of, bases = vectors(seed, n), vectors(seed + 1, n)
    found = decode(encode(of, bases, PARTS), bases, PARTS)
    for part in PARTS:
        here = slice(part.start, part.stop)
        v, g, w = of[:, here], bases[:, here], found[:, here]
        left = v - (v * g).sum(1, keepdims=True) / (g * g).sum(1, keepdims=True) * g
        np.testing.assert_allclose((w * left).sum(1), REST * (v * left).sum(1), atol=0.02)
        assert (np.linalg.norm(w - v, axis=1) <= (1 - REST + 0.3) * np.linalg.norm(v, axis=1)).all()


def test_inner_products_with_the_rest_are_right_on_average() -> None:
    of, bases, asked = vectors(1, 400, 384), vectors(2, 400, 384), vectors(3, 50, 384)
    part = (Part("one", 0, 384),)
    near = bases + np.float32(0.5) * of
    along = (near * bases).sum(1, keepdims=True) * bases
    error = (decode(encode(near, bases, part), bases, part) - along) / REST + along - near
    assert abs((error @ asked.T).mean()) < 0.001
    assert (error @ asked.T).std() < 0.005


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
