"""Columns and rows of one array at indices of loops, which are apart where the loops say so, or where each iteration has its own row:
Givens and Jacobi rotations, exchanges."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def turned(A, p, q):
    left, right = A[:, p].copy(), A[:, q].copy()
    A[:, p] = 0.6 * left - 0.8 * right
    A[:, q] = 0.8 * left + 0.6 * right


def above(A):
    for p in range(A.shape[1]):
        for q in range(p + 1, A.shape[1], 2):
            turned(A, p, q)


def below(A):
    for p in range(A.shape[1]):
        for q in range(p - 1, -1, -1):
            turned(A, p, q)


def with_itself(A):
    for p in range(A.shape[1]):
        for q in range(p, A.shape[1]):
            turned(A, p, q)


def from_the_end(A):
    for p in range(A.shape[1] - 1, 0, -2):
        for q in range(p):
            turned(A, p, q)


@pytest.mark.parametrize("program, nests", [(above, 1), (below, 1), (from_the_end, 1), (with_itself, 1)])
def test_columns_are_turned_together_where_they_are_apart(program, nests):
    A = np.random.default_rng(2).normal(size=(5, 4))
    compiled = compile_native(lift(program, A.copy()), quick=True)
    assert compiled.source.count("for (int64_t i0") - compiled.source.count("for (int64_t i1") == nests  # those of copies have rows, too
    for shape in ((5, 4), (7, 9), (3, 1)):
        A = np.random.default_rng(3).normal(size=shape)
        found, expected = A.copy(), A.copy()
        compiled(found), program(expected)
        np.testing.assert_array_equal(found, expected)
