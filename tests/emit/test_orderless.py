"""Truth values and integers are reduced along as long rows as memory has; sums of reals keep their rows, whose order is theirs."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler

CASES = {  # -> axes of the nest that reduces
    "any": (lambda x, k: (x > 0.5).any(), 1), "all": (lambda x, k: (x < 2.0).all(axis=(1, 2)), 2), "number": (lambda x, k: (x > 0.5).sum(), 1),
    "total": (lambda x, k: k.sum(), 1), "largest": (lambda x, k: k.max(axis=(1, 2)), 2), "least": (lambda x, k: (k * 3).min(), 1),
    "last axis": (lambda x, k: k.max(axis=2), 3), "slice": (lambda x, k: k[:, :, 1:].sum(), 2),
    "reals": (lambda x, k: (2.0 * x).sum(), 3), "largest real": (lambda x, k: x.max(), 3),
}


@needs_compiler
@pytest.mark.parametrize("case", CASES)
def test_rows_are_joined_where_no_order_matters(case):
    function, axes = CASES[case]
    rng = np.random.default_rng(1)
    x, k = rng.random((3, 5, 40)), rng.integers(-2**62, 2**62, (3, 5, 40))
    program = lift(function, x, k)
    found = {len(s.axes) for s in walk(plan(program, Assignment.uniform(FORMATS["binary64"])).statements) if isinstance(s, Nest) and s.reductions}
    assert found == {axes}
    np.testing.assert_allclose(compile_native(program)(x, k), function(x, k), rtol=1e-14)
