"""Strips that follow one another: the same bits whatever their length, only where nothing bears on an earlier strip."""

import numpy as np
import pytest

from precis.emit.cpu import together as strips
from precis.emit.cpu.begin import begun
from precis.emit.cpu.together import together
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest, Strips
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def spread(x):
    """Rows behind elements."""
    r = np.minimum(np.abs(x * 4.0).astype(np.int64), 9)
    n = np.zeros(10)
    np.add.at(n, r, x * x[:, :1])
    return n, r


def profile(x):
    """Positions of single precision in an array of rows, and what is counted in them by elements."""
    r = np.sqrt(np.arange(x.shape[0])[:, None] ** 2 + (x.max(axis=0) - x) ** 2).astype(np.int64)
    r = np.minimum(r, 9)
    return np.bincount(r.ravel(), weights=x.ravel(), minlength=10) / np.maximum(np.bincount(r.ravel(), minlength=10), 1)


def counted(x):
    """Single elements."""
    v = x.ravel()
    r = np.minimum((np.exp(np.abs(v)) * 2.0).astype(np.int64), 11)
    return np.bincount(r, minlength=12) * np.bincount(r, weights=v, minlength=12)


def turned(x):
    """The first rows take from the last."""
    r = np.minimum((np.abs(x) * 4.0).astype(np.int64), 9)
    n = np.zeros(10)
    np.add.at(n, r[::-1], x)
    return n, r


def anywhere(x):
    """Which rows are taken is known at run time only."""
    r = np.minimum((np.abs(x) * 4.0).astype(np.int64), x.shape[0] - 1)
    n = np.zeros(x.shape[0])
    np.add.at(n, r[r[:, 0]], x)
    return n, r


IN_ORDER = (profile, counted, spread)
NOT = (turned, anywhere)


def _argument(rows=7, columns=20):
    return np.random.default_rng(rows).normal(size=(rows, columns))


def _ordered(function):
    program = lift(function, _argument())
    return [s for s in walk(together(begun(plan(program, default_assignment(program)))).statements) if isinstance(s, Strips) and s.ordered]


@pytest.mark.parametrize("function", IN_ORDER)
def test_what_has_to_run_in_order_joins_what_it_reads(function):
    (found,) = _ordered(function)
    assert any(s.sequential for s in found.body if isinstance(s, Nest))


@pytest.mark.parametrize("function", NOT)
def test_nothing_is_taken_from_strips_to_come(function):
    assert not _ordered(function)


@needs_compiler
@pytest.mark.parametrize("function", (*IN_ORDER, *NOT))
@pytest.mark.parametrize("room", (100, 2000))
def test_results_are_those_of_numpy(function, room, monkeypatch):
    monkeypatch.setattr(strips, "ROOM", room)  # bytes: strips of few rows
    native = compile(lift(function, _argument()), quick=True)
    for rows, columns in ((7, 20), (1, 20), (9, 4), (40, 9)):
        x = _argument(rows, columns)
        for found, wanted in zip(_several(native(x)), _several(function(x)), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-13, atol=1e-13)


def _several(results):
    return results if isinstance(results, tuple) else (results,)


@needs_compiler
def test_threads_change_no_bit():
    program, x = lift(profile, _argument()), _argument(400, 300)
    np.testing.assert_array_equal(compile(program)(x), compile(program, threads=2)(x))


def test_nests_over_all_elements_get_the_axes_of_those_over_rows():
    """Clipped by rows, clipped again by elements: one nest, of which nothing is left in memory but the counts."""
    program = lift(profile, _argument())
    nests = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest)]
    assert sum(any(i.op == "sqrt" for i in n.body) for n in nests) == 1
    assert [len(n.axes) for n in nests if any(i.op == "minimum" for i in n.body)] == [2]
