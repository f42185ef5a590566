"""Few rows or columns that positions pick are exchanged in one loop, whichever they are."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import WORKSPACE, Loop, Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(11)
A = RNG.normal(size=(9, 21))
PAIRS = np.array([[0, 1], [3, 3], [-1, 0], [8, -1], [2, -7], [5, 6]])


def exchanged(a, pairs):
    for k in range(pairs.shape[0]):
        i, j = pairs[k, 0], pairs[k, 1]
        a[[i, j]] = a[[j, i]]


def exchanged_columns(a, pairs):
    for k in range(pairs.shape[0]):
        i, j = pairs[k, 0], pairs[k, 1]
        a[:, [i, j]] = a[:, [j, i]]


def one_over_another(a, pairs):
    """The last of two that are written to one row stays."""
    for k in range(pairs.shape[0]):
        i, j = pairs[k, 0], pairs[k, 1]
        a[[i, i]] = a[[j, 4]]


def turned(a, pairs):
    for k in range(pairs.shape[0]):
        i, j = pairs[k, 0], pairs[k, 1]
        a[[i, j, 4]] = a[[4, i, j]]


def scaled(a, pairs):
    for k in range(pairs.shape[0]):
        i, j = pairs[k, 0], pairs[k, 1]
        a[[i, j]] = 2.0 * a[[j, i]] - a[[i, j]]


def exchanged_from_the_end(a, pairs):
    """Elements change their column as well: iterations are no longer independent."""
    for k in range(pairs.shape[0]):
        i, j = pairs[k, 0], pairs[k, 1]
        a[[i, j]] = a[[j, i], ::-1]


def given(a, pairs):
    """Positions in arrays, of which there may be more in other calls."""
    for k in range(pairs.shape[0] - 1):
        a[pairs[k]] = a[pairs[k + 1]]


FUNCTIONS = {exchanged: True, exchanged_columns: True, one_over_another: True, turned: True, scaled: True,
             exchanged_from_the_end: False, given: False}  # -> without a copy


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_rows_are_not_copied(function):
    program = lift(function, A, PAIRS)
    made = plan(program, default_assignment(program))
    copies = [b for b in made.buffers.values() if b.role == WORKSPACE and len(b.shape) == 2]
    assert (copies == []) == FUNCTIONS[function]


@needs_compiler
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("shape", [(9, 21), (9, 0), (9, 1), (9, 3), (9, 64)], ids=str)
def test_results_are_numpys(function, shape):
    a = RNG.normal(size=shape) if function is not exchanged_columns else RNG.normal(size=shape[::-1])
    a.flat[:2] = (np.nan, -0.0)[: min(2, a.size)]
    compiled = compile_native(lift(function, a, PAIRS))
    found, expected = a.copy(), a.copy()
    compiled(found, PAIRS)
    function(expected, PAIRS)
    np.testing.assert_array_equal(found.view(np.int64), expected.view(np.int64))


@needs_compiler
@pytest.mark.parametrize("kind", [np.uint8, np.int64, np.bool_, np.float32, np.complex128])
def test_all_kinds_of_elements_are_exchanged(kind):
    a = (RNG.normal(size=(9, 37)) * 3).astype(kind)
    found, expected = a.copy(), a.copy()
    compile_native(lift(exchanged, a, PAIRS))(found, PAIRS)
    exchanged(expected, PAIRS)
    np.testing.assert_array_equal(found, expected)


def test_many_rows_stay_a_loop():
    def many(a, pairs):
        a[pairs[:, 0]] = a[pairs[:, 1]]
    program = lift(many, A, PAIRS)
    nests = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest)]
    assert all(len(n.axes) == 2 for n in nests if any(i.op == "store" and i.access and i.access.index for i in n.body))


def rows_that_meet(a, rows):
    """What is read of one row before another is written, which may be the same."""
    total = np.zeros(a.shape[1])
    for k in range(len(rows) - 1):
        total += 2.0 * a[rows[k]]
        a[rows[k + 1]] += 0.5 * a[0]
    return total


def rows_read_behind(a, rows):
    """What is read of one row behind another that was written, and may be the same."""
    total = np.zeros(a.shape[1])
    for k in range(len(rows) - 1):
        a[rows[k + 1]] *= 0.5
        total += a[rows[k]] * a[rows[k + 1]]
    return total


@needs_compiler
@pytest.mark.parametrize(("function", "loops"), [(rows_that_meet, 1), (rows_read_behind, 2)])
def test_loops_over_rows_are_one_where_all_is_read_first(function, loops):
    rows = np.array([3, 7, 7, 0, 8, 3, -1, 0, 0])
    program = lift(function, A, rows)
    (loop,) = (s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Loop))
    assert sum(isinstance(s, Nest) and bool(s.axes) for s in loop.body) == loops
    found, expected = A.copy(), A.copy()
    np.testing.assert_array_equal(compile_native(program)(found, rows), function(expected, rows))
    np.testing.assert_array_equal(found, expected)
