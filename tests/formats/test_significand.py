"""Bits of significands against the formats that hold the numbers."""

import mpmath
import numpy as np
import pytest

from precis.formats import FORMATS, precision_of, round_array


@pytest.mark.parametrize(("x", "bits"), [(0.0, 0), (1.0, 1), (-0.25, 1), (3.0, 2), (10.0, 3), (1.0 + 2.0**-52, 53), (0.1, 52), ([1.0, 0.0, 5.0, np.inf], 3)])
def test_numbers_with_known_significands(x, bits):
    assert precision_of(x) == bits


def test_it_is_the_least_precision_that_holds_all():
    rng = np.random.default_rng(0)
    for name in ("e5m2", "e4m3", "bfloat16", "binary16", "binary32"):
        fmt = FORMATS[name]
        x = round_array(rng.uniform(0.1, 2.0, 200), fmt)
        assert precision_of(x) == fmt.precision
        assert precision_of(x * (1.0 + 2.0**-20)) > fmt.precision


def test_numbers_beyond_binary64():
    with mpmath.workprec(200):
        third = mpmath.mpf(1) / 3
    assert precision_of(np.array([mpmath.mpf(3), third], object)) == 54
    assert precision_of(np.array([mpmath.mpf(3)], object)) == 2
    assert precision_of(np.longdouble(1) / 3) == 54
