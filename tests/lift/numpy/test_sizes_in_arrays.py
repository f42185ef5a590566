"""Shapes and pad widths that stand in integer arrays, and reshapes to lengths that loop indices tell: NumPy is the oracle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.case import run


def enlarged(x, k):
    return np.zeros(np.array(x.shape) + 2 * k) + x.sum()


def half_of_an_element(x, k):
    n = np.array(x.shape)
    return np.ones((n[1] - 1, n[0] * k))


def changed_in_place(x, k):
    n = np.array(x.shape)
    n[0] += 3
    n[1:] = k
    return np.ones(n)


def padded(x, k):
    return np.pad(x, np.array([[1, k], [0, 2]]))


def padded_along_each_axis(x, k):
    for axis in range(2):
        x = np.pad(x, k * np.eye(2, dtype=int)[axis][:, None], mode="reflect")
    return x


def padded_by_powers(x, k):
    total = 0.0
    for s in range(k):
        reach = 2 ** s
        p = np.pad(x, reach * np.eye(2, dtype=int)[s % 2][:, None])
        total += p[reach // 2].sum() + p.shape[0]
    return total


def stacked(x, k):
    return np.tile(x, np.array([k, 1])), x.reshape(np.array([x.shape[1], x.shape[0]]))


def wrapped_around(x, k):
    return np.ones(np.array([100, 3], dtype=np.uint8) * np.uint8(3))


EACH = (enlarged, half_of_an_element, changed_in_place, padded, padded_along_each_axis, padded_by_powers, stacked)


@pytest.mark.parametrize("program", EACH, ids=lambda f: f.__name__)
def test_arrays_are_shapes(program: Any) -> None:
    lifted = lift(program, np.arange(24.0).reshape(4, 6), 3)
    for x in (np.arange(24.0).reshape(4, 6), np.arange(45.0).reshape(5, 9)):
        for found, expected in zip(*(r if isinstance(r, tuple) else (r,) for r in (run(lifted, (x.copy(), 3)), program(x.copy(), 3)))):
            np.testing.assert_array_equal(found, expected)


def test_integers_that_wrap_around_are_no_sizes_of_others() -> None:
    x = np.ones((2, 2))
    assert wrapped_around(x, 1).shape == run(lift(wrapped_around, x, 1), (x, 1)).shape == (300 - 256, 9)


def butterflies(x, k):
    for q in range(k):
        p = x.reshape(-1, 2, 1 << q)
        low = p[:, 0, :].copy()
        p[:, 0, :] = low + p[:, 1, :]
        p[:, 1, :] = low - p[:, 1, :]
    return x


def bits_of_places(x, k):
    s = np.zeros(1 << k)
    for q in range(k):
        s.reshape(-1, 2, 2 ** q)[:, 1] += x[q]
    return s


@pytest.mark.parametrize("program", (butterflies, bits_of_places), ids=lambda f: f.__name__)
def test_reshapes_to_powers(program: Any) -> None:
    x = np.random.default_rng(1).normal(size=16)
    np.testing.assert_array_equal(run(lift(program, x.copy(), 4), (x.copy(), 4)), program(x.copy(), 4))


def shape_from_data(x, k):
    return x.reshape(int(x[0]), -1)


def test_shapes_that_data_tell() -> None:
    program = lift(shape_from_data, np.full(16, 4.0), 4)
    for n in (4.0, 2.0, 16.0):
        x = np.arange(16.0) + n
        np.testing.assert_array_equal(run(program, (x, 4)), shape_from_data(x, 4))


def along(x, at):
    rows = np.take_along_axis(x, at[:1], axis=1)
    tall = np.take_along_axis(x[:, :, None] * np.ones(3), at[:, None, :], axis=2)
    y, z = x.copy(), np.zeros((3, 4, 2))
    np.put_along_axis(y, at[:1], 7.0, axis=1)
    np.put_along_axis(z, at[:, None, :1] % 2, x[:, :, None], axis=2)
    return rows, tall, y, z


def test_indices_along_an_axis_are_broadcast() -> None:
    x, at = np.arange(12.0).reshape(3, 4), np.array([[1, 0], [2, 2], [0, 1]])
    for found, expected in zip(run(lift(along, x, at), (x, at)), along(x, at)):
        np.testing.assert_array_equal(found, expected)
