"""Contractions that read a matrix once square or gather it as they read it; others want it in memory."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import WORKSPACE, Nest
from precis.emit.plan.walking import accesses
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler

BINARY64 = Assignment.uniform(FORMATS["binary64"])
RNG = np.random.default_rng(2)
A, B, C = RNG.standard_normal((7, 5)), RNG.standard_normal((5, 6)), RNG.standard_normal(4)
ROWS = np.array([3, -1, 0, 3])


def from_the_left(a, x):
    return (a * a) @ (x * x)


def from_the_right(a, x):
    return x @ (a * a)


def of_matrices(a, b):
    return (a * a) @ (b * b)


def changed_before(a, x):
    """The square is that of the matrix as it was."""
    square = a * a
    a[1:] = a[1:] + 1.0
    return square @ x, a


def gathered_left(a, x):
    return a[ROWS] @ x


def gathered_right(a, x):
    return x @ a[ROWS]


def gathered_matrices(a, b):
    return a[ROWS] @ b


def gathered_before(a, x):
    """The rows are those of the matrix as it was."""
    rows = a[ROWS]
    a[1:] = a[1:] + 1.0
    return rows @ x, a


def squared_apart(function, *args) -> int:
    """How many nests store matrices in the workspace, but for what is packed for a library."""
    made = plan(lift(function, *args), BINARY64)
    kept = {b.name for b in made.buffers.values() if b.role == WORKSPACE and len(b.shape) == 2}
    return sum(bool(kept & accesses(s)[1]) for s in made.statements if isinstance(s, Nest))


def test_a_matrix_that_is_read_once_is_squared_as_it_is_read():
    assert squared_apart(from_the_left, A, B[:, 0]) == 0
    assert squared_apart(from_the_right, A, A[:, 0]) == 0
    assert squared_apart(of_matrices, A, B) == 2


def test_rows_that_are_read_once_are_gathered_as_they_are_read():
    assert squared_apart(gathered_left, A, B[:, 0]) == 0
    assert squared_apart(gathered_right, A, C) == 0
    assert squared_apart(gathered_matrices, A, B) == 1


@needs_compiler
@pytest.mark.parametrize(("function", "second"), [(from_the_left, B[:, 0]), (from_the_right, RNG.standard_normal(7)), (of_matrices, B),
                                                    (gathered_left, B[:, 0]), (gathered_right, C), (gathered_matrices, B)])
def test_squares_in_contractions(function, second):
    compiled = compile_program(lift(function, A, second))
    np.testing.assert_allclose(compiled(A, second), function(A, second), rtol=1e-13)


@needs_compiler
@pytest.mark.parametrize("function", [changed_before, gathered_before])
def test_what_is_made_of_what_changes_is_kept(function):
    args = A.copy(), B[:, 0]
    found, expected = compile_program(lift(function, *args))(A.copy(), B[:, 0]), function(A.copy(), B[:, 0])
    for x, y in zip(found, expected):
        np.testing.assert_allclose(x, y, rtol=1e-13)
