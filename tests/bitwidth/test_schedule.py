"""Schedules: where loops are cut, what the cuts do to the estimate, and the contest that has the last word."""

from dataclasses import replace

import numpy as np
import pytest

import precis
from precis.bitwidth import schedule
from precis.bitwidth.attack import Attack
from precis.bitwidth.case import case_of
from precis.bitwidth.devices import device_named
from precis.bitwidth.estimate import estimate
from precis.bitwidth.findings import Findings
from precis.bitwidth.request import Request
from precis.bitwidth.sensitivity import sensitivity
from precis.bitwidth.timing import Timing
from precis.bitwidth.tolerance import tolerances
from precis.emit import engine
from precis.errors import UsageError
from precis.formats import Assignment
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.schedule import outer_loops
from tests.emit.oracle import needs_compiler

N, SWEEPS = 24, 96


def relaxed(b, sweeps):
    """Damped Jacobi sweeps for a strictly dominant cyclic system: each halves what an earlier error left."""
    y = np.zeros_like(b)
    for _ in range(sweeps):
        y = 0.5 * b + 0.25 * (np.roll(y, 1) + np.roll(y, -1))
    return y


def settled(b, tol):
    """The same until an update is small."""
    y = np.zeros_like(b)
    gap = 1.0
    while gap > tol:
        z = 0.5 * b + 0.25 * (np.roll(y, 1) + np.roll(y, -1))
        gap = np.max(np.abs(z - y))
        y = z
    return y


def right_hand_side(seed=0):
    return np.random.default_rng(seed).uniform(0.5, 1.5, N)


def request(rtol, device="a100", **changes):
    attack = Attack(None, 0, 0, None, False)
    formats = ("bfloat16", "binary32", "binary64")
    found = Request(tolerances(None, rtol=rtol), None, None, 1, formats, None, device_named(device), attack, None, None, "time",
                    "report", False, lambda line: None, schedules=True)  # fmt: skip
    return replace(found, **changes)


def proposed(fn, args, rtol, **changes):
    program = precis.lift(fn, *args)
    asked = request(rtol, **changes)
    asked = replace(asked, trips=schedule.trips_of(program, *bind(program, args, {})))
    case, s = case_of(program, args, {}, rtol, tolerance=asked.tolerance)
    return program, list(schedule.proposals(case, s, asked)), asked


def test_contraction_forgets_early_errors():
    """Early sweeps may be narrow, late ones may not: the cut is late, and the narrow part is the first."""
    args = right_hand_side(), SWEEPS
    _, (found, *_), _ = proposed(relaxed, args, 1e-10)
    assert 0 < found.first < SWEEPS == found.trips and found.copies["y_first"] == "y"
    s = sensitivity(found.program, args)
    narrow = Assignment.uniform("binary64").with_storage(y_first="binary32")
    late = Assignment.uniform("binary64").with_storage(y="binary32")
    assert estimate(s, narrow).rms < 1e-10 < estimate(s, late).rms


def test_parts_add_up_to_the_cut():
    """The sensitivities added up from the profile are those of the program that is cut there."""
    args = right_hand_side(), SWEEPS
    program = precis.lift(relaxed, *args)
    asked = request(1e-10)
    case, _ = case_of(program, args, {}, 1e-10, tolerance=asked.tolerance)
    loop = schedule._Loop(outer_loops(program)[0], SWEEPS)
    profile = schedule._profile(case, loop, asked)
    for j in (2, 5):
        made = schedule.divided(program, loop.node, (loop.border(j),))
        grouped, own = schedule._grouped(profile, made, j, case, asked), sensitivity(made, args, seeds=1)
        assert set(own.rows) <= set(grouped.rows)
        for cause in own.rows:
            assert grouped.rows[cause].rms == pytest.approx(own.rows[cause].rms, rel=1e-3, abs=1e-18)


@needs_compiler
def test_a_while_loop_switches_on_its_residual():
    args = right_hand_side(), 1e-12
    program, (found, *_), _ = proposed(settled, args, 1e-9, device=device_named("avx512"))
    assert "times the threshold" in found.switch and 0 < found.first < found.trips
    arrays, binding = bind(program, args, {})
    exact = interpret(program, arrays, binding), interpret(found.program, arrays, binding)
    assert np.array_equal(exact[0][0], exact[1][0])
    a = Assignment.uniform("binary64").with_storage(y_first="bfloat16", z_first="binary32")
    native, emulated = engine.compile(found.program, a).run(arrays, binding), interpret(emulate(found.program, a), arrays, binding)
    assert np.array_equal(native[0], emulated[0]) and not np.array_equal(native[0], exact[0][0])
    for target in ("cuda", "hip"):
        assert "y_first" in engine.emit(found.program, a, target).text


def test_trips_are_counted():
    args = right_hand_side(), 1e-12
    program = precis.lift(settled, *args)
    y, gap, n = np.zeros(N), 1.0, 0
    while gap > args[1]:
        z = 0.5 * args[0] + 0.25 * (np.roll(y, 1) + np.roll(y, -1))
        gap, y, n = np.max(np.abs(z - y)), z, n + 1
    (trips,) = schedule.trips_of(program, *bind(program, args, {})).values()
    assert trips == n


def test_pins_hold_in_both_parts():
    args = right_hand_side(), SWEEPS
    _, (found, *_), _ = proposed(relaxed, args, 1e-10)
    site = found.site.rpartition(":")[0] + ":35"
    assert schedule.pins_of_parts(found.program, {"y": "binary64", site: "binary64"}).keys() == {
        "y", "y_first", site, site.replace(".py:", ".py (first):")}  # fmt: skip


def test_tune_tells_which_iterations_run_in_which_format():
    args = right_hand_side(), SWEEPS
    found = precis.tune(relaxed, *args, rtol=1e-10, device="a100", schedules=True, formats=("binary32", "binary64"))
    assert found.holds and found.error <= 1e-10 and found.schedule is not None
    assert f"before iteration {found.schedule.first + 1} of {SWEEPS}" in repr(found)
    assert "`y` binary32, then binary64" in repr(found)
    assert found.memory < 1.0  # both parts keep arrays of their own, and that is told
    plain = precis.tune(relaxed, *args, rtol=1e-10, device="a100", formats=("binary32", "binary64"))
    assert plain.schedule is None and plain.assignment.storage_of("y").name == "binary64"
    assert found.executions.reference == plain.executions.reference  # what is cut computes the same


def test_faults_are_looked_for_once(monkeypatch):
    """In what is returned, whatever was tried on the way; and the program with the cut loop is measured with its attribution."""
    import sys

    module, asked = sys.modules["precis.tune"], []
    monkeypatch.setattr(module, "observe_several", lambda question, *rest: asked.append(question.program) or Findings())
    found = precis.tune(relaxed, right_hand_side(), SWEEPS, rtol=1e-10, device="a100", schedules=True, formats=("binary32", "binary64"))
    assert found.schedule is not None and asked == [found.schedule.program]
    assert found.measurement.explained is not None


@needs_compiler
def test_the_stopwatch_has_the_last_word(monkeypatch):
    """A cut that is measured to be slower is left, and the report says so."""
    import sys

    module = sys.modules["precis.tune"]
    monkeypatch.setattr(module, "time_programs", lambda *args: Timing(1.0, 0.5, 5))
    monkeypatch.setattr(module, "time_two", lambda *args: Timing(1.0, 1.25, 5))
    args = right_hand_side(), SWEEPS
    found = precis.tune(relaxed, *args, rtol=1e-10, schedules=True, formats=("binary32", "binary64"), findings=False)
    assert found.schedule is None and "0.80 times as fast as without the cut (measured)" in found.cuts[0]


def test_where_a_residual_is_lost_in_rounding_errors_an_earlier_cut_is_tried():
    """Near the end updates are below the spacing of binary32: none is seen there, and the loop would end. No derivative shows it."""
    args = np.random.default_rng(0).uniform(0.5, 1.5, 2000), 1e-11
    found = precis.tune(settled, *args, rtol=1e-9, schedules=True, device="avx512", timed=False, findings=False)
    assert found.holds and found.error <= 1e-9
    assert found.schedule is not None and found.schedule.differs(found.assignment)
    assert len(found.cuts) == 1 and "brought nothing" in found.cuts[0]


def test_schedules_are_for_time():
    with pytest.raises(UsageError, match="schedules are chosen for time"):
        precis.tune(relaxed, right_hand_side(), SWEEPS, rtol=1e-6, schedules=True, objective="memory")
