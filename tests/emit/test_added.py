"""Loops that add to a row in each iteration: the row stays in registers, and the sums keep their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import precis
from tests.emit.oracle import needs_compiler


def by_itself(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    """Reads a matrix across its rows, of which a copy is made in front of the loops."""
    for i in range(a.shape[0]):
        c[i, : i + 1] *= 0.5
        for k in range(a.shape[1]):
            c[i, : i + 1] += 1.5 * a[i, k] * a[: i + 1, k]


def both_ways(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    for i in range(a.shape[0]):
        for k in range(a.shape[1] - 1, -1, -1):
            c[i, : i + 1] += a[: i + 1, k] * b[i, k] + b[: i + 1, k] * a[i, k]


def outer_products(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    for k in range(1, a.shape[1], 2):
        c -= np.outer(a[:, k], b[k])


def changing_matrix(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    """A copy of `a` in front of the outer loop would be too old."""
    for i in range(a.shape[0]):
        a[i, :] = a[i, ::-1] + 1.0
        for k in range(a.shape[1]):
            c[i, :] += a[:, k] * b[i, k]


def several_passes(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    """Copies are made anew for each pass, in which the matrix stays."""
    for _ in range(3):
        a[:] = a * 0.5 + c
        for i in range(a.shape[0]):
            for k in range(a.shape[1]):
                c[i, :] += a[:, k] * b[i, k]


def its_own_terms(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    """Terms are made of what was added up so far, here and at a neighbour."""
    for i in range(1, a.shape[0]):
        for k in range(a.shape[1]):
            c[i, :] += a[i, k] * c[i, :]
            c[i, 1:] += a[i, k] * c[i - 1, :-1]


def outer_columns(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    """No loop is around the one that reads across rows, but each row reads the same."""
    c *= 0.5
    for k in range(a.shape[1]):
        c += 0.3 * (np.outer(a[:, k], b[:, k]) + np.outer(b[:, k], a[:, k]))


def columns_read_once(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    """A copy would be read once."""
    for k in range(a.shape[1]):
        c[0] += a[:, k] * b[0, k]


ADDED = [by_itself, both_ways, outer_products, outer_columns, several_passes]
KEPT = [changing_matrix, columns_read_once, its_own_terms]


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("program", [*ADDED, *KEPT], ids=lambda f: f.__name__)
def test_sums_have_the_bits_of_numpy(program: Callable[..., Any], dtype: type) -> None:
    run = None
    for n in (40, 2, 7, 67):
        rng = np.random.default_rng(n)
        c, a, b = (rng.normal(size=(n, n)).astype(dtype) / n for _ in range(3))
        run = run or precis.compile(precis.lift(program, c, a, b), quick=1)
        found, wanted = [c.copy(), a.copy(), b], [c.copy(), a.copy(), b]
        run(*found)
        program(*wanted)
        for x, y in zip(found, wanted):
            np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("program", [*ADDED, *KEPT], ids=lambda f: f.__name__)
def test_rows_stay_in_registers_where_they_only_grow(program: Callable[..., Any]) -> None:
    text = precis.emit(precis.lift(program, *np.ones((3, 40, 40))), None).files[f"{program.__name__}_run.cpp"]
    assert ("pr::strips" in text) == (program in ADDED)
