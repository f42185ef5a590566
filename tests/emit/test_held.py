"""Memory for as many elements as a run finds: it is there before it is written, and loops hold it from one iteration to the next."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.ir.text import parse
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


COPIED = """
@sizes(N=9)
def copied(x: input[real[N]]):
    _1 = x > 0.0
    n = size(sum(convert(_1, kind='int64'), axes=(0,)))
    _2 = places(_1, length=n)
    _4 = exp(x[_2])
    _5 = sort(_4, axis=0)
    _6 = update(broadcast(0.0, shape=(n,)), reshape(_4, shape=(n, 1)), at=s_[:, None])
    return (sum(cumsum(_6, axis=0), axes=(0,)), sum(cumsum(_5, axis=0), axes=(0,)))
"""


@pytest.mark.parametrize("n", [0, 1, 30])
def test_what_is_copied_over_an_array_is_written_where_its_memory_is_there(n):
    x = np.random.default_rng(n).normal(size=n)
    found = np.exp(x[x > 0.0])
    expected = np.cumsum(found).sum(), np.cumsum(np.sort(found)).sum()
    np.testing.assert_allclose(compile(parse(COPIED))(x), expected, rtol=1e-12)
