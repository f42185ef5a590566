"""Where derivatives do not exist: the magnitude of a complex 0 under a root, and a root of 0 that both sweeps meet."""

import math

import numpy as np
import pytest

from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import measure
from precis.bitwidth.sensitivity import sensitivity
from precis.formats import Assignment
from precis.lift import lift


def root_of_a_magnitude(z, w):
    return np.sqrt(np.abs(z * z - w)) + 1.0


def tie(x):
    return np.sqrt(np.abs(x[0] * x[0] - x[0] * x[0] * 1.0)) + x * x


@pytest.mark.parametrize("fmt", ["binary32", "binary16"])
def test_a_root_of_a_magnitude_that_vanishes_has_an_estimate(fmt):
    """The derivative of |z| at 0 was 0, which hid the infinite one of the root: the estimate was 0."""
    z = np.array([1.1j, 0.3 + 1.7j])
    program, args, narrow = lift(root_of_a_magnitude, z, z * z), (z, z * z), Assignment.uniform(fmt)
    expected = measure(program, narrow, args).error
    assert expected / 4.0 < estimate(sensitivity(program, args), narrow).rms < 4.0 * expected


def test_what_is_finite_is_attributed_beside_a_root_of_zero():
    x = np.array([1.1, 1.3])
    found = measure(lift(tie, x), Assignment.uniform("binary32"), (x,))
    assert not any(map(math.isfinite, found.sweeps))
    assert 0.5 < found.explained < 1.0 and all(map(math.isfinite, found.shares.values()))
