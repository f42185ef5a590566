"""What `np.repeat` lays down at many places is computed once for each count."""

import numpy as np
import pytest

from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def shared(x, y, counts):
    """A quotient for each count."""
    return np.repeat(x / y, counts) * 2.0


def begun(x, y, counts):
    """Of three arrays."""
    return np.repeat(x - y - counts, counts) * 2.0


def plain(x, y, counts):
    """Little more than reading it."""
    return np.repeat(x - 1.0, counts) * 2.0


def at_places(x, y, counts):
    """Places in an array of any length may be fewer than its elements."""
    return (x - y - counts)[counts] * 2.0


def of_others(x, y, counts):
    """A search in another table than one as long as what is looked up."""
    return (x / y)[np.searchsorted(np.cumsum(counts[1:]), np.arange(np.sum(counts[1:])), side="right")] * 2.0


def together(function, *args: np.ndarray) -> bool:
    """Whether one nest computes what is laid down and what is made of it there."""
    program = lift(function, *args)
    nests = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest)]
    return any({"mul"} < {i.op for i in n.body} & {"mul", "div", "sub"} for n in nests)


@needs_compiler
@pytest.mark.parametrize("function, again", [(shared, False), (begun, False), (plain, True), (at_places, True), (of_others, True)])
def test_what_is_laid_down_is_computed_for_each_count(function, again):
    rng = np.random.default_rng(7)
    example = rng.random(12), rng.random(12) + 1.0, rng.integers(0, 4, 12)
    assert together(function, *example) == again
    compiled = compile(lift(function, *example), quick=True)
    for n in (12, 40, 4):
        args = rng.random(n), rng.random(n) + 1.0, rng.integers(0, 4, n)
        np.testing.assert_array_equal(compiled(*args), function(*args))
