"""Rows of strips lie on their sides where loops in loops walk down them; others stand; results are the same bit for bit."""

import numpy as np
import pytest

from precis.emit.cpu.along_rows import along_rows
from precis.emit.cpu.program import ProgramPrinter
from precis.emit.cpu.strips_lying import strips_lying
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.emit.without_pass import same_without


def differences(a, b):
    q = np.ones_like(a)
    for i in range(a.shape[1]):
        for j in range(a.shape[1]):
            if j != i:
                q[:, i] *= a[:, i] - a[:, j]
    return q


def in_place(a, b):
    for t in range(3):
        for i in range(1, a.shape[1]):
            for j in range(i):
                a[:, i] -= 0.1 * a[:, j] * b[:, i]
        a[:, 0] += b[:, -1]


def complex_rows(a, b):
    z = a + 1j * b
    for i in range(a.shape[1]):
        for j in range(i):
            z[:, i] *= z[:, j] - 0.5 * z[:, i]
    return z


def among_layers(a, b):
    w = np.zeros((4, *a.shape))
    w[1] = a
    for t in range(3):
        for i in range(1, a.shape[1]):
            for j in range(i):
                w[t + 1, :, i] += 0.1 * w[t + 1, :, j] * b[:, i]
        w[t] += w[t + 1]
    return w


def branches(a, b):
    for i in range(1, a.shape[1]):
        for j in range(i):
            if (i + j) % 3 == 0:
                a[:, i] -= 0.1 * a[:, j]
            else:
                a[:, j] = np.where(b[:, i] > 0, a[:, i], np.nan)


def once(a, b):
    for i in range(1, a.shape[1]):
        a[:, i] += a[:, i - 1] * b[:, i]


def layers_in_turn(a, b):
    w = np.zeros((40, *a.shape))
    w[0] = a
    for t in range(39):
        for i in range(1, a.shape[1]):
            w[t + 1, :, i] = w[t, :, i - 1] + w[t, :, i] * b[:, i]
    return w


def mixed(a, b):
    """Neighbours mix where the one is larger: each column is read and written twice."""
    for k in range(a.shape[1] - 1, 0, -1):
        below, above = a[:, k], a[:, k - 1]
        on = below > above
        mean = 0.5 * (below + above)
        a[on, k] = mean[on]
        a[on, k - 1] = mean[on]
    b += a


def mixed_in_part(a, b):
    """The same of a few of the columns."""
    for k in range(a.shape[1] // 2, 0, -1):
        below, above = a[:, k], a[:, k - 1]
        on = below > above
        mean = 0.5 * (below + above)
        a[on, k] = mean[on]
        a[on, k - 1] = mean[on]


def rows_that_get_fewer(a, b):
    rows = np.arange(len(a))
    turns = 0
    while rows.size > 0 and turns < 5:
        part = a[rows] * 1.5
        for k in range(part.shape[1] - 1, 0, -1):
            below, above = part[:, k], part[:, k - 1]
            on = below > above
            part[:, k] = np.where(on, above, below)
            part[:, k - 1] = np.where(on, below, above)
        a[rows] = part
        turns += 1
        rows = rows[np.any(part[:, 1:] > part[:, :-1], axis=1)]
    return turns


FUNCTIONS = {differences: 2, in_place: 2, complex_rows: 2, among_layers: 2, branches: 2, once: 0, layers_in_turn: 0,
             mixed: 1, mixed_in_part: 0, rows_that_get_fewer: 1}
SHAPES = ((50, 12), (7, 5), (200, 9), (1, 4), (33, 2), (3, 1), (0, 4), (5, 0))


def arguments(shape):
    rng = np.random.default_rng(3)
    return rng.uniform(0.5, 1.5, shape), rng.normal(size=shape)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_rows_lie_where_loops_in_loops_walk_down_them(function):
    program = lift(function, *arguments(SHAPES[0]))
    made = plan(program, default_assignment(program))
    for apply in ProgramPrinter.passes[:ProgramPrinter.passes.index(strips_lying)]:
        made = made if apply is along_rows else apply(made)  # which would have some of them first
    assert len(strips_lying(made).buffers) - len(made.buffers) == FUNCTIONS[function]


@needs_compiler
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_results_are_those_of_rows_that_stand(function, monkeypatch):
    same_without(strips_lying, function, arguments, SHAPES, SHAPES[4:], monkeypatch)
