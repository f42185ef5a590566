"""Range: what overflows, flushes or falls among the subnormals is found, gated, and scaled into the format where that helps."""

import math

import numpy as np
import pytest

from precis.bitwidth.estimate import estimate, share_of
from precis.bitwidth.measure import measure
from precis.bitwidth.places import sites_of
from precis.bitwidth.select import assign
from precis.bitwidth.sensitivity import sensitivity
from precis.errors import UsageError
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from precis.tune import tune
from tests.bitwidth import programs

RNG = np.random.default_rng(4)
U = 1.0 + RNG.random(256)
NARROW = ("binary16", "bfloat16", "binary32", "binary64")


def heat_at(unit):
    program, args = programs.heat(256, 10), (unit * U, 0.2, 10)
    return program, args, sensitivity(program, args, seeds=2)


def difference_of_squares(x):
    """x^2 overflows where x does not; the difference of two overflows is NaN, which is below every tolerance."""
    y = x * x
    z = y - y[::-1]
    return z / x


def hidden(x):
    """The overflow never reaches the result: 1 / inf is 0, and x - 0 has no error at all."""
    y = x * x
    z = 1.0 / y
    return x + z


@pytest.mark.parametrize("function", [difference_of_squares, hidden])
@pytest.mark.parametrize(("size", "narrow"), [(1e3, "binary16"), (1e25, "binary32"), (3e19, "bfloat16")])
def test_overflow_is_gated_wherever_it_happens(function, size, narrow):
    x = size * (1.0 + np.arange(8.0))
    program = lift(function, x)
    s = sensitivity(program, (x,))
    everywhere = Assignment.uniform(narrow)
    named = estimate(s, everywhere).overflow
    assert "y" in named and any(":" in name for name in named)
    assert any("y" in name for name in named)
    found = assign(program, s, 0.5, (narrow, "binary64"), device="h100")
    y = found.storage_of("y")
    assert y.name == "binary64" or y.scale < 0
    if function is difference_of_squares:
        assert measure(program, everywhere, (x,), attributed=False).error == math.inf


@pytest.mark.parametrize("unit", [1e-30, 1e-12, 1e-6, 1e5, 1e20])
def test_scaling_makes_room_in_binary16(unit):
    """With bfloat16 left out, only a scaled binary16 stores these numbers in two bytes; its error is that of unit 1."""
    program, args, s = heat_at(unit)
    found = assign(program, s, 5e-2, ("binary16", "binary32", "binary64"), device="h100")
    u = found.storage_of("u")
    assert u.part == "binary16" and u.scale != 0
    assert float(u.max) / 8 <= 2 * unit * 1.01 and 2 * unit <= float(u.max) / 2
    one, ones, s1 = heat_at(1.0)
    plain = assign(one, s1, 5e-2, ("binary16", "binary32", "binary64"), device="h100")
    assert plain.storage_of("u").name == "binary16"
    error = measure(program, found, args, attributed=False).error
    assert error <= 5e-2 and error == pytest.approx(measure(one, plain, ones, attributed=False).error, rel=0.7)
    naive = measure(program, found.with_storage(u="binary16"), args, attributed=False).error
    assert naive > 10 * error or naive == math.inf
    assert estimate(s, found).rms >= error / 5


def test_scaling_is_left_out_where_range_is_no_obstacle():
    program, args, s = heat_at(1.0)
    for rtol in (1e-1, 1e-3, 1e-6):
        found = assign(program, s, rtol, NARROW, device="h100")
        assert not any(f.scale for f in found.storage.values())


@pytest.mark.parametrize(("unit", "tiny", "narrow"), [(1.3 * 2.0**-9, (), "bfloat16"), (1.3 * 2.0**-9, (1e-39,), "bfloat16"),
                                                      (1.3 * 2.0**-12, (1e-6,), "binary16")])  # fmt: skip
def test_scaling_is_no_way_around_errors_that_are_known(unit, tiny, narrow):
    """All elements round the same way, in a scaled format, too, and one below the normal range is no reason to forget it."""
    def total(a, w):
        return np.sum(a * w)

    a = np.append(1.0 + unit + np.linspace(0.0, unit / 25.0, 400), tiny)
    program = lift(total, a, np.ones(a.size))
    s = sensitivity(program, (a, np.ones(a.size)))
    found = assign(program, s, unit / 2.6, (narrow, "binary32", "binary64"), "h100")
    assert found.storage_of("a").name == "binary32"
    scaled = Assignment.uniform("binary64").with_storage(a=f"{narrow}*2^4")
    error = measure(program, scaled, (a, np.ones(a.size)), attributed=False).error
    assert estimate(s, scaled).rms == pytest.approx(error, rel=1e-3) and error > unit / 2.6


def test_scaled_numbers_stay_above_the_subnormals_where_they_can():
    """Nine decades in one array: the lower ones are lost to binary16 whatever the scale, and the estimate says so."""
    x = np.geomspace(1e-9, 1.0, 64)

    def inverse(x):
        y = x * 1.5
        return 1.0 / y

    program = lift(inverse, x)
    s = sensitivity(program, (x,))
    found = assign(program, s, 1e-2, ("binary16", "binary32", "binary64"), device="h100")
    assert found.storage_of("y").name == "binary32"
    lost = Assignment.uniform("binary64").with_storage(y="binary16")
    assert estimate(s, lost).underflow > 1.0 and measure(program, lost, (x,), attributed=False).error > 1.0


def scaled(x):
    y = x * 1.3
    return y + 0.0


@pytest.mark.parametrize("name", ["e4m3", "e5m2", "binary16"])
def test_below_the_normal_range_errors_are_random_too(name):
    """4096 values among the subnormals, of both signs: errors uniform in half the spacing add in squares. Their sum of sizes is over a
    hundred times as much, and all of them the choice reckons with: others might vanish alike."""
    fmt = FORMATS[name]
    x = RNG.uniform(1.0, 2.0 ** (fmt.precision - 2), 4096) * RNG.choice((-1.0, 1.0), 4096) * float(fmt.min_subnormal)
    program = lift(scaled, x)
    s, stored = sensitivity(program, (x,)), Assignment.uniform("binary64").with_storage(y=name)
    said, found = estimate(s, stored), measure(program, stored, (x,), attributed=False).error
    assert 0.8 < said.rms / found < 1.5 and said.rms < said.underflow / 30.0
    (cause,) = (c for c in s.causes if c.place == ("storage", "y") and c.source)
    assert share_of(s, cause, fmt).size >= said.underflow


@pytest.mark.parametrize("name", ["e4m3", "e5m2", "binary16"])
def test_what_vanishes_altogether_is_known(name):
    x = RNG.uniform(0.01, 0.3, 64) * float(FORMATS[name].min_subnormal)
    program = lift(scaled, x)
    s, stored = sensitivity(program, (x,)), Assignment.uniform("binary64").with_storage(y=name)
    assert measure(program, stored, (x,), attributed=False).error == 1.0
    said = estimate(s, stored)
    assert said.rms == pytest.approx(s.row(next(c for c in s.causes if c.place == ("storage", "y") and c.source)).signed)
    assert 0.3 < said.rms < 3.0 and said.absolute <= 8.0 + 1e-9


def test_a_pin_is_meant_as_it_is():
    program, _, s = heat_at(1e5)
    with pytest.raises(UsageError, match="beyond half the range of binary16"):
        assign(program, s, 0.5, pins={"u": "binary16"})
    found = assign(program, s, 0.5, pins={"u": ("binary16", "binary64")}, device="h100")
    assert found.storage_of("u").part == "binary16"
    assert assign(program, s, 0.5, pins={"u": "binary16*2^-4"}).storage_of("u").name == "binary16*2^-4"


def test_held_out_inputs_that_overflow_are_not_let_through():
    """Tuning input well inside binary16; held-out inputs sixteen times as large, beyond the margin of any scale."""

    def scaled_up(seed):
        return (16.0 if seed >= 1000 else 1.0) * 1e4 * U, 0.2

    def smooth(u, nu):
        for _ in range(4):
            u[1:-1] = u[1:-1] + nu * (u[2:] - 2.0 * u[1:-1] + u[:-2])

    found = tune(smooth, *scaled_up(0), rtol=3e-2, inputs=scaled_up, held_out=2, device="h100",
                 formats=("binary16", "binary32", "binary64"), timed=False)  # fmt: skip
    assert found.holds and found.error <= 3e-2 and math.isfinite(found.validation.worst)
    assert float(found.assignment.storage_of("u").max) > 3.2e5
    assert found.executions.validation == 4


@pytest.mark.parametrize("name", ["e4m3", "e5m2"])
def test_fp8_is_storage_under_a_scale(name):
    program, args, s = heat_at(1e-9)
    found = assign(program, s, 2.0, (name, "binary32", "binary64"), device="h100")
    u = found.storage_of("u")
    assert u.part == name and found.compute_of("heat.py:7") in (FORMATS["binary32"], FORMATS["binary64"])
    assert measure(program, found, args, attributed=False).error < 0.5
    with_pin = assign(program, s, 2.0, (name, "binary32", "binary64"), device="a100")
    assert with_pin.storage_of("u").name in ("binary32", "binary64")  # the device does not know it


SUMS = {  # of 3000 rows: what the running sum comes to, and whether twice that is beyond binary16
    "equal": (np.full((3000, 3), 5.0), False),
    "of one sign": (RNG.uniform(0.0, 8.0, (3000, 3)), False),
    "of both signs": (RNG.standard_normal((3000, 3)), False),
    "near the end": (np.full((3000, 3), 12.0), True),
    "beyond": (np.full((3000, 3), 25.0), True),
}


@pytest.mark.parametrize("kind", SUMS)
def test_accumulators_are_gated_by_what_sums_come_to(kind):
    """Against NumPy's running sums and an emulated run: the root sum square of all partial sums, which weighs their roundings, is
    up to sqrt(n / 3) times their largest."""
    x, beyond = SUMS[kind]
    program = lift(lambda x: np.sum(x, axis=0), x)
    (site,) = sites_of(program)
    assignment = Assignment.uniform("binary64").with_accumulate({site: "binary16"})
    s = sensitivity(program, (x,))
    assert bool(estimate(s, assignment).overflow) is beyond
    (row,) = [r for c, r in s.rows.items() if c.place == ("accumulate", site)]
    assert row.largest >= np.max(np.abs(np.cumsum(x, axis=0))) * (1.0 - 1e-12)
    assert math.isfinite(measure(program, assignment, (x,)).error) is (kind != "beyond")
