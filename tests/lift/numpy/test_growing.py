"""Arrays that may be twice as long after every iteration have the room of the program, after a few trials."""

from __future__ import annotations

import numpy as np

from precis.lift import lift
from precis.lift.numpy import settling
from tests.lift.numpy.case import run


def subdivided(p, tol):
    while np.abs(np.diff(p)).max() > tol:
        finer = np.empty(2 * p.size - 1)
        finer[::2], finer[1::2] = p, 0.5 * (p[:-1] + p[1:])
        p = finer
    return p


def test_arrays_that_double_are_lifted_after_few_trials(monkeypatch):
    revised = []
    revise = settling.revise
    monkeypatch.setattr(settling, "revise", lambda *given: revised.append(given) or revise(*given))
    program = lift(subdivided, np.array([0.0, 1.0, 3.0]), 0.3)
    assert len(revised) < 60
    for p, tol in ((np.array([0.0, 1.0, 3.0]), 0.3), (np.arange(5.0) ** 2, 0.02), (np.ones(2), 0.1)):
        np.testing.assert_array_equal(run(program, (p, tol)), subdivided(p, tol))


def capped(x):
    a = x[:1]
    while a.size < 40:
        a = np.concatenate((a, a * 0.5))[:50]
    return a


def test_arrays_that_double_up_to_a_bound_are_lifted():
    for x in (np.ones(3), np.arange(5.0)):
        np.testing.assert_array_equal(run(lift(capped, np.ones(3)), (x,)), capped(x))
