"""A tally of single numbers is that of arrays of one element, which NumPy computes."""

import itertools

import numpy as np
import pytest

from precis.ir.arithmetic import Quiet
from precis.ir.ops import OPS, TALLY_COLUMNS
from precis.ir.size import Size

NUMBERS = (0.0, -0.0, 1.0, -3.5, 0.1, 5e-324, 6 * 5e-324, 1e-310, 1e300, np.inf, -np.inf, np.nan)
ROWS = ((0.0, 0.0, 0.0, 0.0, 0.0, np.inf, 0.0), (1.0, 2.0, 3.0, 4.0, 0.5, 0.5, 3.0), (1.0, 2.0, 3.0, 4.0, 5.0, 1e-3, 53.0))


@pytest.mark.parametrize("row", ROWS)
def test_single_numbers_count_as_arrays_of_one_element_do(row):
    assert len(row) == len(TALLY_COLUMNS)
    def added(*pair):
        return OPS["tally"].evaluate(Quiet(np.float64), [np.array([ROWS[0], row]), *pair], {"row": Size.of(1)}, lambda size: 1)

    for g, w in itertools.product(map(np.float64, NUMBERS), repeat=2):
        with np.errstate(all="ignore"):
            assert np.array_equal(added(g, w), added(g[None], w[None]), equal_nan=True), (g, w)
