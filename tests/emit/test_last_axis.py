"""Loops over a few long rows run in strips of their last axis, where strips are apart: the same bits."""

import numpy as np
import pytest

from precis.emit.cpu.begin import begun
from precis.emit.cpu.last_axis import strips_of_last
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Allocate, Strips
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.emit.without_pass import same_without


def members(y, w):
    """Equations row by row, steps through all rows as one; the rows of the slopes are one of the loop's own arrays."""
    for _ in range(3):
        f = np.empty_like(y)
        f[0] = 10.0 * (y[1] - y[0])
        f[1] = y[0] * (28.0 - y[2]) - y[1]
        f[2] = y[0] * y[1] - w * y[2]
        y += 0.01 * f


def words(y, w):
    """Rows that change places, in loops inside; numbers of their own in each iteration."""
    state = np.floor(1e6 * y).astype(np.int64)
    turned = np.empty_like(state)
    for k in range(4):
        mixed = state[0] ^ state[1] ^ state[2]
        for i in range(3):
            by = (i + k) % 5
            turned[(2 * i + 1) % 3] = (state[i] << by) ^ mixed
        state[:] = turned ^ (np.roll(turned, 1, axis=0) & 255)
    y[:] = state


def colours(y, w):
    """Two axes in front; what some iterations leave out."""
    z = np.stack([y, 0.5 * y])
    for k in range(4):
        if k % 2 == 0:
            z[:, 1] += w * z[:, 0]
        z[0] -= 0.1 * z[1]
        z[1] *= 0.9
    y[:] = z[0] + z[1]


def further(y, w):
    """The same distance from the strip in all that is written."""
    for k in range(3):
        y[0, 1:] += 0.5 * w[1:]
        y[:, 1:] *= 1.0 + 0.1 * k


def along(y, w):
    """Neighbours in the row."""
    for _ in range(3):
        y[0, 1:] += 0.5 * y[1, :-1]
        y *= 0.9


def summed(y, w):
    """A number of the whole row."""
    for _ in range(3):
        y[0] += np.sum(y[1])
        y *= 0.9


def turned(y, w):
    for _ in range(3):
        y[0] += 0.5 * y[1, ::-1]
        y *= 0.9


def elsewhere(y, w):
    """Places that data tell."""
    at = np.argsort(w)
    for _ in range(3):
        y[0] = y[1, at]
        y *= 0.9


def fewer(y, w):
    """Rows that get fewer."""
    z = np.concatenate([y, y + 1.0])
    for k in range(4):
        z[k:] *= 0.5
        z[k + 1:] -= 0.1 * z[k] * w
    y[:] = z[3:]


def passing_by(y, w):
    """Most of what an iteration reads is its own."""
    z = np.outer(np.arange(12.0), w).reshape(4, 3, -1)
    for k in range(4):
        y *= 0.5
        y[0] += z[k, 0] * z[k, 1] - z[k, 2]


def handed_on(y, w):
    """A number that the next iteration knows."""
    best = 0.0
    for _ in range(3):
        y[0] += best
        y *= 0.9
        best = y[0, 0]


def data(shape):
    rng = np.random.default_rng(shape[1])
    return rng.uniform(size=shape), rng.uniform(size=shape[1])


IN_STRIPS = (members, words, colours, further)
NOT = (along, summed, turned, elsewhere, handed_on, fewer, passing_by)
LONG = (3, 40_000)


def _strips(function, shape):
    program = lift(function, *data(shape))
    made = strips_of_last(begun(plan(program, default_assignment(program))))
    return [s for s in walk(made.statements) if isinstance(s, Strips)], made


@pytest.mark.parametrize("function", IN_STRIPS)
def test_long_rows_run_in_strips(function):
    assert len(_strips(function, LONG)[0]) == 1


@pytest.mark.parametrize("function", NOT)
def test_strips_that_meet_do_not(function):
    assert not _strips(function, LONG)[0]


@pytest.mark.parametrize("function", IN_STRIPS)
def test_rows_that_the_caches_hold_stay_as_they_are(function):
    assert not _strips(function, (3, 500))[0]


def test_what_only_strips_know_is_of_a_strip():
    (strips,), made = _strips(members, LONG)
    assert [made.buffers[t.buffer].original for t in strips.body if isinstance(t, Allocate)] == ["f"]


@needs_compiler
@pytest.mark.parametrize("function", (*IN_STRIPS, fewer))
def test_strips_change_nothing(function, monkeypatch):
    same_without(strips_of_last, function, data, [LONG, (3, 1), (3, 5001), (3, 0)], [(3, 0)], monkeypatch)
