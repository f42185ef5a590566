"""Arrays that loops walk down column by column lie on their sides meanwhile; others stay as they are; results are the same bit for bit."""

import numpy as np
import pytest

from precis.emit.cpu.lying import lying
from precis.emit.cpu.program import ProgramPrinter
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def orthogonal(a):
    for j in range(a.shape[1]):
        for i in range(j):
            a[:, j] -= (a[:, i] @ a[:, j]) * a[:, i]
        a[:, j] /= np.sqrt(np.sum(a[:, j] ** 2))


def best_column(a):
    """The array is only read, in a loop of unknown length."""
    worst, k, far = 1e9, 0, np.zeros(a.shape[1])
    while worst > 0.5 and k < a.shape[1]:
        for j in range(k + 1):
            far[k] += np.sum(np.abs(a[::-1, j] - a[:, k]))
        worst = far[k] / a.shape[0]
        k += 1
    return far


def once(a):
    for j in range(1, a.shape[1]):
        a[:, j] += a[:, j - 1]


def both_ways(a):
    for t in range(a.shape[1]):
        for j in range(t):
            a[:, j] *= 0.5 + np.minimum(a[0, t], 1.0) * 0.1
        for i in range(t):
            a[i] = np.sqrt(np.abs(a[i]) + np.sum(np.abs(a[i] * a[0])))


def whole_too(a):
    for t in range(a.shape[1]):
        for j in range(t):
            a[:, j] -= 0.01 * (a[:, t] @ a[:, j]) * a[:, t]
        a[0] = np.linalg.solve(np.eye(a.shape[1]) * (2.0 + a[:a.shape[1]]), a[0])


def chosen(a):
    places = np.argsort(a[0])
    for j in range(a.shape[1]):
        for i in range(j):
            a[:, places[j]] -= 0.01 * (a[:, i] @ a[:, places[j]]) * a[:, i]


def few(a):
    for sweep in range(2):
        for j in range(1, a.shape[1]):
            a[:, j] /= 1.0 + np.sum(a[:, j] * a[:, j - 1])


def listed(a):
    """A list of columns, longer and shorter, is added up."""
    level = np.zeros(a.shape[0])
    for t in range(a.shape[1]):
        above = np.nonzero(a[0] > 0.4 + 0.05 * t)[0]
        level = 0.5 * level + a[:, above].sum(axis=1)
    return level


def listed_and_across(a):
    """The same beside rows that are added up as often."""
    level = np.zeros(a.shape[0])
    for t in range(a.shape[1]):
        above = np.nonzero(a[0] > 0.4 + 0.05 * t)[0]
        level = 0.5 * level + a[:, above].sum(axis=1) + np.sqrt(a + level[0]).sum(axis=1)
    return level


def listed_rarely(a):
    """A list is as long as it is, and there are eight of them: less than the array."""
    level = np.zeros(a.shape[0])
    for t in range(a.shape[1] // 20 + 1):
        above = np.nonzero(a[0] > 0.4 + 0.05 * t)[0]
        level = 0.5 * level + a[:, above].sum(axis=1)
    return level


def gathered(a):
    """Columns of a list stay beside each other."""
    last = a.copy()
    for _ in range(a.shape[1]):
        last = np.sqrt(last[:, np.argsort(last[0])] + 0.5)
    return last


# -> arrays that lie on their sides
FUNCTIONS = {orthogonal: 1, best_column: 1, once: 0, both_ways: 0, whole_too: 0, few: 0, listed: 1, listed_and_across: 0, listed_rarely: 0,
             gathered: 0}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_arrays_lie_where_loops_walk_down_them_again_and_again(function):
    program = lift(function, np.random.default_rng(1).uniform(size=(24, 20)))
    made = plan(program, default_assignment(program))
    for apply in ProgramPrinter.passes[:ProgramPrinter.passes.index(lying)]:
        made = apply(made)
    assert len(lying(made).buffers) - len(made.buffers) == FUNCTIONS[function]


@needs_compiler
@pytest.mark.parametrize("function", [*FUNCTIONS, chosen], ids=lambda f: f.__name__)
def test_results_are_those_of_arrays_that_stand(function, monkeypatch):
    compiled = compile_native(lift(function, np.ones((24, 20))), quick=True)
    monkeypatch.setattr(ProgramPrinter, "passes", tuple(p for p in ProgramPrinter.passes if p is not lying))
    standing = compile_native(lift(function, np.ones((24, 20))), quick=True)
    for shape in ((24, 20), (7, 5), (33, 33), (3, 1)):
        a = np.random.default_rng(3).uniform(0.5, 1.5, shape)
        found, expected, numpys = a.copy(), a.copy(), a.copy()
        for f, e, n in zip((compiled(found), found), (standing(expected), expected), (function(numpys), numpys), strict=True):
            np.testing.assert_equal(f, e)
            np.testing.assert_allclose(f, n, rtol=1e-9) if n is not None else None
