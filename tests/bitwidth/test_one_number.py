"""Values that all become one number, beside a point where derivatives are infinite."""

import mpmath
import numpy as np
import pytest

import precis
from precis.bitwidth.estimate import estimate
from precis.bitwidth.sensitivity import sensitivity
from precis.formats import Assignment


@pytest.mark.parametrize("function", [np.arccos, np.arcsin, np.log])
def test_values_that_become_one_number_err_by_what_takes_them_there(function):
    """u would leave the domain, where the second derivative is large: it counted 12 times the error."""
    def near_one(c):
        k = c * 1.0
        return function(k)

    c = 1.0 - 1e-6 * np.random.default_rng(3).uniform(0.5, 2.0, 40)
    program, narrow = precis.lift(near_one, c), Assignment.uniform("binary64").with_storage(k="bfloat16")
    exact = np.array([float(getattr(mpmath, function.__name__.replace("arc", "a"))(mpmath.mpf(x))) for x in c])
    meant = np.linalg.norm(function(1.0) - exact) / np.linalg.norm(exact)
    assert 1 / 3 < estimate(sensitivity(program, (c,), second_order=True), narrow).rms / meant < 3
