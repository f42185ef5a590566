"""Counters that go up with a list of run-time length, and such as only seem to: the loop stays one, for every number of iterations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.lift.numpy.case import Case, check


def history(x: Any, most: int, tol: float) -> Any:
    seen, n = [], 0
    for _ in range(most):
        y = np.cos(x)
        seen.append(y - x)
        n += 1
        if np.abs(y - x).max() < tol:
            break
        x = y
    return x, n, len(seen), seen[-1]


def mixed(x: Any, most: int, tol: float) -> Any:
    """As programs iterate to a field that is its own source."""
    errors, fields, rounds = [], [], 0
    for _ in range(most):
        f = np.cos(x)
        f[0] += 0.1
        errors.append((f - x).ravel())
        fields.append(f)
        if len(errors) > 1:
            a, b = errors[-2], errors[-1]
            w = np.clip(np.dot(a, a - b) / (np.dot(a - b, a - b) + 1.0), 0.3, 1.0)
            f = w * fields[-1] + (1.0 - w) * fields[-2]
        levels = np.sin(f)
        rounds += 1
        if np.abs(levels - x).max() < tol:
            break
        x = levels
    return x, levels, rounds


def from_one(x: Any, most: int, tol: float) -> Any:
    seen, n = [x], 1
    for _ in range(most):
        seen.append(np.cos(seen[-1]))
        n += 1
        if np.abs(seen[-1] - seen[-2]).max() < tol:
            break
    return seen[-1], n, n - len(seen)


def ahead(x: Any, most: int, tol: float) -> Any:
    """Another beginning: never the length."""
    seen, n = [], 5
    for _ in range(most):
        x = np.cos(x)
        seen.append(x)
        n += 1
        if np.abs(x - 0.7390851).max() < tol:
            break
    return x, n, n - len(seen)


def twice(x: Any, most: int, tol: float) -> Any:
    """Another step: as long as the list only at first."""
    seen, n = [], 0
    for _ in range(most):
        x = np.cos(x)
        seen.append(x)
        n += 2
        if np.abs(x - 0.7390851).max() < tol:
            break
    return x, n, n / len(seen)


def at_times(x: Any, most: int, tol: float) -> Any:
    """The list is longer only where the data ask for it, and the counter either with it or always."""
    kept, n, k = [], 0, 0
    for _ in range(most):
        x = np.cos(x)
        k += 1
        if x[0] > 0.7:
            kept.append(x)
            n += 1
        if np.abs(x - 0.7390851).max() < tol:
            break
    return x, n, k, len(kept), sum(kept)


def dropped(x: Any, most: int, tol: float) -> Any:
    """The counter goes on where the list is cut."""
    kept, n = [], 0
    for _ in range(most):
        x = np.cos(x)
        kept.append(x)
        n += 1
        if len(kept) > 3:
            kept.pop(0)
        if np.abs(x - 0.7390851).max() < tol:
            break
    return kept[0], n, len(kept)


@pytest.mark.parametrize("program", [history, mixed, from_one, ahead, twice, at_times, dropped])
def test_one_loop_serves_every_number_of_iterations(program):
    x = np.linspace(0.1, 1.0, 7)
    more = [(x[:n] * s, most, tol) for n, s, most, tol in ((7, 1.0, 3, 1e-6), (7, 0.5, 200, 1e-6), (4, 1.0, 1, 1e-6), (2, 0.9, 90, 1e-2))]
    check(Case(program, (x, 60, 1e-6), more, close=1e-13))
