"""The trade of time for error, and interleaved timing."""

import itertools
import json

import numpy as np
import pytest

from precis.bitwidth.pareto import pareto
from precis.bitwidth.sensitivity import sensitivity
from precis.bitwidth.timing import FEWEST, Timing, race, time_programs
from precis.formats import Assignment
from tests.bitwidth import programs


def test_points_get_slower_and_more_accurate():
    program = programs.heat(4096, 10)
    s = sensitivity(program, (2.0 + np.sin(np.arange(4096.0)), 0.2, 10), seeds=1)
    points = pareto(program, s, device="a100")
    assert len(points) >= 3
    for a, b in itertools.pairwise(points):
        assert b.rtol < a.rtol and b.error < a.error and b.seconds >= a.seconds
    assert all(p.error <= p.rtol for p in points)


def test_tolerances_that_no_format_holds_end_the_front():
    program = programs.heat(64, 10)
    s = sensitivity(program, (np.ones(64) + 0.1 * np.arange(64), 0.2, 10), seeds=1)
    assert min(p.rtol for p in pareto(program, s, formats=("bfloat16", "binary32"))) > 1e-8


def test_times_are_interleaved_minima():
    now, log = [0.0], []

    def run(name, cost):
        def go():
            log.append(name)
            now[0] += cost

        return go

    resets = (lambda: log.append("-"), lambda: log.append("+"))
    found = race(run("a", 2.0), run("b", 0.5), resets, clock=lambda: now[0], processor=lambda: 0.875 * now[0])
    assert (found.original, found.tuned, found.samples, found.runs) == (2.0, 0.5, FEWEST, 2 * FEWEST + 2)
    assert found.speedup == 4.0 and found.scatter == 0.0 and not found.slower
    assert "".join(log[:12]) == "+b-a-a+b+b-a"
    assert found.processors == 0.875 and not found.disturbed


def test_other_work_is_not_what_is_timed():
    """A program that waits for other work every time is as fast as the processor time that it had; elapsed time says 0.2."""
    now, had = [0.0], [0.0]

    def run(cost, waiting):
        def go():
            now[0] += cost + waiting
            had[0] += cost

        return go

    found = race(run(1.0, 0.0), run(0.5, 4.5), clock=lambda: now[0], processor=lambda: had[0])
    assert found.disturbed and (found.original, found.tuned, found.speedup) == (1.0, 0.5, 2.0)


@pytest.mark.parametrize(("original", "scatter", "tells"), [(1e-3, 0.1, True), (1e-3, 0.25, False), (1e-6, 0.0, False)])
def test_times_that_scatter_or_are_brief_tell_nothing(original, scatter, tells):
    assert Timing(original, original / 2, 15, scatter=scatter).tells == tells


def test_programs_are_timed_with_and_without_their_boundary():
    program = programs.heat(256, 10)
    wide, narrow = Assignment.uniform("binary64"), Assignment.uniform("bfloat16")
    u = 2.0 + np.sin(np.arange(256.0))
    found = time_programs(program, wide, narrow, [u, 0.2, 10])
    assert np.array_equal(u, 2.0 + np.sin(np.arange(256.0)))
    if found is None:
        pytest.skip("no compiler")
    assert found.original > 0.0 and found.speedup == found.original / found.tuned
    assert found.tuned_inside and found.tuned_inside < found.tuned
    assert json.loads(found.to_json())["speedup_inside"] == pytest.approx(found.speedup_inside)


@pytest.mark.parametrize(
    ("tuned", "scatter", "slower"),
    [(0.9, 0.0, False), (1.01, 0.0, True), (1.01, 0.02, False), (1.02, 0.5, False), (1.04, 0.5, True)],
)
def test_slower_means_beyond_the_scatter(tuned, scatter, slower):
    assert Timing(1.0, tuned, 5, scatter=scatter).slower == slower
    assert Timing(4e-5, tuned * 4e-5, 5, scatter=scatter).slower == slower
    assert not Timing(4e-6, tuned * 4e-6, 5, scatter=scatter).slower  # that is the call
    assert not Timing(4e-5, tuned * 4e-5, 5, 4e-6, tuned * 4e-6, scatter=scatter).slower
