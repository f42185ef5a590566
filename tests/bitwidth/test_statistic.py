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


def spiral(x, y, steps):
    """A chaotic map of the plane from inputs that every format holds (Hénon 1976)."""
    total = np.zeros(())
    for _ in range(steps):
        x, y = 1.0 - 1.4 * x * x + y, 0.3 * x
        total += x
    return total / steps


def test_members_of_narrow_formats_are_not_one_run():
    """Moves by a unit of binary64 are rounded away in binary32: the runs would be one, and its own mean without an error."""
    args = 0.5, 0.25, 400
    program = lift(spiral, *args)
    mixed = Assignment.uniform("binary64").with_storage({"x": "binary32", "y": "binary32"})
    for formats in (Assignment.uniform("binary32"), mixed):
        wide, found = (statistic(program, a, args, tolerance=Tolerance(atol=0.1), members=32) for a in (Assignment.uniform("binary64"), formats))
        (error,), (sampling,), (own,) = (list(t.values()) for t in (found.errors, found.sampling, wide.sampling))
        assert error <= 4 * sampling and found.holds and own / 2 < sampling < own * 2


def test_members_that_are_one_run_count_once():
    """Four runs differ, +-1 unit of x and of y; the second coordinate is not judged."""
    program = lift(spiral, 0.5, 0.25, 400)
    many, few = (statistic(program, Assignment.uniform(f), (0.5, 0.25, 400), tolerance=0.1, members=64) for f in ("binary64", "binary16"))
    assert all(few.sampling[n] > 2.5 * many.sampling[n] for n in many.sampling)


def test_inputs_move_by_one_unit():
    x = np.array([0.0, 1.5, -3.0, 1e-3])
    y = moved([x], np.random.default_rng(0), 8)[0]
    np.testing.assert_array_equal(np.abs(y - x), [0.0, 2.0**-7, 2.0**-6, 2.0**-17])


def test_inputs_move_by_one_unit_of_binary64():
    x = np.array([1.5, -3.5, 1e-300])
    for y in (moved([x], np.random.default_rng(k))[0] for k in range(4)):
        assert np.all((y == np.nextafter(x, np.inf)) | (y == np.nextafter(x, -np.inf)))


def test_usage():
    program = lift(decay, 0.7, 5)
    with pytest.raises(UsageError, match="at least 4"):
        statistic(program, Assignment.uniform("binary32"), (0.7, 5), members=2)
