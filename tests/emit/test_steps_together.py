"""Steps of elimination that update what is behind them together: NumPy's bits, and none where a step touches what would wait."""

import numpy as np
import pytest

from precis.emit.cpu.build import QUICK
from precis.emit.cpu.rowwise import rowwise
from precis.emit.cpu.steps_together import STEPS, steps_together
from precis.emit.engine import compile_all, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def lu(a, b):
    for k in range(len(a) - 1):
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= a[k + 1:, k, None] * a[k, k + 1:]


def by_elements(a, b):
    n = a.shape[0]
    for k in range(n - 1):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]


def jordan(a, b):
    """The inverse in place, and a system with it: two updates in each row."""
    for k in range(a.shape[0]):
        pivot = a[k, k]
        a[k, k] = 1.0
        a[k] /= pivot
        b[k] /= pivot
        for i in range(a.shape[0]):
            if i != k:
                factor = a[i, k]
                a[i, k] = 0.0
                a[i] -= factor * a[k]
                b[i] -= factor * b[k]
    return pivot


def columns(a, b):
    """Cholesky's factor by columns: a triangle is left."""
    n = a.shape[0]
    for k in range(n):
        a[k, k] = np.sqrt(a[k, k])
        a[k + 1:, k] /= a[k, k]
        for j in range(k + 1, n):
            a[j:, j] -= a[j:, k] * a[j, k]


def upwards(a, b):
    """Substitution from the last row on."""
    for k in range(a.shape[0] - 1, -1, -1):
        b[k] /= a[k, k]
        b[:k] -= a[:k, k, None] * b[k]


def sweep(a, b):
    """All of the matrix, and rows and columns written behind that."""
    for k in range(a.shape[0] - 3):
        p = a[k, k]
        row = a[k] / p
        column = a[:, k].copy()
        a -= np.outer(column, row)
        a[k] = row
        a[:, k] = column / p
        a[k, k] = -1.0 / p


def shortest(a, b):
    """Floyd and Warshall: another operation, in the order of NumPy's whole arrays."""
    for k in range(a.shape[0]):
        a[:] = np.minimum(a, a[:, k, None] + a[k])


def pivots(a, b):
    """Rows are exchanged at computed places, of both arrays."""
    order = np.arange(a.shape[0])
    for k in range(a.shape[0] - 1):
        p = k + np.argmax(np.abs(a[k:, k]))
        if p != k:
            a[[k, p]] = a[[p, k]]
            b[[k, p]] = b[[p, k]]
            order[[k, p]] = order[[p, k]]
        for i in range(k + 1, a.shape[0]):
            factor = a[i, k] / a[k, k]
            a[i, k:] = a[i, k:] - factor * a[k, k:]
            b[i] = b[i] - factor * b[k]
    return order


def put_behind(a, b):
    """A computed row is read and written behind the update."""
    total = np.zeros(a.shape[1])
    for k in range(a.shape[0] - 1):
        a[k + 1:] -= np.outer(0.01 * b[k + 1:, 0], a[k])
        p = int(np.abs(b[k, 1]) * 40.0) % a.shape[0]
        total += a[p]
        a[p] *= 0.5
    return total


def shortest_in_order(a, b):
    """The same one by one: the row and the column of a step are updated among the others."""
    n = a.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if a[i, k] + a[k, j] < a[i, j]:
                    a[i, j] = a[i, k] + a[k, j]


def rows_in_order(a, b):
    """Row by row, down to the row of the step: others have it as it was."""
    for k in range(a.shape[0]):
        for i in range(k + 1):
            a[i] = np.maximum(a[i], 0.5 * a[i, k] + a[k])


TOGETHER = (lu, by_elements, jordan, columns, upwards, sweep, shortest, shortest_in_order, rows_in_order, pivots, put_behind)
TAKEN = {pivots: 2, put_behind: 1}  # arrays of which rows at computed places are taken


def read_all(a, b):
    """Each step reads all that is left."""
    for k in range(a.shape[0] - 1):
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k + 1:, k + 1:].sum(axis=0))


def far_row(a, b):
    """The row of a step is written by the one before, from a row that waits."""
    for k in range(a.shape[0] - 1):
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
        a[k] = a[-1] * 0.5


def next_row(a, b):
    """The row that others take is not of the step alone."""
    n = a.shape[0]
    for k in range(n - 1):
        for i in range(n):
            for j in range(n):
                a[i, j] = a[i, j] - 0.01 * a[i, k] * a[n - 1 - k, j]


def moving(a, b):
    """Rows from two further on in each step: what waits would not be the same."""
    for k in range(a.shape[0] // 2):
        a[2 * k:] -= np.outer(b[2 * k:, 0], a[k])


def other_array(a, b):
    """Elements of another array that change from step to step."""
    for k in range(a.shape[0] - 1):
        a[k + 1:, k + 1:] -= a[k + 1:, k, None] * a[k, k + 1:] * b[k + 1:, k + 1:]
        b[-1] += 1.0


APART = (read_all, far_row, next_row, moving, other_array)


def arguments(n, pivoted=False, odd=False):
    rng = np.random.default_rng(n)
    a, b = rng.uniform(-1.0, 1.0, (n, n)), rng.uniform(-1.0, 1.0, (n, n))
    a = a if pivoted else a @ a.T + n * np.eye(n)
    if odd and n:
        a[rng.integers(0, n, 4), rng.integers(0, n, 4)] = np.nan, np.inf, -0.0, 0.0
    return a, b


def _planned(function, n=100):
    program = lift(function, *arguments(n))
    return steps_together(rowwise(plan(program, default_assignment(program))))


def _blocks(planned):
    return [s for s in walk(planned.statements) if isinstance(s, Loop) and abs(s.step) == STEPS]


@pytest.mark.parametrize("function", TOGETHER)
def test_steps_update_together(function):
    planned = _planned(function)
    assert len(_blocks(planned)) == 1
    assert sum(name.startswith("aside") for name in planned.buffers) == TAKEN.get(function, 0)
    assert not _blocks(_planned(function, 64))  # few elements stay as they are


@pytest.mark.parametrize("function", APART)
def test_what_a_step_touches_does_not_wait(function):
    assert not _blocks(_planned(function))


@needs_compiler
def test_bits_are_those_of_numpy():
    programs = [lift(function, *arguments(100)) for function in (*TOGETHER, *APART)]
    for function, native in zip((*TOGETHER, *APART), compile_all(programs, QUICK), strict=True):
        for n, pivoted, odd in ((3, False, False), (7, True, False), (24, False, True), (25, False, False), (33, True, True),
                                (40, True, False), (67, True, False), (67, False, True)):
            wanted, found = arguments(n, pivoted, odd), arguments(n, pivoted, odd)
            with np.errstate(all="ignore"):
                results = function(*wanted), native(*found)
            for x, y in zip((*wanted, results[0]), (*found, results[1]), strict=True):
                if x is not None:
                    np.testing.assert_array_equal(_bits(np.asarray(x)), _bits(np.asarray(y)), f"{function.__name__} {n}")


def _bits(x):
    """With one kind of NaN."""
    return np.where(np.isnan(x), np.nan, x).view(np.int64) if x.dtype == float else x
