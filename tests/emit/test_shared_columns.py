"""Rows whose columns wait for one another: what all rows of a block have in common is computed together."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import precis
from tests.emit.oracle import needs_compiler

SIZES = (150, 1, 2, 63, 64, 65, 129, 200)
Program = Callable[[np.ndarray], "np.ndarray | None"]


def cholesky_by_rows(a: np.ndarray) -> None:
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] -= a[i, :j] @ a[j, :j]
            a[i, j] /= a[j, j]
        a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])


def factors_multiplied(a: np.ndarray) -> None:
    """Two ranges of columns of each row, whose shared columns come last."""
    n = a.shape[0]
    for i in range(n - 1, -1, -1):
        for j in range(n - 1, -1, -1):
            if i <= j:
                a[i, j] += a[i, :i] @ a[:i, j]
            else:
                a[i, j] = a[i, :j + 1] @ a[:j + 1, j]


def from_below(a: np.ndarray) -> None:
    """Rows from the last one on, columns from the right."""
    n = a.shape[0]
    for i in range(n - 1, -1, -1):
        for j in range(n - 1, i, -1):
            a[i, j] = (a[i, j] - a[i, j + 1:] @ a[j, j + 1:]) / a[j, j]
        a[i, i] = np.sqrt(a[i, i] - a[i, i + 1:] @ a[i, i + 1:])


def elimination_by_rows(a: np.ndarray) -> None:
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[:j, j]) / a[j, j]
        for j in range(i, n):
            a[i, j] -= a[i, :i] @ a[:i, j]


def second_array(a: np.ndarray) -> np.ndarray:
    """Reads one array, writes another."""
    g = np.zeros_like(a)
    for i in range(a.shape[0]):
        for j in range(i):
            g[i, j] = (a[i, j] - g[i, :j] @ g[j, :j]) / g[j, j]
        g[i, i] = np.sqrt(a[i, i] - g[i, :i] @ g[i, :i])
    return g


TOGETHER = [cholesky_by_rows, factors_multiplied, from_below, elimination_by_rows, second_array]


def row_before(a: np.ndarray) -> None:
    """Columns read the same ones of the row before."""
    for i in range(1, a.shape[0]):
        for j in range(i):
            a[i, j] -= a[i - 1, :j + 1] @ a[j, :j + 1] / 100.0


def column_for_all(a: np.ndarray) -> None:
    """Each iteration changes what all later ones begin with."""
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] -= a[i, :j] @ a[j, :j] / 100.0
        a[:, 0] += a[i, i] / 100.0


def diagonal_behind(a: np.ndarray) -> None:
    """The rows that are multiplied change until the iteration before."""
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] -= a[i, :j] @ a[j, :j] / 100.0
        a[:i, :i] *= 0.99


def rows_of_scalars(a: np.ndarray) -> float:
    """A number goes through all columns of all rows."""
    s = 1.0
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] -= s * (a[i, :j] @ a[j, :j]) / 100.0
            s = 0.5 * s + 0.1 * a[i, j]
    return s


APART = [row_before, column_for_all, diagonal_behind, rows_of_scalars]


def _matrix(n: int) -> np.ndarray:
    b = np.random.default_rng(n).normal(size=(n, n)) / np.sqrt(n)
    return b @ b.T + 2.0 * np.eye(n)


@needs_compiler
@pytest.mark.parametrize("program", TOGETHER + APART, ids=lambda f: f.__name__)
def test_results_are_numpys(program: Program) -> None:
    run = precis.compile(precis.lift(program, _matrix(SIZES[0])), quick=1)
    for n in SIZES:
        found, wanted = _matrix(n), _matrix(n)
        results = run(found), program(wanted)
        assert run.backend == "native"
        np.testing.assert_allclose(found, wanted, rtol=0, atol=2e-15 * n * np.max(np.abs(wanted)))
        if results[1] is not None:
            np.testing.assert_allclose(*results, rtol=0, atol=2e-15 * n * np.max(np.abs(results[1])))


@pytest.mark.parametrize("program", TOGETHER + APART, ids=lambda f: f.__name__)
def test_columns_are_taken_together_where_nothing_is_in_the_way(program: Program) -> None:
    text = precis.emit(precis.lift(program, _matrix(150)), None).files[f"{program.__name__}_run.cpp"]
    assert (f"{64}l < " in text) == (program in TOGETHER)


@needs_compiler
@pytest.mark.parametrize("n", [64, 150])
def test_what_is_not_multiplied_stays_out(n: int) -> None:
    """The other triangle may be anything."""
    a, other = _matrix(n), np.triu_indices(n, 1)
    run = precis.compile(precis.lift(cholesky_by_rows, _matrix(150)), quick=1)
    a[other] = np.tile([np.nan, np.inf], len(other[0]))[:len(other[0])]
    found, wanted = a.copy(), a.copy()
    run(found)
    cholesky_by_rows(wanted)
    np.testing.assert_allclose(found, wanted, rtol=1e-11)


@needs_compiler
def test_one_block_keeps_its_order() -> None:
    """Rows as few as a block's are the loop's own: sums have the order that they had."""
    run = precis.compile(precis.lift(cholesky_by_rows, _matrix(150)), quick=1)
    alone = precis.compile(precis.lift(cholesky_by_rows, _matrix(7)), quick=1)
    found, wanted = _matrix(64), _matrix(64)
    run(found)
    alone(wanted)
    assert np.array_equal(found, wanted)


def test_what_is_lifted_for_one_block_is_not_written_twice() -> None:
    text = precis.emit(precis.lift(cholesky_by_rows, _matrix(64)), None).files["cholesky_by_rows_run.cpp"]
    assert "64l < " not in text
