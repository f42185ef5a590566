"""What loops read of arrays that they change elsewhere is taken before them, and the reverse keeps no more of it."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ad.untouched import taken_before
from precis.ir.build import Names
from precis.ir.interpret import interpret
from precis.ir.types import Program, values_of
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.test_tape import stacks

N = 12


def eliminated(a):
    for k in range(len(a) - 1):
        for i in range(k + 1, len(a)):
            a[i, k:] = a[i, k:] - a[i, k] / a[k, k] * a[k, k:]
    return a


def below(a):
    """Row k + 1 may not exist where the loop does not run."""
    for k in range(len(a)):
        for i in range(k + 2, len(a)):
            a[i] = a[i] * a[k + 1]
    return a


def of_itself(a):
    for k in range(len(a) - 1):
        for i in range(k, len(a)):
            a[i] = a[i] * a[k]
    return a


def under_the_first(a):
    for i in range(len(a) - 1, 0, -1):
        a[i] = a[i] * a[0, 1:3].sum()
    return a


def moved(program: Program) -> Program:
    names = Names({v.name for v in values_of(program.body)} | set(program.binding))
    return program.with_body(taken_before(program.body, names, program.guards))


@pytest.mark.parametrize(("function", "moves"), [(eliminated, True), (under_the_first, True), (below, False), (of_itself, False)])
def test_what_no_iteration_touches_is_taken_before_the_loop(function, moves):
    a = np.random.default_rng(1).normal(size=(N, N)) + 4 * np.eye(N)
    program = lift(function, a.copy())
    found = moved(program)
    verify(found)
    assert (found != program) == moves
    for x, y in zip(interpret(program, (a.copy(),)), interpret(found, (a.copy(),))):
        assert np.array_equal(x, y)


def test_eliminations_keep_rows_and_factors():
    program = lift(eliminated, np.eye(N))
    assert max(stacks(adjoint(program))) <= 3 * 8 * N * N
