"""Nests that read or write across rows run in strips of columns, and nothing else about them changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import precis
from tests.emit.oracle import needs_compiler


def transposed(a: np.ndarray) -> np.ndarray:
    return a.T.copy()


def symmetric(a: np.ndarray) -> np.ndarray:
    n = min(a.shape)
    return 0.5 * (a[:n, :n] + a[:n, :n].T)


def stored_across(a: np.ndarray) -> np.ndarray:
    b = np.empty((a.shape[1], a.shape[0]))
    b.T[:] = np.abs(a) * 2.0
    return b


def layers(a: np.ndarray) -> np.ndarray:
    return np.stack([a.T, 2.0 * a.T, a.T + 1.0])


def in_loops(a: np.ndarray) -> np.ndarray:
    b = np.zeros((a.shape[1], a.shape[0]))
    for k in range(3):
        b += a.T * k
        b[0, 0] = np.sqrt(b[1, 1] * b[1, 1])
    return b


def along_rows(a: np.ndarray) -> np.ndarray:
    return a[::-1, ::-1] * 2.0


def sums_of_columns(a: np.ndarray) -> np.ndarray:
    return np.sum(a.T * 2.0, axis=1)


def triangle(a: np.ndarray) -> np.ndarray:
    b = np.zeros((a.shape[1], a.shape[0]))
    for i in range(min(a.shape)):
        b[i, :i] = a[:i, i]
    return b


TILED = [transposed, symmetric, stored_across, layers, in_loops]
WHOLE = [along_rows, sums_of_columns, triangle]


@needs_compiler
@pytest.mark.parametrize("program", [*TILED, *WHOLE], ids=lambda f: f.__name__)
def test_results_are_numpys(program: Callable[..., Any]) -> None:
    run = None
    for shape in ((140, 200), (33, 129), (160, 161), (31, 257), (2, 2)):
        a = np.random.default_rng(shape[0]).normal(size=shape)
        run = run or precis.compile(precis.lift(program, a), quick=1)
        np.testing.assert_allclose(run(a), program(a), rtol=0, atol=1e-12 if program is sums_of_columns else 0)


@pytest.mark.parametrize("program", [*TILED, *WHOLE], ids=lambda f: f.__name__)
def test_strips_are_made_of_what_lies_across(program: Callable[..., Any]) -> None:
    text = precis.emit(precis.lift(program, np.ones((140, 200))), None).files[f"{program.__name__}_run.cpp"]
    assert ("i0count" in text or "i1count" in text or "count_" in text) == (program in TILED)
