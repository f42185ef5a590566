"""Positions of extremes down columns: found side by side, also where a loop looks through one column at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import precis
from tests.emit.oracle import needs_compiler


def one_at_a_time(v: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """States of a chain: the best way into each."""
    best, back = np.zeros((5, a.shape[1])), np.zeros((5, a.shape[1]), dtype=np.int64)
    best[0] = v
    for t in range(1, 5):
        for j in range(a.shape[1]):
            s = best[t - 1] + a[:, j]
            k = np.argmax(s)
            back[t, j] = k
            best[t, j] = 0.5 * s[k] + v[j]
    return best, back


def chained_searches(v: np.ndarray, a: np.ndarray) -> np.ndarray:
    """The second search needs what came of the first."""
    found = np.zeros(a.shape[1])
    for j in range(1, a.shape[1] - 1):
        k = np.argmin(a[:, j])
        by = a[k, j]
        m = np.argmax(np.abs(a[:, j - 1] - by))
        found[j] = 1000.0 * k + m + by
    return found


TOGETHER = [one_at_a_time, chained_searches]


def one_after_the_other(v: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Each column is changed by the search before."""
    for j in range(a.shape[1] - 1):
        k = np.argmax(a[:, j])
        a[k, j + 1] += 2.0
    return a


def handed_on(v: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, float]:
    """A number goes from one iteration to the next."""
    out, total = np.zeros(a.shape[1]), 0.0
    for j in range(a.shape[1]):
        k = np.argmax(a[:, j] + total)
        total += a[k, j]
        out[j] = k
    return out, total


APART = [one_after_the_other, handed_on]


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("program", TOGETHER + APART, ids=lambda f: f.__name__)
def test_positions_in_columns_are_numpys(program: Callable[..., Any], dtype: type) -> None:
    """The first of equal ones, and the first NaN; what is compared may be wider than what is read."""
    run = None
    for n in (20, 3, 9, 45):
        rng = np.random.default_rng(n)
        v, a = rng.integers(-2, 3, size=n).astype(dtype), rng.integers(-2, 3, size=(n, n)).astype(dtype)
        if program is one_at_a_time:
            a[rng.integers(n, size=2), rng.integers(n, size=2)] = np.nan
        run = run or precis.compile(precis.lift(program, v, a.copy()), quick=1)
        found, wanted = run(v, a.copy()), program(v, a.copy())
        for x, y in zip(found, wanted):
            np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("program", TOGETHER + APART, ids=lambda f: f.__name__)
def test_loops_over_columns_become_rows_where_no_column_needs_another(program: Callable[..., Any]) -> None:
    text = precis.emit(precis.lift(program, np.ones(20), np.ones((20, 20))), None).files[f"{program.__name__}_run.cpp"]
    assert ("pr::arg_rows" in text) == (program in TOGETHER) and ("pr::arg_row<" in text) == (program in APART)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_extremes_beside_their_positions_are_read_in_any_format(dtype: type) -> None:
    """A line without arithmetic states no format of its own: what is compared stays in that of the array."""
    def best(v: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        c = v + a.T
        where = c.argmax(axis=1)
        return where, c.max(axis=1)

    text = precis.emit(precis.lift(best, np.ones(20, dtype), np.ones((20, 20), dtype)), None).files["best_run.cpp"]
    assert f"arg_rows<pr::IsGreater, {'double' if dtype is np.float64 else 'float'}>" in text and "Maximum" not in text
