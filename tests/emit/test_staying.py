"""Elements that many iterations in a row change are held: NumPy's bits, wherever places stay and wherever they do not."""

from dataclasses import replace

import numpy as np
import pytest

from precis.emit.cpu.staying import staying
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.ir.size import Size
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(5)


def products(row, col, v, y):
    """Two arrays at places of their own; the end of what is there stays."""
    count = np.ones(y.size, dtype=np.int64)
    np.add.at(y, row, v * v[col])
    np.add.at(count, row, 2)
    return count


def from_the_end(row, col, v, y):
    np.subtract.at(y, row - y.size, v)
    return np.bincount(row, minlength=y.size)


def chained(row, col, v, y):
    """What one iteration makes the next one reads, at another place: not held."""
    for k in range(row.size):
        y[row[k]] = 0.5 * y[row[k]] + 0.2 * v[k] * y[col[k]]
    return y.max()


def rows_of(kind, n, places):
    """Long rows, the last one shorter; rows of one; the same place at the beginning and at the end."""
    sorted_ = np.sort(RNG.integers(0, places, n))
    short = RNG.integers(0, places, n)
    return {"sorted": sorted_, "random": short, "turns": np.arange(n) % places, "one": np.zeros(n, dtype=np.int64) + places - 1,
            "back": np.where(np.arange(n) < n // 2, sorted_, sorted_[::-1])}[kind]


@needs_compiler
@pytest.mark.parametrize("fn", [products, from_the_end, chained])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_elements_that_stay(fn, dtype):
    def drawn(kind, n, places):
        return (rows_of(kind, n, places), RNG.integers(0, min(n, places), n), RNG.normal(size=n).astype(dtype),
                RNG.normal(size=places).astype(dtype))

    close = 0 if dtype is np.float64 else 1e-3  # sums of numbers in binary32 are added up in binary64
    run = compile_native(lift(fn, *drawn("sorted", 300, 9)))
    assert ("pr::stays(" in run.source) == (fn in (products, from_the_end))
    for n, places in ((1, 5), (255, 7), (300, 9), (1000, 40), (5000, 3), (9000, 700)):
        for kind in ("sorted", "random", "turns", "one", "back"):
            args = drawn(kind, n, places)
            mine, theirs = [a.copy() for a in args], [a.copy() for a in args]
            found, expected = run(*mine), fn(*theirs)
            np.testing.assert_allclose(found, expected, rtol=close)
            np.testing.assert_allclose(mine[3], theirs[3], rtol=close, atol=close)


@needs_compiler
@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint32])
def test_counts_that_stay(dtype):
    """More places than there are tables for."""
    def counted(row, n):
        np.add.at(n, row, dtype(3))

    run = compile_native(lift(counted, np.arange(300), np.zeros(600, dtype=dtype)))
    for n in (256, 5000):
        for kind in ("sorted", "one", "back", "random"):
            row = rows_of(kind, n, 600)
            mine, theirs = np.full(600, 7, dtype=dtype), np.full(600, 7, dtype=dtype)
            run(row, mine)
            counted(row, theirs)
            np.testing.assert_array_equal(mine, theirs)


def test_arrays_that_are_read_elsewhere_are_not_held():
    """What is read beside the place may be what was held; so may be what is stored twice, or at a place that goes along."""
    row = np.arange(300) // 40
    made = plan(program := lift(products, row, row, np.ones(300), np.ones(9)), default_assignment(program))
    (nest,) = (s for s in walk(made.statements) if isinstance(s, Nest) and staying(s))
    (place, _), i = staying(nest), Size.of(nest.axes[0].symbol)
    there, elsewhere = replace(place, index=(i,)), replace(place, index=(i + 1,))
    read = next(k for k in nest.body if k.op == "load" and k.access == place)
    assert not staying(replace(nest, body=(replace(read, name="%x", access=elsewhere), *nest.body)))
    assert not staying(replace(nest, body=(*nest.body, nest.body[-1])))
    assert not staying(replace(nest, body=tuple(replace(k, access=there) if k.access == place else k for k in nest.body)))
    assert not staying(replace(nest, sequential=frozenset()))
