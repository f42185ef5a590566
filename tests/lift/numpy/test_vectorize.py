"""np.vectorize: stated dtypes, arguments that are handed on, results that are tuples, signatures, numbers that are narrow."""

from __future__ import annotations

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.case import run

X = np.linspace(0.3, 2.0, 4)


def tripled(x):
    return x * 1.7


@np.vectorize
def larger(x, y):
    return x if x > y else y * 2


@np.vectorize(otypes=[float])
def squared(x):
    return x**2


STATED = np.vectorize(tripled, otypes="i")
EXCLUDED = np.vectorize(lambda x, y: x * y[0], excluded={1})
ROWS = np.vectorize(lambda x, y: x * y.max(), signature="(),(n)->()")
PROGRAMS = {
    "otypes": lambda x: np.vectorize(tripled, otypes=[int])(x),
    "narrow otypes": lambda x: np.vectorize(tripled, otypes=[np.float32])(x),
    "otypes before": lambda x: STATED(x),
    "excluded": lambda x: EXCLUDED(x, x),
    "excluded by name": lambda x: np.vectorize(lambda a, w: a * w[1], excluded=["w"])(x, w=x),
    "named": lambda x: np.vectorize(lambda a, b=2.0: a * b)(x, b=x),
    "rows": lambda x: ROWS(x, np.stack([x, 2 * x], axis=1)),
    "rows with two results": lambda x: np.vectorize(lambda a, b: (a[0] * b[1], a - b), signature="(n),(n)->(),(n)")(np.stack([x, 2 * x]), x),
    "two results": lambda x: np.vectorize(lambda t: (t, t + 1))(x[:, None] * x),
    "two stated results": lambda x: np.vectorize(lambda a, b: (a + b, a - b), otypes=[float, np.float32])(x[:, None], x),
    "decorated": lambda x: larger(x, 1.0),
    "decorated with dtypes": lambda x: (squared(x), squared(x[0])),
    "narrow numbers are Python's": lambda x: np.vectorize(lambda t: (t + 3.0) * t / 7.0 - t)(x.astype(np.float32)),
    "narrow integers do not wrap": lambda x: np.vectorize(lambda t: t * t // 3, otypes=[int])((60 * x).astype(np.int8)),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_is_what_numpy_gives(name):
    function = PROGRAMS[name]
    program = lift(function, X)
    for x in (X, np.linspace(-1.0, 2.2, 7)):
        ours, theirs = run(program, (x,)), function(x)
        for a, b in zip(ours if isinstance(ours, tuple) else (ours,), theirs if isinstance(theirs, tuple) else (theirs,), strict=True):
            assert np.asarray(a).dtype == np.asarray(b).dtype
            np.testing.assert_array_equal(a, b)
