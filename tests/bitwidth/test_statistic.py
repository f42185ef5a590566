"""Statistics of chaotic programs: judged with their sampling error, and told from pointwise errors."""

import json

import numpy as np
import pytest

from precis.bitwidth.statistic import moved, statistic
from precis.bitwidth.tolerance import Tolerance
from precis.errors import UsageError
from precis.formats import Assignment
from precis.lift import lift


def orbit(x, n):
    path = np.zeros(n)
    for i in range(n):
        x = 3.9 * x * (1.0 - x)
        path[i] = x
    return path


def average(path):
    return np.mean(path)


def decay(x, n):
    for i in range(n):
        x = x * 0.99 + 0.003
    return x


def test_chaos_has_statistics_and_no_points():
    program = lift(orbit, 0.3, 2000)
    found = statistic(program, Assignment.uniform("binary32"), (0.3, 2000), average, tolerance=Tolerance(rtol=0.03), members=16)
    assert found.holds and found.resolved and 0 < found.sampling["average"] < 0.015
    points = statistic(program, Assignment.uniform("binary32"), (0.3, 2000), tolerance=Tolerance(rtol=0.03), members=4)
    assert not points.pointwise and points.spread["path"] > 0.1 and not points.holds
    tight = statistic(program, Assignment.uniform("binary32"), (0.3, 2000), average, tolerance=Tolerance(rtol=1e-5), members=4)
    assert not tight.resolved and not tight.holds and "more members are needed" in repr(tight)
    assert json.loads(found.to_json())["kind"] == "measurement"


def test_a_format_that_changes_the_statistic_is_told():
    """In bfloat16 the orbit falls into a short cycle, whose mean is another."""
    program = lift(orbit, 0.3, 2000)
    found = statistic(program, Assignment.uniform("bfloat16"), (0.3, 2000), average, tolerance=Tolerance(rtol=1e-2), members=16)
    assert not found.holds


def test_smooth_programs_are_pointwise():
    found = statistic(lift(decay, 0.7, 50), Assignment.uniform("binary32"), (0.7, 50), tolerance=Tolerance(rtol=1e-5))
    assert found.pointwise and found.resolved and found.holds and max(found.spread.values()) < 1e-14


def test_inputs_move_by_one_unit():
    x = np.array([1.0, -3.5, 1e-300])
    for y in (moved([x], np.random.default_rng(k))[0] for k in range(4)):
        assert np.all((y == np.nextafter(x, np.inf)) | (y == np.nextafter(x, -np.inf)))


def test_usage():
    program = lift(decay, 0.7, 5)
    with pytest.raises(UsageError, match="at least 4"):
        statistic(program, Assignment.uniform("binary32"), (0.7, 5), members=2)
