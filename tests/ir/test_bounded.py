"""Bounded while loops: the same results and the number of iterations, wherever the loops stand; an end where the limit says so."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.formats import Assignment
from precis.ir.bounded import UNLIMITED, bounded
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift


def halved(x, least):
    while np.max(x) > least:
        x = 0.5 * x
    return x


def halved_each(x, least):
    """A while loop in a for loop, and another under a condition."""
    for i in range(x.shape[0]):
        while x[i] > least:
            x[i] *= 0.5
    y = 1.0
    if np.sum(x) > 0.0:
        while y > least:
            y = 0.25 * y
    return y


def halved_twice(x, least):
    """A while loop in a while loop."""
    while np.max(x) > least:
        y = 8.0
        while y > 1.0:
            y = 0.5 * y
        x = 0.5 * x * y
    return x


X = np.array([3.0, 100.0, 0.4])
CASES = [(halved, 10, 1), (halved_each, 10, 2), (halved_twice, 10, 2)]


@pytest.mark.parametrize(("fn", "trips", "loops"), CASES)
@pytest.mark.parametrize("compiled", [True, False])
def test_results_are_the_same_and_iterations_are_told(fn, trips, loops, compiled):
    program = lift(fn, X.copy(), 0.1)
    made = bounded(program)
    assert made is not None and len(made.sites) == loops
    verify(made.program)
    arrays, binding = bind(program, (X.copy(), 0.1))

    def run(p, sizes):
        return compile_program(p, Assignment.uniform("binary64")).run(arrays, sizes) if compiled else interpret(p, arrays, sizes)
    *found, last = run(made.program, {**binding, made.limit: UNLIMITED})
    assert all(np.array_equal(a, b) for a, b in zip(found, run(program, binding), strict=True))
    assert made.most(last)[0] == trips
    assert made.most(run(made.program, {**binding, made.limit: 2})[-1])[0] == 2


def test_the_loop_that_went_on_is_named():
    program = lift(halved_each, X.copy(), 0.1)
    made, (arrays, binding) = bounded(program), bind(program, (X.copy(), 0.1))
    assert made is not None
    trips, site = made.most(interpret(made.program, arrays, {**binding, made.limit: UNLIMITED})[-1])
    assert trips == 10 and site == made.sites[0]


def test_programs_without_while_loops_are_left_alone():
    assert bounded(lift(lambda x: x + 1.0, X)) is None
