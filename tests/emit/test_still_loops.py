"""Loops inside loops that do not change what they compute with."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
RNG = np.random.default_rng(11)
U, C, PLACES = RNG.normal(size=30), RNG.normal(size=30), RNG.integers(0, 30, 30)


def drift(c, u, places, steps):
    """A path that is the same in every step."""
    for step in range(steps):
        y = u * 0.5
        for k in range(2):
            y = y * y * 0.125 + y[places]
        c[:] = c[places] * 0.9 + y
    return c


def drift_of_all(c, u, places, steps):
    """The same, two loops further out, with what each inner iteration found."""
    seen = np.zeros((4, 3))
    for turn in range(4):
        for step in range(3):
            y = u * 0.5
            for k in range(3):
                y = y * y * 0.125 + y[places]
                y[k] = k
            c[:] = c[places] * 0.9 + y
            seen[turn, step] = c[turn]
    return c, seen


def changed_behind(c, u, places, steps):
    """The step goes on with what the path came to, and changes it."""
    for step in range(steps):
        y = u * 0.5
        for k in range(2):
            y = y * y * 0.125 + y[places]
        y += c
        y[step] = 0.0
        c[:] = y
    return c


def by_step(c, u, places, steps):
    """The path depends on the step."""
    for step in range(steps):
        y = u * 0.5
        for k in range(2):
            y = y * y * 0.125 + y[places] * step
        c[:] = c[places] * 0.9 + y
    return c


def by_state(c, u, places, steps):
    """The path depends on what the step before came to."""
    for step in range(steps):
        y = c * 0.5
        for k in range(2):
            y = y * y * 0.125 + y[places]
        c[:] = c[places] * 0.9 + u + y
    return c


@pytest.mark.parametrize("function, still", [(drift, True), (drift_of_all, True), (changed_behind, True), (by_step, False), (by_state, False)])
@pytest.mark.parametrize("steps", [0, 1, 4])
def test_what_stays_the_same_is_computed_once(function, still, steps):
    compiled = compile(lift(function, C.copy(), U, PLACES, 4))
    mine, theirs = C.copy(), C.copy()
    np.testing.assert_equal(compiled(mine, U, PLACES, steps), function(theirs, U, PLACES, steps))
    np.testing.assert_array_equal(mine, theirs)
    body = compiled.source[compiled.source.index("static void compute"):]
    assert (body.index("for (int64_t k_") < body.index("for (int64_t step_")) == still


def test_nothing_is_read_where_there_are_no_steps():
    """Positions far outside, which NumPy does not look at."""
    compiled = compile(lift(drift, C.copy(), U, PLACES, 4))
    np.testing.assert_array_equal(compiled(C.copy(), U, np.full(30, 1 << 48), 0), C)
