"""Of arrays that are written anew from some place on, only what lies in front of it is computed or copied first."""

from collections import defaultdict
from math import prod

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler

N = 7


def summed(losses, p, units):
    """Losses of one name after the other."""
    for k in range(units.size):
        u = units[k]
        hit = p[:, k:k + 1] * losses[:, :N - u]
        losses *= 1.0 - p[:, k:k + 1]
        losses[:, u:] += hit
    return losses


def doubled(losses, p, units):
    """What is written over is wanted afterwards."""
    for k in range(units.size):
        before = losses * 2.0
        rest = before + 1.0
        rest[:, units[k]:] = p[:, k:k + 1] * before[:, units[k]:]
        losses = rest - before[:, ::-1]
    return losses


def copied(losses, p, units):
    """Both the array and its copy live on, and their first axis is the one that is divided."""
    total = np.zeros_like(losses)
    for k in range(units.size):
        other = losses.copy()
        other[units[k]:] = losses[units[k]:] * p[0, k]
        total += other * losses
    return total, other


def divided_twice(losses, p, units):
    for k in range(units.size):
        other = losses + 1.0
        other[units[k]:, units[k]:] = p[0, k]
        losses = other * losses
    return losses


def between(losses, p, units):
    for k in range(units.size):
        u = units[k]
        other = losses + 1.0
        other[u:u + 2] = losses[u:u + 2] * p[0, k]
        other[u::2] = other[u::2] * p[1, k]
        losses = other * losses
    return losses


def inputs():
    rng = np.random.default_rng(4)
    return rng.random((N, N)), rng.random((N, 6)), np.array([3, 0, 7, 1, 5, 6])


@needs_compiler
@pytest.mark.parametrize("function", [summed, doubled, copied, divided_twice, between])
def test_elements_in_front_and_behind_are_those_of_the_lines(function):
    for a, b in zip(np.atleast_1d(compile_native(lift(function, *inputs()), quick=True)(*inputs())), np.atleast_1d(function(*inputs()))):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("function, divided", [(summed, True), (copied, True), (doubled, True), (divided_twice, False)])
def test_what_is_written_anew_is_not_computed_first(function, divided):
    program = lift(function, *inputs())
    nests = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest)]
    from_the_first_on = defaultdict(int, program.sizes)
    nothing = [n for n in nests if not prod(a.extent.value(from_the_first_on) for a in n.axes)]
    assert bool(nothing) == divided
