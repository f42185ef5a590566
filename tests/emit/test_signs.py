"""Indices that count from the end, in loops whose start is known at run time only, of either sign."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def ragged(ends, weight, x, chosen):
    """Weighted sums over the places ends[i] to ends[i + 1] of x, and the last weight of each that is positive."""
    out = np.zeros(ends.shape[0] - 1)
    for i in range(ends.shape[0] - 1):
        total = 0.0
        for k in range(ends[i], ends[i + 1]):
            total += weight[k] * x[k + 1]
            if weight[k] > 0.0:
                chosen[i] = k
        out[i] = total
    return out


@pytest.mark.parametrize("ends", [[0, 3, 3, 7], [-7, -4, 0, 2], [-2, 5, 4, 6], [5, 1, 2, -3]])
def test_ranges_may_begin_before_zero(ends):
    rng = np.random.default_rng(1)
    weight, x, ends = rng.normal(size=8), rng.normal(size=9), np.array(ends)
    compiled = compile(lift(ragged, np.array([0, 1, 2, 3]), weight, x, np.zeros(3, int)))
    mine, theirs = np.full(3, -9), np.full(3, -9)
    np.testing.assert_array_equal(compiled(ends, weight, x, mine), ragged(ends, weight, x, theirs))
    np.testing.assert_array_equal(mine, theirs)
    assert "PR_NEVER" in compiled.source
