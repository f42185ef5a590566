"""Memory that each iteration of a loop asks for is held from one to the next."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def chosen_again(x, limits):
    """Arrays whose lengths rise and fall from one iteration to the next, in a loop in a loop."""
    out = np.zeros((2, limits.size))
    for row in range(2):
        for k in range(limits.size):
            near = x[x < limits[k]]
            if k % 2:
                near = np.sqrt(near[near > 0.1 * row])
            out[row, k] = np.sort(near)[::2].sum() + near.size
    return out


@pytest.mark.parametrize("n", [0, 1, 9, 3000])
def test_memory_follows_lengths_that_rise_and_fall(n):
    rng = np.random.default_rng(n)
    limits = np.array([0.1, 0.9, 0.0, 0.2, 1.0, 0.5, 0.3, 1.0])
    program = lift(chosen_again, rng.random(5), limits)
    compiled = compile(program)
    assert "pr::Held" in compiled.source
    x = rng.random(n)
    np.testing.assert_allclose(compiled(x, limits), chosen_again(x, limits), rtol=1e-12)
