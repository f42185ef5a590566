"""Loops around products are divided where a branch in them changes sides."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import precis
from precis.ir.interpret import interpret
from tests.emit.oracle import needs_compiler

Program = Callable[[np.ndarray], np.ndarray]


def below(x: np.ndarray) -> np.ndarray:
    c = np.zeros_like(x)
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            if j < i:
                c[i, j] = x[i, :3] @ x[:3, j]
            else:
                c[i, j] = x[i, j] - 1.0
    return c


def above(x: np.ndarray) -> np.ndarray:
    c = np.zeros_like(x)
    for i in range(x.shape[0]):
        for j in range(x.shape[0] - 1, -1, -1):
            if i > j:
                c[i, j] = x[i, :2] @ x[:2, j]
            else:
                c[i, j] = 2.0
    return c


def with_diagonal(x: np.ndarray) -> np.ndarray:
    """What the sides hand to one another goes through both loops."""
    c, s = np.zeros_like(x), 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            if j >= i:
                s = s + x[i, :2] @ x[:2, j]
            else:
                s = 0.5 * s
            c[i, j] = s
    return c


def upwards(x: np.ndarray) -> np.ndarray:
    c = np.zeros_like(x)
    for i in range(x.shape[0] - 1, -1, -1):
        for j in range(x.shape[0]):
            if i <= j:
                c[i, j] = x[i, :3] @ x[:3, j]
            c[i, j] += 1.0
    return c


DIVIDED = [below, above, with_diagonal, upwards]


def number(x: np.ndarray) -> np.ndarray:
    """The border may lie behind the end."""
    c = np.zeros_like(x)
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            if j < 5:
                c[i, j] = x[i, :3] @ x[:3, j]
    return c


def outside(x: np.ndarray) -> np.ndarray:
    c = np.zeros_like(x)
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            if j < i + 2:
                c[i, j] = x[i, :3] @ x[:3, j]
    return c


def twice(x: np.ndarray) -> np.ndarray:
    """Changes once in two iterations of the loop around."""
    c = np.zeros_like(x)
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            if 2 * j < i:
                c[i, j] = x[i, :3] @ x[:3, j]
    return c


WHOLE = [number, outside, twice]


@needs_compiler
@pytest.mark.parametrize("program", DIVIDED + WHOLE, ids=lambda f: f.__name__)
def test_results_are_the_interpreters(program: Program) -> None:
    for n in (4, 3, 9, 40):
        x = np.random.default_rng(n).integers(-4, 5, size=(n, n)).astype(float)
        lifted = precis.lift(program, x)
        run = precis.compile(lifted, quick=1)
        assert np.array_equal(run(x), program(x)) and run.backend == "native"
        assert np.array_equal(interpret(lifted, [x])[0], program(x))


@pytest.mark.parametrize("program", DIVIDED + WHOLE, ids=lambda f: f.__name__)
def test_branches_go_where_their_border_is_inside(program: Program) -> None:
    text = precis.emit(precis.lift(program, np.ones((9, 9))), None).files[f"{program.__name__}_run.cpp"]
    body = text[text.index("static void compute"):]
    assert ("if (w_" in body) == (program in WHOLE)
