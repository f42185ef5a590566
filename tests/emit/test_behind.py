"""Strips that run rows behind one another: the same bits whatever their length, and none where no distance is enough."""

import numpy as np
import pytest

from precis.emit.cpu import behind as strips
from precis.emit.cpu.begin import begun
from precis.emit.cpu.behind import behind
from precis.emit.cpu.rim_rows import groups_of
from precis.emit.cpu.together import together
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest, Strips
from precis.emit.plan.rows import by_rows
from precis.emit.plan.walking import walk
from precis.ir.size import Size, exactly
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def staggered(e, h):
    """Fields that differ by a row or a column, with rims, and sums over all rows of each step."""
    energy = np.zeros(3)
    for t in range(3):
        h[:, :-1] -= 0.4 * (e[:, 1:] - e[:, :-1])
        h[:-1, :] -= 0.4 * (e[1:, :] - e[:-1, :])
        e[1:, 1:] += 0.4 * (h[1:, 1:] - h[:-1, 1:] + h[1:, :-1])
        e[:, 0] = 0.0
        energy[t] = np.sum(e * e) + np.sum(h ** 2)
    return energy


def stencils(e, h):
    """Each of a chain two rows behind what it reads, the last into what the first reads."""
    d = np.zeros_like(e)
    d[2:-2, 1:-1] = e[4:, 1:-1] + e[:-4, 1:-1] - h[2:-2, 2:]
    g = np.zeros_like(e)
    g[2:-2, :] = d[4:, :] - d[:-4, :]
    e[1:-1, 1:] = g[2:, :-1] * d[:-2, 1:]
    return g, d


def swept(e, h):
    """Rows one after the other, where each takes from the one before."""
    e[1:, 1:-1] = 0.5 * (h[:-1, 2:] + h[1:, :-2])
    r = np.cumsum(e, axis=0)
    h[:-1, :] += r[1:, :]
    return r[1:, :] - h[:-1, :]


def columns_first(e, h):
    """Largest elements and rows of sums."""
    d = e[1:, :] * h[:-1, ::-1]
    e[1:, :] += d * h[1:, :]
    h[:-1, :] = e[1:, :] - e[:-1, :]
    return d.max(), h.min(), (d * d).sum(axis=1), (e[:, 1:] > h[:, :-1]).sum()


def turned(e, h):
    """The first rows take from the last."""
    h[:-1, 1:] = e[1:, :-1] - e[:-1, 1:]
    e[:, :] = h[::-1, :] + 1.0


def around(e, h):
    """The last row takes from the first."""
    h[:, 1:] = np.roll(e, -1, axis=0)[:, 1:] + h[:, 1:]
    e[:, :] = np.roll(h, 1, axis=0)


def anywhere(e, h):
    """Which rows are taken is known at run time only."""
    h[:-1, 1:] = e[1:, :-1] - e[:-1, 1:]
    e[:, 1:] += h[np.minimum(np.abs(e[:, 0]).astype(np.int64), e.shape[0] - 1), 1:]


def rimmed(e, h):
    """A divergence whose rim lacks neighbours stands between nests over the same rows."""
    for _ in range(3):
        e[:, :-1] += 0.3 * (h[:, 1:] - h[:, :-1])
        d = np.empty_like(e)
        d[:] = e + h
        d[:, 1:] -= e[:, :-1]
        d[1:] -= h[:-1]
        h += 0.1 * d


BEHIND = (staggered, stencils, swept, columns_first, rimmed)
NOT = (turned, around, anywhere)


def _arguments(rows=23, columns=31):
    rng = np.random.default_rng(rows)
    return rng.normal(size=(rows, columns)), rng.normal(size=(rows, columns))


def _shifted(function):
    program = lift(function, *_arguments())
    return [s for s in walk(behind(together(begun(plan(program, default_assignment(program))))).statements)
            if isinstance(s, Strips) and s.shifted]


@pytest.mark.parametrize("function", BEHIND)
def test_neighbouring_rows_are_waited_for(function):
    assert _shifted(function)


@pytest.mark.parametrize("function", NOT)
def test_rows_that_no_distance_reaches_are_none(function):
    assert not _shifted(function)


def test_rims_run_in_strips_with_what_is_around_them():
    (strips,) = _shifted(rimmed)
    (rim,) = (s for s in strips.body if isinstance(s, Nest) and s.hole)
    assert len([s for s in strips.body if isinstance(s, Nest) and s.axes]) == 4
    assert groups_of(rim)  # its rows still take one update after the other


@needs_compiler
@pytest.mark.parametrize("function", (*BEHIND, *NOT))
@pytest.mark.parametrize("room", (1, 3000))
def test_strips_change_no_bit(function, room, monkeypatch):
    program = lift(function, *_arguments())
    monkeypatch.setattr(strips, "MOST", 0)
    plain = compile(program, quick=True)
    monkeypatch.undo()
    monkeypatch.setattr(strips, "ROOM", room)  # bytes: strips of few rows
    native = compile(program, quick=True)
    for shape in ((23, 31), (6, 9), (5, 40), (40, 5)):
        wanted, found, numpy = (_results(run, *_arguments(*shape)) for run in (plain, native, function))
        assert len(found) == len(wanted) == len(numpy)
        for a, b, c in zip(found, wanted, numpy):
            np.testing.assert_array_equal(a, b)
            np.testing.assert_allclose(a, c, rtol=1e-12, atol=1e-12)


def _results(run, *arguments):
    made = run(*arguments)
    return [*arguments, *(made if isinstance(made, tuple) else () if made is None else (made,))]


@needs_compiler
def test_threads_change_no_bit():
    program = lift(staggered, *_arguments())
    one, two = (_results(compile(program, threads=n), *_arguments(90, 200)) for n in (1, 2))
    for a, b in zip(one, two):
        np.testing.assert_array_equal(a, b)


def test_joined_axes_are_taken_apart():
    def cubes(x, y):
        y[:-1] += 2.0 * x[1:]
    program = lift(cubes, *(np.ones((5, 6, 7)) for _ in range(2)))
    made = plan(program, default_assignment(program))
    (nest,) = made.statements
    assert len(nest.axes) == 1
    rows = by_rows(nest, made.buffers)
    n = Size.of(made.sizes[0])
    assert len(rows.axes) == 2 and rows.axes[0].extent == n - 1


def test_exact_quotients():
    n, m, k = map(Size.of, "nmk")
    assert exactly(n * m * k - m * k, m * k) == n - 1
    assert exactly((n - 1) * (m + 2 * k) * 3, m + 2 * k) == 3 * n - 3
    assert exactly(n * m - 1, m) is None and exactly(3 * n, Size.of(2)) is None and exactly(n, Size()) is None
    assert exactly(Size(), n) == Size()


@needs_compiler
def test_strips_of_one_row_are_known_when_lengths_are(monkeypatch):
    """Lengths that the program says, and rows larger than a strip may be: there is no number of rows to be told."""
    def fixed(e, h):
        wide, narrow = np.zeros((23, 31)), np.zeros((23, 31))
        wide[:], narrow[:] = e, h
        energy = staggered(wide, narrow)
        return wide, narrow, energy
    monkeypatch.setattr(strips, "ROOM", 1)
    native = compile(lift(fixed, *_arguments()), quick=True)
    for a, b in zip(native(*_arguments()), fixed(*_arguments()), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


@needs_compiler
def test_threads_take_all_rows_where_strips_have_one():
    """Lengths that the program says, and rows that are larger than a strip."""
    def fixed(e, h):
        wide, narrow = np.zeros((9, 3100)), np.zeros((9, 3100))
        wide[:], narrow[:] = e, h
        return staggered(wide, narrow), wide, narrow
    native = compile(lift(fixed, *_arguments(9, 3100)), threads=2, quick=True)
    for a, b in zip(native(*_arguments(9, 3100)), fixed(*_arguments(9, 3100)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)
