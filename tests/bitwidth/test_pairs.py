"""Paired trajectories: the rounded twin is the emulated run, the exact twin the exact run with the rounded run's
decisions."""

import numpy as np
import pytest

from precis.ad import adjoint, probe_keys
from precis.bitwidth.pairs import following, pair
from precis.formats import FORMATS, Assignment
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from tests.bitwidth import programs

RNG = np.random.default_rng(11)
CASES = [
    (programs.heat(), [RNG.random(24), 0.2]),
    (programs.arclength(25), []),
    (programs.branches(), [np.linspace(0.05, 0.95, 16)]),
    (programs.dot_chain(40), [RNG.random((40, 40)), RNG.random(40), 1.7]),
    (programs.march(), [1.1]),
]


@pytest.mark.parametrize("fmt", ["bfloat16", "binary32"])
@pytest.mark.parametrize(("program", "inputs"), CASES, ids=lambda c: getattr(c, "name", ""))
def test_twins_are_the_two_runs(program, inputs, fmt):
    rounded = emulate(program, Assignment.uniform(fmt))
    paired = pair(rounded)
    verify(paired)
    count = len(program.body.results)
    results = interpret(paired, inputs)
    for found, expected in zip(results[:count], interpret(rounded, inputs)):
        np.testing.assert_array_equal(found, expected)
    if program.name != "march":  # a march in fewer bits takes fewer steps
        for found, expected in zip(results[count:], interpret(program, inputs)):
            np.testing.assert_array_equal(found, expected)


def test_the_exact_twin_takes_the_decisions_of_the_rounded_one():
    wide = FORMATS["binary64"]
    trips = {}
    for step in (0.1, 0.125):
        program = programs.march(step)
        narrow = Assignment.uniform(wide).with_storage(t="bfloat16")
        s_rounded, s_exact = interpret(pair(emulate(program, narrow)), [2.0])
        trips[step] = np.log2(s_rounded) - 1, np.log2(interpret(program, [2.0])[0]) - 1
        assert s_exact == s_rounded
    assert trips == {0.1: (10.0, 11.0), 0.125: (8.0, 8.0)}


def test_floors_follow_the_rounded_twin():
    program = programs.branches(4)
    x = np.array([0.2 - 1e-4, 0.05, 0.1, 0.3])  # 5 x rounds up to 1.0 in bfloat16
    narrow = Assignment.uniform("binary64").with_compute({"branch.py:3": "bfloat16"})
    rounded, exact = interpret(pair(emulate(program, narrow)), [x])
    assert abs(rounded[0] - exact[0]) < 1e-2 < abs(exact[0] - interpret(program, [x])[0][0])


@pytest.mark.parametrize(("program", "inputs"), CASES, ids=lambda c: getattr(c, "name", ""))
def test_sums_of_shares_are_the_difference_of_the_twins(program, inputs):
    """Binary32 residuals act linearly: either sweep alone explains the difference of the twins."""
    paired = pair(emulate(program, Assignment.uniform("binary32")))
    results = interpret(paired, inputs)
    count = len(program.body.results)
    seeds = [RNG.normal(size=np.shape(r)) for r in results[:count]]
    expected = sum(np.vdot(g, np.subtract(a, b)) for g, a, b in zip(seeds, results[:count], results[count:]))
    *_, tally = interpret(adjoint(paired), [*inputs, *seeds, *seeds])
    for run in ("exact", "rounded"):
        rows = [k for k, key in enumerate(probe_keys(paired)) if key[-1] == run]
        assert tally[rows, 0].sum() == pytest.approx(expected, rel=1e-3, abs=1e-12)


@pytest.mark.parametrize(("program", "inputs"), CASES, ids=lambda c: getattr(c, "name", ""))
def test_a_run_that_follows_itself_is_itself(program, inputs):
    second = following(program)
    verify(second)
    for found, expected in zip(interpret(second, [*inputs, *inputs]), interpret(program, inputs), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_a_run_that_follows_another_makes_its_decisions():
    """Of the first run only the first element is squared, the floors are 0, 0 and 1, and the branch is that of small numbers."""
    (found,) = interpret(following(programs.branches(4)), [np.array([0.5, 0.05, 0.1, 0.3]), np.array([0.9, 0.35, 0.9, 0.1])])
    np.testing.assert_allclose(found, np.sqrt(np.array([0.81, 0.0, 0.0, 1.0 / 3.0]) + 1.1))
