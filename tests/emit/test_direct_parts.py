"""First parts of results, whose lengths the run tells, are taken out by what takes direct calls, and nobody else holds them."""

import sys

import numpy as np
import pytest

from precis.emit.direct import Returned, possible
from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = [needs_compiler, pytest.mark.skipif(not possible(), reason="arrays do not lie in memory as the library reads them")]


def one(x, s):
    return x[x > s]


def several(x, s):
    """Of two axes, of which the last, the first or both are as long as the data say, an array, and numbers."""
    above = x[x > s]
    columns = np.ones((3, len(above))) * above
    rows = np.stack((above, -above), axis=1)
    both = above[:, None] * x[x <= s]
    return columns, rows, both, x * s, len(above), (above > 0.75).sum(), np.nonzero(x > s)[0], above > 0.75


def listed(x, s):
    out, last = [], 0
    for k in range(x.shape[0]):
        if x[k] > s:
            out.append(x[k])
            last = k
    return out, last


def cubes(z, s):
    return z[z.real > s], z.real[0]


def same_twice(x, s):
    above = x[x > s]
    return above, above.copy(), None, s, "above"


def alike(found, expected):
    assert type(found) is type(expected)
    if isinstance(found, (tuple, list)):
        assert len(found) == len(expected)
        for f, e in zip(found, expected):
            alike(f, e)
        return
    assert np.array_equal(found, expected) and np.shape(found) == np.shape(expected)
    if isinstance(found, np.ndarray):
        assert found.dtype == expected.dtype and found.flags.owndata and found.flags.carray


@pytest.mark.parametrize("fn", [one, several, listed, cubes, same_twice])
@pytest.mark.parametrize("n", [1, 2, 7, 64])
def test_parts_are_taken_by_the_library(fn, n):
    rng = np.random.default_rng(n)
    x = rng.random(n) + (1j if fn is cubes else 0.0)
    compiled = compile(lift(fn, rng.random(n) + (0.5j if fn is cubes else 0.0), 0.5))
    for _ in range(3):
        compiled(x, 0.5)
    assert compiled._direct is not None and compiled._caller.returned in (Returned.ITEM, Returned.ITEMS)
    setattr(compiled._caller, "rebuild", None)  # what Python would put together
    for s in (0.5, -1.0, 2.0, 0.9):  # some, all, none
        alike(compiled(x, s), fn(x, s))


def test_parts_share_no_memory_and_nobody_else_holds_them():
    x = np.random.default_rng(0).random(40)
    compiled = compile(lift(same_twice, x, 0.5))
    for _ in range(3):
        compiled(x, 0.5)
    first, second, *_ = compiled(x, 0.5)
    third, *_ = compiled(x, 0.5)
    first[:] = 0.0
    np.testing.assert_array_equal(second, x[x > 0.5])
    np.testing.assert_array_equal(third, x[x > 0.5])
    assert sys.getrefcount(second) == sys.getrefcount(first) == 2
    held = (np.empty, np.dtype(np.float64), None, 0.5)
    before = [sys.getrefcount(o) for o in held]
    for _ in range(200):
        compiled(x, 0.5)
    assert np.abs(np.subtract([sys.getrefcount(o) for o in held], before)).max() < 25


def steps(x, s):
    """As many as the data ask for: nothing in front of the loop bounds it."""
    out, t = [], 0.0
    while t < x[0]:
        out.append(t)
        t += s
    return np.array(out)


def test_longer_parts_than_there_is_room_for_find_more_room():
    x = np.array([1.0])
    compiled = compile(lift(steps, x, 0.25))
    for _ in range(3):
        np.testing.assert_array_equal(compiled(x, 0.25), steps(x, 0.25))
    assert compiled._direct is not None and compiled._caller.returned == Returned.ITEM
    for _ in range(3):
        np.testing.assert_array_equal(compiled(x, 2.0**-14), steps(x, 2.0**-14))
    np.testing.assert_array_equal(compiled(x, 0.25), steps(x, 0.25))
    assert len(compiled(x - 1.0, 0.25)) == 0
