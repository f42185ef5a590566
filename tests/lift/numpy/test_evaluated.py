"""Masks that are computed of constants: their places and counts are known, and nothing else is taken for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from precis.lift import lift
from precis.lift.numpy import evaluated
from tests.lift.numpy.case import Case, check

X = np.arange(1.0, 13.0)


def stored(x: Any) -> Any:
    mask = np.zeros(8, dtype=bool)
    mask[3:5] = True
    return x[:8][mask], np.count_nonzero(mask)


def circle(x: Any) -> Any:
    u = np.linspace(-1, 1, 5)
    a, b = np.meshgrid(u, u)
    inside = a**2 + b**2 <= 1.0 + 1e-12
    return x[0] * np.column_stack([a[inside], b[inside]])


def free(x: Any) -> Any:
    fixed = np.zeros(4, dtype=bool)
    for k in (0, 2):
        fixed[k] = True
    u, a = np.zeros(4), np.outer(x[:4], x[:4]) + np.eye(4)
    u[~fixed] = np.linalg.solve(a[~fixed][:, ~fixed], x[:4][~fixed])
    return u


def room(x: Any) -> Any:
    third = np.arange(7, dtype=np.uint8) * np.uint8(100) > 99
    found = np.zeros((third.sum(), 2))
    found[:, 0] = x[:7][third]
    return found


def of_sines(x: Any) -> Any:
    return x[:4][np.sin(np.arange(4.0)) > 0.0]


def of_singles(x: Any) -> Any:
    return x[:11][np.linspace(0, 1, 11, dtype=np.float32) > 0.3]


def of_sums(x: Any) -> Any:
    """Sums of floats have an order."""
    u = np.linspace(0.1, 0.9, 7)
    return x[:7][7.0 * u > u.sum()]


def of_data(x: Any) -> Any:
    mask = np.zeros(4, dtype=bool)
    mask[1] = x[0] > 0.5
    return x[:4][mask]


def of_iterations(x: Any) -> Any:
    mask, found = np.ones(4, dtype=bool), np.zeros(5)
    for k in range(4):
        mask[k] = False
        found[k] = x[:4][mask].sum()
    return found


def counts(program: Callable[..., Any]) -> bool:
    """Whether the Program counts elements when it runs."""
    return any(node.op in ("size", "places", "tally") for node in lift(program, X).body.walk())


@pytest.mark.parametrize("program", (stored, circle, free, room))
def test_known(program: Callable[..., Any]) -> None:
    assert not counts(program)


@pytest.mark.parametrize("program", (of_sines, of_singles, of_sums, of_data))
def test_not_known(program: Callable[..., Any]) -> None:
    assert counts(program)


@pytest.mark.parametrize("limit", ("MOST", "STEPS"))
def test_no_more_is_computed_than_is_worth_it(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluated, limit, 2)
    assert counts(stored)


@pytest.mark.parametrize("program", (stored, circle, free, room, of_sines, of_singles, of_sums, of_data, of_iterations))
def test_results(program: Callable[..., Any]) -> None:
    check(Case(program, (X,), [(X / 5.0,)], close=1e-13))
