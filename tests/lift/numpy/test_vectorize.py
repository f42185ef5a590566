"""np.vectorize: stated dtypes, arguments that are handed on, results that are tuples, signatures, numbers that are narrow."""

from __future__ import annotations

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
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


def _one_loop(x):
    s = 0
    for k in range(4):
        s += k * x
    return s


SETTLED = {
    "an int or a float and a float": lambda x: np.vectorize(lambda t: (0 if t < 1 else t) + 0.5)(x),
    "ints either way": lambda x: np.vectorize(lambda t: 1 if t > 1 else -1)(x),
    "an int that becomes a float": lambda x: np.vectorize(_one_loop)(x),
    "stated": lambda x: np.vectorize(lambda t: 0 if t < 1 else t * 1.5, otypes=[float])(x),
    "floats along an axis": lambda x: np.apply_along_axis(lambda r: 0.0 if r.sum() < 3 else r.mean(), 1, np.outer(x, x)),
    "ints along an axis": lambda x: np.apply_along_axis(lambda r: len(r), 1, np.outer(x, x)),
}
TOLD = {
    "an int or a float": lambda x: np.vectorize(lambda t: 0 if t < 1 else t * 1.5)(x),
    "max": lambda x: np.vectorize(lambda t: max(0, t))(x),
    "inner": lambda x: np.vectorize(lambda t: t if t > 1.5 else (0 if t < 1 else t / 2))(x),
    "computed with ints": lambda x: np.vectorize(lambda t: 2 * (0 if t < 1 else t) - 1)(x),
    "one of two results": lambda x: np.vectorize(lambda t: (t, 0 if t < 1 else t))(x),
    "a bool or an int": lambda x: np.vectorize(lambda t: True if t > 1 else 0)(x),
    "along an axis": lambda x: np.apply_along_axis(lambda r: 0 if r.sum() < 3 else r.mean(), 1, np.outer(x, x)),
    "arrays along an axis": lambda x: np.apply_along_axis(lambda r: r if r.sum() < 3 else np.zeros(r.shape, int), 1, np.outer(x, x)),
}


@pytest.mark.parametrize("name", SETTLED)
def test_one_dtype_whatever_the_data(name):
    program = lift(SETTLED[name], X)
    for x in (X, X[::-1].copy()):
        ours, theirs = run(program, (x,)), SETTLED[name](x)
        assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours, theirs, rtol=1e-14)


@pytest.mark.parametrize("name", TOLD)
def test_a_dtype_that_the_first_element_tells_is_refused(name):
    with pytest.raises(UnsupportedProgram, match="takes the dtype of all results from the first one, which only the data tell"):
        lift(TOLD[name], X)
