"""Rounding of increments: errors that repeat themselves are estimated with their signs, before anything is rounded."""

import numpy as np
import pytest

import precis
from case_studies.arclength import arclength
from precis.ad import probe_keys
from precis.bitwidth.estimate import estimate, share_here
from precis.bitwidth.increments import WHAT, with_residuals
from precis.bitwidth.measure import measure
from precis.bitwidth.places import Rounding
from precis.bitwidth.probes import instrument
from precis.bitwidth.sensitivity import sensitivity
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.verify import verify

WIDE = Assignment.uniform("binary64")


def clock(n, dt):
    t = 0.0
    for _ in range(n):
        t = t + dt
    return t


def draw(x):
    total = 0.0
    for k in range(x.shape[0]):
        total = total - 2.0 * x[k]
    return total


def relax(u, goal, rate, n):
    for _ in range(n):
        u[:] = u + rate * (goal - u)
    return u


def pile(u, v, n):
    for _ in range(n):
        u += v
    return u


def growth(n, rate):
    t = 1.0
    for _ in range(n):
        t = rate * t
    return t


def both(program, args, assignment):
    s = sensitivity(program, args)
    found = estimate(s, s.question.unrounded(assignment))
    return found, measure(program, assignment, args, attributed=False).error


@pytest.mark.parametrize("fmt", ["binary32", "binary16", "bfloat16"])
@pytest.mark.parametrize("n", [10_000, 100_000])
def test_the_length_so_far_of_arclength(n, fmt):
    found, error = both(precis.lift(arclength, n), (n,), WIDE.with_storage(s1=fmt))
    assert error / 1.5 < found.rms < 1.5 * error
    assert found.rms == pytest.approx(np.hypot(found.random, found.signed))


@pytest.mark.parametrize("assignment", [Assignment.uniform("bfloat16"), WIDE.with_storage(t="bfloat16")])
def test_a_clock_stops_where_ticks_are_below_half_the_spacing(assignment):
    n, dt = 5_000, 0.01
    found, error = both(precis.lift(clock, n, dt), (n, dt), assignment)
    assert error > 0.9 and found.rms == pytest.approx(error, rel=0.05)
    assert found.signed > 10.0 * found.random


def test_terms_without_a_pattern_err_at_random():
    x = np.random.default_rng(3).normal(size=4_000)
    found, error = both(precis.lift(draw, x), (x,), WIDE.with_storage(total="binary32"))
    assert found.signed < 2.0 * found.random and error < 4.0 * found.random


@pytest.mark.parametrize("fmt", ["bfloat16", "binary16"])
def test_time_stepping_stagnates(fmt):
    """All increments are lost, but those that the exact run has: they shrink, x = rate n of them to x exp(-x) instead of 1 - exp(-x)."""
    u, rate, n = 1.0 + np.sin(np.linspace(0.0, np.pi, 60)) ** 2, 2e-4, 5_000
    args = u, 3.0, rate, n
    found, error = both(precis.lift(relax, *args), args, WIDE.with_storage(u=fmt))
    assert error / 2.0 < found.rms < error
    assert found.random < error / 4.0


def test_updates_in_place_are_increments():
    u, v = np.linspace(1.0, 1.9, 50), np.full(50, 1e-3)
    found, error = both(precis.lift(pile, u, v, 400), (u, v, 400), WIDE.with_storage(u="bfloat16"))
    assert found.rms == pytest.approx(error, rel=0.2)


def total(x):
    return np.sum(x)


def by_columns(x):
    return np.mean(x.reshape(-1, 4), axis=0)


def energy(x):
    return x @ x


@pytest.mark.parametrize("fmt", ["binary32", "binary16", "bfloat16"])
@pytest.mark.parametrize("fn, n", [(total, 6_000), (by_columns, 32_000), (energy, 20_000)])
def test_equal_terms_of_long_sums_err_alike(fn, n, fmt):
    """In the lanes of a sum, as in a loop, so that chance does not explain it."""
    rng = np.random.default_rng(1)
    x = np.where(rng.uniform(size=n) < 0.5, 0.7123, rng.uniform(0.0, 1.0, n))
    found, error = both(precis.lift(fn, x), (x,), Assignment.uniform(fmt))
    assert error / 2.0 < found.rms < 2.0 * error
    assert found.random < error / 3.0


def average(spins):
    return np.mean(spins)


@pytest.mark.parametrize("spins, exact", [(np.ones(256, np.int8), True), (np.ones(320, np.int8), False)])
def test_sums_of_whole_numbers_are_exact_as_far_as_their_sizes_add_up_to(spins, exact):
    """bfloat16 has all whole numbers up to 256. Asked of the root sum square of all partial sums, they were not exact."""
    program = precis.lift(average, spins)
    found = sensitivity(program, (spins,))
    (sum_,) = (c for c in found.causes if c.place[0] == "accumulate")
    assert (share_here(found, sum_, FORMATS["bfloat16"]).size == 0.0) == exact


@pytest.mark.parametrize("x", [np.linspace(0.0, 1.0, 63), np.arange(64.0) > 3.0])
def test_short_sums_and_those_of_counts_are_not_taken_again(x):
    program = precis.lift(by_columns if x.size % 4 == 0 else total, x)
    watched = with_residuals(instrument(program), FORMATS["binary64"], program.binding)
    assert not [key for key in map(Rounding.of, probe_keys(watched)) if key.what.startswith(WHAT)]


def test_values_stay_and_other_stores_have_no_residuals():
    for program, args, count in ((precis.lift(clock, 9, 0.1), (9, 0.1), 3), (precis.lift(growth, 9, 0.9), (9, 0.9), 0)):
        watched = with_residuals(instrument(program), FORMATS["binary64"], program.binding)
        verify(watched)
        keys = [k for k in map(Rounding.of, probe_keys(watched)) if k.what.startswith(WHAT)]
        assert len(keys) == count and {k.place for k in keys} <= {("storage", "t")}
        arrays = [args[1]]
        assert interpret(watched, arrays, {"n": 9}) == interpret(program, arrays, {"n": 9})


def test_of_two_inputs_the_larger_sum_counts():
    program = precis.lift(clock, 1_000, 0.01)
    one, two = (sensitivity(program, (1_000, dt)) for dt in (0.01, 0.0078125))
    (known,) = one.residuals.values()
    (joined,) = two.joined(one).residuals.values()
    (other,) = two.residuals.values()
    assert joined == {p: max(known[p], other[p], key=np.abs) for p in known} and joined not in (known, other)
