"""Numbers of Python that programs return are made by what takes direct calls, and nobody else holds them."""

import sys

import numpy as np
import pytest

from precis.emit.direct import possible
from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def count(x, s):
    n = 0
    for v in x:
        n += 2 if v > s else 1
    return n


def beside_others(x, s):
    """Numbers of Python beside an array and one of NumPy."""
    n, last = 0, 0.0
    for k in range(x.shape[0]):
        if x[k] > s:
            n, last = n + 1, float(x[k])
    return n, x * s, last, np.sum(x)


@pytest.mark.skipif(not possible(), reason="arrays do not lie in memory as the library reads them")
@pytest.mark.parametrize("fn", [count, beside_others])
def test_numbers_of_python_are_returned_without_python(fn):
    x, s, kinds = np.arange(400.0), 0.5, (None, int, float, np.float64)
    compiled = compile(lift(fn, x, s))
    for _ in range(3):
        compiled(x, s)
    caller = compiled._caller
    assert caller is not None and compiled._direct is not None
    setattr(caller, "rebuild", None)  # what Python would put together
    before = [sys.getrefcount(kind) for kind in kinds]
    for _ in range(50):
        found, expected = compiled(x, s), fn(x, s)
        for f, e in zip(found if type(found) is tuple else (found,), expected if type(expected) is tuple else (expected,), strict=True):
            assert type(f) is type(e) and np.array_equal(f, e) and sys.getrefcount(f) == sys.getrefcount(e)
    assert np.abs(np.subtract([sys.getrefcount(kind) for kind in kinds], before)).max() < 25
