"""First and last iterations that branches tell apart run apart: same bits as NumPy for any number of iterations, and no branches between."""

import numpy as np
import pytest

from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import If, Loop, Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def implicit(q, w):
    """Elimination and substitution through levels, both borders inside the loop."""
    ratio, rhs = np.zeros_like(q), np.zeros_like(q)
    for k in range(q.shape[0]):
        if k > 0:
            down = -0.25 * w[k]
            below = down * (q[k - 1] - q[k])
        else:
            down = np.zeros_like(q[0])
            below = 0.0
        if k < q.shape[0] - 1:
            up = 0.25 * w[k + 1]
        else:
            up = np.zeros_like(q[0])
        centre = 1.0 - down - up
        right = q[k] - below
        if k > 0:
            centre -= down * ratio[k - 1]
            right -= down * rhs[k - 1]
        ratio[k] = up / centre
        rhs[k] = right / centre
    q[-1] = rhs[-1]
    for k in range(q.shape[0] - 2, -1, -1):
        q[k] = rhs[k] - ratio[k] * q[k + 1]


def one_of_three(q, w):
    for k in range(q.shape[0]):
        if k == 0:
            g = 2.0 * w[k]
        elif k <= q.shape[0] - 2:
            g = w[k] + w[k + 1] - q[k - 1]
        else:
            g = w[k] - q[k - 1]
        q[k] += g
        w[k] = 0.5 * g


def downwards(q, w):
    for k in range(q.shape[0] - 1, -1, -1):
        if k >= 1:
            g = q[k] - w[k - 1]
        else:
            g = 0.5 * q[k]
        if k != q.shape[0] - 1:
            g = g + q[k + 1] * 0.25
        q[k] = g


def handed_on(q, w):
    """An array that goes from one iteration to the next, and one that is kept in the last only."""
    flux = np.zeros_like(q[0])
    last = np.zeros_like(q[0])
    for k in range(q.shape[0]):
        new = 0.5 * (q[k] + w[k])
        if k == q.shape[0] - 1:
            last = new - flux
        q[k] += flux - new
        flux = new * 1.0
    return flux, last


def inner(q, w):
    """The test is of the loop around."""
    for k in range(q.shape[0]):
        for t in range(3):
            if k > 0:
                q[k] += 0.125 * q[k - 1]
            q[k] *= w[k]


def in_the_middle(q, w):
    for k in range(q.shape[0]):
        if k > 3:
            q[k] += 0.125 * q[k - 1]
        q[k] *= w[k]


def changing(q, w):
    """The truth value is another one where it is asked for the second time."""
    for k in range(q.shape[0]):
        first = k < 1
        if w[k, 0] > 0.5:
            first = True
        if first:
            q[k] += 1.0
        q[k] *= w[k]


def scalars(q, w):
    """Rims of an image, element by element, and what goes on from one to the next."""
    most = 0.0
    for k in range(q.shape[0]):
        for i in range(q.shape[1] - 1, -1, -1):
            d = q[k, i]
            if i < q.shape[1] - 1:
                d = min(d, q[k, i + 1] + w[k, i])
            if k > 0:
                d = min(d, q[k - 1, i])
                if i > 0:
                    d = min(d, q[k - 1, i - 1] * 0.75)
            q[k, i] = d
            most = max(most, d)
    w[0, 0] = most


def data(n, m):
    rng = np.random.default_rng(n + m)
    return rng.uniform(size=(n, m)), rng.uniform(0.1, 1.0, size=(n, m))


def _branches(function):
    """How many branches with nests over arrays each loop has that is in no other."""
    program = lift(function, *data(6, 9))
    loops = [s for s in plan(program, default_assignment(program)).statements if isinstance(s, Loop)]
    return [sum(isinstance(t, If) and any(isinstance(n, Nest) and n.axes for n in walk((t,))) for t in walk(s.body)) for s in loops]


@pytest.mark.parametrize(("function", "branches"), [
    (implicit, [1, 0, 0, 0]), (one_of_three, [0, 0, 0]), (downwards, [1, 0, 0]), (handed_on, [0, 0]), (inner, [0, 0]), (in_the_middle, [1]),
    (changing, [1])])
def test_what_lies_between_has_no_branches(function, branches):
    assert _branches(function) == branches


def test_rims_of_loops_over_scalars_run_apart():
    program = lift(scalars, *data(6, 9))
    inside = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Loop)]
    innermost = [s for s in inside if not any(isinstance(t, Loop) for t in walk(s.body))]  # two of the first row, three of the others
    assert [sum(isinstance(t, If) for t in walk(s.body)) for s in innermost] == [0, 0, 1, 0, 0]


@needs_compiler
@pytest.mark.parametrize("function", [implicit, one_of_three, downwards, handed_on, inner, in_the_middle, changing, scalars])
def test_the_same_bits(function):
    run = compile(lift(function, *data(6, 9)))
    for n, m in ((6, 9), *([(1, 9)] if function is not implicit else []), (2, 3), (3, 40), (40, 2000)):
        mine, expected = data(n, m), data(n, m)
        wanted, found = function(*expected), run(*mine)
        for a, b in zip((*mine, *(found or ())), (*expected, *(wanted or ())), strict=True):
            np.testing.assert_array_equal(a, b)
