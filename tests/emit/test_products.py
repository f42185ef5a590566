"""Products of matrices that a library computes: those of one row or column, and of arrays that repeat their elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import precis
from tests.emit.oracle import needs_compiler

LARGE = 200  # libraries are called from 32768 multiplications on


def columns_by_rows(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return x[:, None] @ y[None, :]


def columns_by_columns(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.einsum("ij,kj->ik", x.reshape(-1, 1), y.reshape(-1, 1))


def row_by_matrix(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return y[:, None].T @ np.outer(x, y)


def repeated_rows(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.broadcast_to(x, (len(x), len(x))) @ np.outer(y, y)


@needs_compiler
@pytest.mark.parametrize("program", [columns_by_rows, columns_by_columns, row_by_matrix, repeated_rows], ids=lambda f: f.__name__)
def test_product_is_numpys(program: Callable[..., Any]) -> None:
    x, y = np.random.default_rng(0).normal(size=(2, LARGE))
    compiled = precis.compile(precis.lift(program, x, y), quick=True)
    found, wanted = compiled(x, y), program(x, y)
    assert np.max(np.abs(found - wanted)) <= 1e-13 * np.max(np.abs(wanted)) * LARGE
