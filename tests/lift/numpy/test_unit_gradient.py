"""Slopes between places one apart are divided by 2.0 inside, and not divided at their ends."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def slopes(f):
    return np.gradient(f)


def corners(f):
    return np.gradient(f, axis=0, edge_order=2), np.gradient(f, axis=1)


@needs_compiler
@pytest.mark.parametrize("dtype", (np.float64, np.float32, np.complex128, np.int64))
def test_bits_of_numpy(dtype):
    for function in (slopes, corners):
        run = compile_native(lift(function, np.ones((5, 4), dtype)))
        for shape in ((3, 3), (5, 4), (9, 17)):
            f = (10.0 * np.random.default_rng(3).standard_normal(shape)).astype(dtype)
            if f.dtype.kind == "f":
                f[0, 0], f[1, 1], f[2, 2] = -0.0, np.inf, np.nan
            with np.errstate(invalid="ignore"):
                for found, want in zip(run(f), function(f), strict=True):
                    assert found.dtype == want.dtype
                    np.testing.assert_array_equal(found, want)
                    np.testing.assert_array_equal(np.signbit(found.real[want == 0]), np.signbit(want.real[want == 0]))


def test_only_what_is_inside_is_divided():
    text = str(lift(slopes, np.ones((5, 6))))
    assert text.count(" / ") == 2 and text.count(" / 2.0") == 2
    assert " / " in str(lift(lambda f, h: np.gradient(f, h), np.ones(5), 0.5))
