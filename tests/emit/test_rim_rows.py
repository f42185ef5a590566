"""Sums of neighbours that are added slice by slice have NumPy's bits along the rim and inside, whatever the shape."""

import re

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def cube(p, q):
    fx, fy, fz = q[1:] * (p[1:] - p[:-1]), q[:, 1:] * (p[:, 1:] - p[:, :-1]), q[:, :, 1:] * (p[:, :, 1:] - p[:, :, :-1])
    out = q.copy()
    out[:-1] += fx
    out[1:] -= fx
    out[:, :-1] += fy
    out[:, 1:] -= fy
    out[:, :, :-1] += fz
    out[:, :, 1:] -= fz
    return out


def pile(p, q):
    h = np.floor(8.0 * p[0]).astype(np.int64)
    for _ in range(len(q)):
        t = h // 4
        h -= 4 * t
        h[1:] += t[:-1]
        h[:-2] += t[2:]
        h[:, 1:] += t[:, :-1]
        h[:, :-1] += t[:, 1:]
    return h


@pytest.fixture(scope="module", params=[cube, pile], ids=lambda f: f.__name__)
def compiled(request):
    compiled = compile_native(lift(request.param, np.ones((9, 10, 11)), np.ones((9, 10, 11))))
    assert re.search(r"if \(i0 < (-\w+ \+ )?1 \|\| i0 >= ", compiled.source)  # in strips from their first row on
    return request.param, compiled


@pytest.mark.parametrize("shape", [(9, 10, 11), (12, 4, 3), (3, 3, 17), (2, 5, 2)])
def test_bits_are_numpys(compiled, shape):
    function, native = compiled
    rng = np.random.default_rng(2)
    p, q = rng.random(shape), rng.random(shape)
    np.testing.assert_array_equal(native(p, q), function(p, q))
