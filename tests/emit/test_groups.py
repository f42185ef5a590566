"""What several statements add up over the same groups is added up in one loop, though something is done with the first sums between."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(8)


def running(group, x, y):
    """Sums so far of both, as splits of histograms take them."""
    first = np.cumsum(np.bincount(group, weights=x, minlength=9))
    second = np.cumsum(np.bincount(group, weights=y, minlength=9))
    return first, second


def means(group, x, y):
    count = np.bincount(group, minlength=9)
    least = np.maximum(count, 1)
    return np.bincount(group, weights=x, minlength=9) / least, np.bincount(group, weights=y, minlength=9) / least


def centred(group, x, y):
    """What is added up next takes the first sums."""
    mean = np.bincount(group, weights=x, minlength=9) / x.size
    return np.bincount(group, weights=y - mean[group], minlength=9)


def begun(group, x, y):
    """The second sums begin with what was there, which the first ones tell."""
    first = np.zeros(9)
    np.add.at(first, group, x)
    second = np.full(9, 1.0)
    second[:] = first * 0.5
    np.add.at(second, group, y)
    return first, second


def grouped_anew(group, x, y):
    """Other groups."""
    first = np.cumsum(np.bincount(group, weights=x, minlength=9))
    return first, np.bincount(8 - group, weights=y, minlength=9) + first


LOOPS = {running: 1, means: 1, centred: 2, begun: 2}


def arguments(n):
    return RNG.integers(0, 9, n), RNG.normal(size=n), RNG.normal(size=n)


@pytest.mark.parametrize("function", LOOPS, ids=lambda f: f.__name__)
def test_sums_over_the_same_groups_share_a_loop(function):
    program = lift(function, *arguments(50))
    nests = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest)]
    length = next(a.extent for n in nests for a in n.axes if a.extent.constant is None)
    scattered = [n for n in nests if n.sequential and n.axes[0].extent == length]
    assert len(scattered) == LOOPS[function]


@needs_compiler
@pytest.mark.parametrize("function", [*LOOPS, grouped_anew], ids=lambda f: f.__name__)
def test_sums_are_numpys_bit_for_bit(function):
    compiled = compile_native(lift(function, *arguments(50)), quick=True)
    for n in (50, 1, 2, 333):
        group, x, y = arguments(n)
        x[0] = -0.0
        for found, expected in zip(np.atleast_2d(compiled(group, x, y)), np.atleast_2d(function(group, x, y)), strict=True):
            np.testing.assert_array_equal(found.view(np.int64), expected.view(np.int64))
