"""`while` loops that append to histories run once: the run that would count their iterations stores what they append."""

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def adaptive(y, end, tolerance):
    """Steps that are taken again when they are too long; what is kept of them is appended."""
    t, h = 0.0, 0.125
    ts, ys = [t], [y]
    while t < end:
        if t + h > end:
            h = end - t
        k1 = np.array([y[1], -y[0]])
        z = y + h * k1
        k2 = np.array([z[1], -z[0]])
        if np.max(np.abs(0.5 * h * (k2 - k1))) < tolerance:
            t = t + h
            y = y + 0.5 * h * (k1 + k2)
            ts.append(t)
            ys.append(y)
            h = 1.25 * h
        else:
            h = 0.5 * h
    return np.array(ts), np.array(ys)


def relaxed(y, end, tolerance):
    """Each iteration appends the whole state, and how far it moved."""
    states, moves, move = [], [], end
    while move > tolerance:
        z = 0.5 * y
        move = np.max(np.abs(z - y))
        y = z
        states.append(y)
        moves.append(move)
    return np.array(states), moves, y


def left_early(y, end, tolerance):
    """A loop that is left where something is found."""
    x, tried = end, []
    while x > tolerance:
        x = 0.75 * x
        tried.append(x)
        if y[0] > x * x:
            break
    return tried, x


def paths(y, end, tolerance):
    """A history for each start, of which one number is kept."""
    longest, last = 0, np.zeros(y.shape[0])
    for i in range(y.shape[0]):
        x, seen = y[i], [y[i]]
        while abs(x) > tolerance:
            x = 0.5 * x - 0.125 * x * x
            seen.append(x)
        longest = max(longest, len(seen))
        last[i] = seen[len(seen) // 2]
    return longest, last


def summed(y, end, tolerance):
    """What is appended is read as a whole behind the loop."""
    x, kept = end, []
    while x > tolerance:
        x = 0.5 * x
        kept.append(x * y)
    kept = np.array(kept)
    return kept.sum(axis=0), kept.shape[0], kept[-1]


def how_many(y, end, tolerance):
    """The number of iterations is asked for behind the loop."""
    x, kept = end, [end]
    while x > tolerance:
        x = 0.5 * x
        kept.append(x)
    return np.linspace(0.0, 1.0, len(kept)) * np.array(kept)


PROGRAMS = (adaptive, relaxed, left_early, paths, summed, how_many)
GIVEN = (np.array([1.0, 0.25]), 4.0, 0.01)


def _same(found, expected):
    for a, b in zip(found if isinstance(found, tuple) else (found,), expected if isinstance(expected, tuple) else (expected,), strict=True):
        assert type(a) is type(b)
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_it_is_what_python_gives(f):
    run = compile(lift(f, *GIVEN))
    for scale, end, tolerance in ((1.0, 4.0, 0.01), (0.125, 9.0, 1e-4), (1.0, 60.0, 1e-6), (1.0, 0.001, 0.0009)):
        given = (scale * GIVEN[0], end, tolerance)
        _same(run(*given), f(*given))


@pytest.mark.parametrize("f", [f for f in PROGRAMS if f is not left_early], ids=lambda f: f.__name__)
def test_one_run_is_enough(f):
    """There is one loop around what the iterations do."""
    (text,) = (t for name, t in emit(lift(f, *GIVEN)).files.items() if name.endswith("_run.cpp"))
    assert text.count("for (;;)") == 1 and "pr::Reserved<" in text and "trips_n" not in text.split("for (;;)")[0]


def test_states_of_any_size_are_kept():
    """Items have address space that goes with their size."""
    run = compile(lift(relaxed, *GIVEN))
    for n in (1, 3, 5000):
        given = (np.linspace(0.0, 1.0, n), 4.0, 1e-6)
        _same(run(*given), relaxed(*given))


def test_runs_that_differ_stay_two():
    """The loop does more than the run that counts: what that carries is not all that it has."""
    def drift(y, end, tolerance):
        t, kept = 0.0, []
        while t < end:
            t = t + tolerance
            y = 0.5 * y + 1.0
            kept.append(y)
        return np.array(kept)
    (text,) = (t for name, t in emit(lift(drift, *GIVEN)).files.items() if name.endswith("_run.cpp"))
    assert "pr::Reserved<" not in text
    _same(compile(lift(drift, *GIVEN))(*GIVEN), drift(*GIVEN))


def test_two_histories_run_once_each():
    """What one loop leaves is what the next begins with."""
    def twice(y, end, tolerance):
        x, down, up = end, [end], []
        while x > tolerance:
            x = 0.5 * x
            down.append(x)
        while x < end:
            x = 1.5 * x
            if x > 0.25:
                up.append(x)
        return down, up, x * y
    (text,) = (t for name, t in emit(lift(twice, *GIVEN)).files.items() if name.endswith("_run.cpp"))
    assert text.count("for (;;)") == 2
    run = compile(lift(twice, *GIVEN))
    for given in (GIVEN, (GIVEN[0], 40.0, 1e-6), (GIVEN[0], 0.001, 0.01)):
        _same(run(*given), twice(*given))


def test_two_lists_of_all_components():
    """Rooms of two loops, each counted by a run of its own."""
    def found(y, end, tolerance):
        first, second = [], []
        for i in range(y.shape[0]):
            x = y[i]
            while x > tolerance:
                first.append(x)
                x = 0.5 * x
        for i in range(y.shape[0]):
            x = end
            while x > y[i]:
                second.append(x)
                x = 0.5 * x
        return first, second
    run = compile(lift(found, np.linspace(0.25, 3.0, 12), 4.0, 0.01))
    for n, end, tolerance in ((12, 4.0, 0.01), (3, 9.0, 1e-3), (40, 0.0001, 5.0), (5, 4.0, 1e-9)):
        given = (np.linspace(0.25, 3.0, n), end, tolerance)
        _same(run(*given), found(*given))
