"""Estimates against brute force: the root mean square error of many stochastically rounded runs, whose roundings are
independent by construction and have twice the mean square of rounding to nearest (uniform position p between
neighbours: p(1 - p) averages 1/6 of a squared spacing, nearest 1/12)."""

import json
import math

import numpy as np
import pytest

import precis
from precis.bitwidth.estimate import estimate, relative_error, share_of
from precis.bitwidth.places import Rounding, sites_of
from precis.bitwidth.seminorm import Seminorm
from precis.bitwidth.sensitivity import sensitivity
from precis.bitwidth.tally import MEAN_SQUARE
from precis.formats import FORMATS, Assignment, round_array, stochastic_round_array
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from tests.bitwidth import programs
from tests.bitwidth.partial_sums import partial_sums

BINARY64 = Assignment.uniform("binary64")


class Stochastic(NumpyArithmetic):
    """Rounds stochastically."""

    def __init__(self, seed):
        super().__init__()
        self.rng = np.random.default_rng(seed)

    def round(self, x, fmt):
        return stochastic_round_array(np.asarray(x, np.float64), fmt, self.rng)


def observed(program, arrays, binding, assignment, runs=24):
    """Root mean square relative error that independent roundings to nearest would have."""
    exact = interpret(program, arrays, binding)
    emulated = emulate(program, assignment)
    squares = [
        sum(
            Seminorm().error(a, b) ** 2
            for a, b in zip(interpret(emulated, arrays, binding, arithmetic=Stochastic(k)), exact)
        )
        for k in range(runs)
    ]
    return math.sqrt(np.mean(squares) / 2)


def heat():
    x = np.linspace(0.0, 6.0, 64)
    return programs.heat(64, 20), [3.1 + np.sin(x) + 0.1 * np.cos(9 * x), 0.21], {"N": 64, "T": 20}


def chain():
    rng = np.random.default_rng(2)
    return programs.dot_chain(48), [rng.normal(0.3, 1.0, (48, 48)), rng.random(48), 1.7], {"N": 48}


def arclength():
    return programs.arclength(40), [], {"n": 40}


EVERYTHING = [(make, Assignment.uniform(f)) for make in (heat, chain, arclength) for f in ("binary32", "binary16")]
STORES = [
    (heat, BINARY64.with_storage(u="binary32")),
    (chain, BINARY64.with_storage(y="binary32")),
    (arclength, BINARY64.with_storage(t3="binary32")),
    (arclength, BINARY64.with_storage(s1="binary32")),
]
COMPUTES = [
    (heat, BINARY64.with_compute({"heat.py:7": "binary32"})),
    (arclength, BINARY64.with_compute({"arclength.py:33": "binary32"})),
    (arclength, BINARY64.with_compute({"arclength.py:42": "binary32"})),
]
SUMS = [
    (chain, BINARY64.with_accumulate({"chain.py:3": "binary32"})),
    (chain, BINARY64.with_accumulate({"chain.py:4": "binary32"})),
]


@pytest.mark.parametrize(("make", "assignment"), EVERYTHING + STORES + COMPUTES + SUMS)
def test_rms_is_what_independent_roundings_do(make, assignment):
    # Too large by up to half where values return to the site that rounded them: that conversion is exact, but counted.
    program, arrays, binding = make()
    args = (*arrays, *(binding[s] for s in ("T", "n") if s in binding))
    s = sensitivity(program, args, seeds=12)
    found = estimate(s, assignment)
    assert found.random == pytest.approx(observed(program, arrays, binding, assignment), rel=0.5)
    assert found.random < found.absolute


def test_mean_square_of_a_relative_rounding_error():
    x = np.exp(np.random.default_rng(0).uniform(0.0, 20.0, 200_000))
    for name in ("binary16", "bfloat16", "binary32"):
        fmt = FORMATS[name]
        x_in = x if name != "binary16" else x[x < 6e4]
        relative = (round_array(x_in, fmt) - x_in) / x_in
        assert np.mean(relative**2) == pytest.approx(MEAN_SQUARE * fmt.u**2, rel=0.02)


def test_inputs_count_their_actual_errors_with_their_signs():
    """All elements just above a power of two round down by 0.5 u each: 2^-11 in y and 2^-10 in the sum of its squares, where
    independent errors would leave a seventh of that."""
    rng = np.random.default_rng(1)
    matrix = 2.0 ** rng.integers(-2, 3, (16, 16)) * (1.0 + 2.0**-11 - 2.0**-30)
    s = sensitivity(programs.dot_chain(16), (matrix, np.ones(16), 2.0), seeds=24)
    found = estimate(s, BINARY64.with_storage(A="binary16"))
    rms = s.rows[Rounding(("storage", "A"), None, "input")].rms
    assert found.by_container["A"] == pytest.approx(math.hypot(2.0**-11, 2.0**-10), rel=0.1)
    assert found.random == pytest.approx(2.0**-11 * rms, rel=1e-2)


def test_choices_do_not_trust_inputs_that_happen_to_be_round():
    """Of these inputs nothing is lost; of others it may."""
    s = sensitivity(programs.dot_chain(16), (np.eye(16), np.ones(16), 2.0))
    for container in ("A", "x", "s"):
        assert estimate(s, BINARY64.with_storage({container: "binary16"})).by_container[container] == 0.0
        assert share_of(s, Rounding(("storage", container), None, "input"), FORMATS["binary16"]).size > 0.0


def test_inputs_count_nothing_in_formats_that_hold_their_dtype():
    s = sensitivity(programs.dot_chain(16), (np.eye(16, dtype=np.float32), np.ones(16, np.float16), 2.1))
    found = estimate(s, BINARY64.with_storage(A="binary32", x="binary16", s="binary32")).by_container
    assert found["A"] == found["x"] == 0.0 < found["s"]


def test_joined_sensitivities_hold_for_both():
    program, (u, nu), _ = heat()
    one, two = (sensitivity(program, (v, nu, 20)) for v in (u, 3.0 + 0.1 * u[::-1]))
    both = one.joined(two)
    for assignment in (Assignment.uniform("binary32"), BINARY64.with_storage(u="bfloat16")):
        assert estimate(both, assignment).rms >= max(estimate(s, assignment).rms for s in (one, two))
    assert both.containers["u"].largest == max(s.containers["u"].largest for s in (one, two))


def test_constants_count_their_own_error():
    assert relative_error(0.5, FORMATS["e5m2"]) == relative_error(0.1, FORMATS["binary64"]) == 0.0
    assert relative_error(0.1, FORMATS["binary32"]) == pytest.approx(1.49e-8, rel=1e-2)


def test_small_integers_are_exact():
    s = sensitivity(programs.arclength(60), (60,))
    integer = Rounding(("compute", "arclength.py:40"), None, "integer")
    assert share_of(s, integer, FORMATS["binary16"]).rms == 0.0
    assert share_of(s, integer, FORMATS["e4m3"]).rms > 0.0


def test_powers_of_two_are_exact():
    s = sensitivity(programs.arclength(60), (60,))
    for stored in ({"d2": "e5m2"}, {"d1": "bfloat16", "d2": "bfloat16"}):
        assert estimate(s, BINARY64.with_storage(stored)).by_container["d2"] == 0.0
    assert s.containers["d2"].largest == 32.0


def test_underflow_is_an_absolute_error():
    program, _, _ = heat()
    u = np.linspace(1e-6, 3e-4, 64)
    s = sensitivity(program, (u, 0.21, 20))
    cause = Rounding(("storage", "u"), ("compute", "heat.py:7"))
    half = share_of(s, cause, FORMATS["binary16"])
    assert half.underflow == s.row(cause).adjoint * 2.0**-25
    assert share_of(s, cause, FORMATS["bfloat16"]).underflow == 0.0
    assert half.rms > half.underflow


def test_formats_that_contain_their_source_round_nothing():
    program, arrays, _ = heat()
    s = sensitivity(program, (round_array(arrays[0], FORMATS["bfloat16"]), 0.21, 20))
    site = BINARY64.with_compute({"heat.py:7": "binary16"})
    inputs = estimate(s, BINARY64.with_storage(u="binary32"), {}).by_container["u"]
    assert estimate(s, site.with_storage(u="binary32")).by_container["u"] <= inputs
    assert estimate(s, site.with_storage(u="bfloat16")).by_container["u"] > 0.0
    assert estimate(s, BINARY64.with_storage(u="binary16", nu="binary16")).by_site["heat.py:7"] < 1e-14


def test_overflow_is_named():
    program, arrays, _ = heat()
    s = sensitivity(program, (1e4 * arrays[0], 0.21, 20))
    assert estimate(s, Assignment.uniform("binary16")).overflow == ("heat.py:7", "u")
    assert estimate(s, Assignment.uniform("bfloat16")).overflow == ()


def test_corrections_hold_for_their_format_and_narrower_ones():
    program, arrays, _ = heat()
    s = sensitivity(program, (*arrays, 20))
    corrections = {(("storage", "u"), "binary32"): 7.0}
    cause = Rounding(("storage", "u"), ("compute", "heat.py:7"))
    for name, factor in (("bfloat16", 7.0), ("binary32", 7.0), ("binary64", 1.0)):
        plain = share_of(s, cause, FORMATS[name]).rms
        assert share_of(s, cause, FORMATS[name], corrections).rms == pytest.approx(factor * plain)


def test_json_says_that_it_is_an_estimate():
    program, arrays, _ = heat()
    s = sensitivity(program, (*arrays, 20))
    document = json.loads(estimate(s, Assignment.uniform("binary32")).to_json())
    assert document["kind"] == "estimate" and document["samples"] == 4
    assert json.loads(s.to_json())["kind"] == "estimate"


def _counted(x):
    count = (x > 0.5) * 1.0
    share = count / 4.0
    return share * x


def test_computed_values_that_a_format_holds_count_nothing():
    """A count is a whole number, and a quarter of one needs no further bit; 53 bits say nothing, since the run is rounded to them."""
    x = np.random.default_rng(3).random(64)
    program = precis.lift(_counted, x)
    s = sensitivity(program, (x,))
    for container in ("count", "share"):
        assignment = BINARY64.with_storage({container: "e4m3"})
        found = estimate(s, assignment)
        assert found.by_container[container] == 0.0 < found.rms < 1e-15
        assert precis.measure(program, assignment, (x,)).error < 1e-15
        kinds = {c.what: share_of(s, c, FORMATS["e4m3"]).size for c in s.causes if c.place == ("storage", container) and c.what != "power"}
        assert set(kinds) == {"integer" if container == "count" else "value"}
        assert all(size > 0.0 for what, size in kinds.items() if what == "value")  # seen to be round; a mask is round by construction


def _scaled(x, h):
    step = h * h
    return x * step, step * np.sum(x)


@pytest.mark.parametrize("h", [0.3, 0.49, 0.71])
@pytest.mark.parametrize("name", ["binary32", "bfloat16", "binary16"])
def test_the_error_of_one_value_is_known(h, name):
    x = np.random.default_rng(4).random(32)
    program = precis.lift(_scaled, x, h)
    s = sensitivity(program, (x, h), seeds=24)
    for container in ("step", "h"):
        assignment = BINARY64.with_storage({container: name})
        measured = precis.measure(program, assignment, (x, h)).error
        assert estimate(s, assignment).rms == pytest.approx(measured * math.sqrt(2), rel=0.25)  # of 24 cotangents


def test_infinite_constants_are_exact():
    assert relative_error(math.inf, FORMATS["binary16"]) == relative_error(-math.inf, FORMATS["e5m2"]) == 0.0


def _growth(x):
    y = np.exp(x)
    return y - 1.0


def test_values_that_end_in_zeros_by_chance_were_rounded():
    """Every other number of binary64 ends in a zero: that it needs 52 bits does not say that binary64 held it unrounded."""
    program = precis.lift(_growth, 1.5)
    found = [estimate(sensitivity(program, (x,)), BINARY64).absolute for x in np.linspace(1.01, 1.99, 12)]
    assert min(found) > 1.5 * 2.0**-53


@pytest.mark.parametrize(("n", "above"), [(15, 1.15), (20, 1.5), (200, 2.4)])
def test_the_worst_case_of_a_sum_is_that_of_every_addition(n, above):
    """Every addition errs by up to u |partial sum|; independent errors leave a quarter and a tenth of what they add up to. What is said
    is above it where partial sums differ in size: most where lanes fold."""
    x = np.full(n, 1.0 / 3.0)
    worst = np.sum(np.abs(partial_sums(x.reshape(1, n)))) / np.sum(x) * 2.0**-24
    program = precis.lift(lambda x: np.sum(x), x)
    (site,) = sites_of(program)
    found = estimate(sensitivity(program, (x,)), BINARY64.with_accumulate({site: "binary32"})).absolute
    assert worst <= found <= above * worst


@pytest.mark.parametrize("scaled", [lambda x: 0.5 * x, lambda x: x / 8.0, lambda x: (0.25 * x) * 4.0])
def test_powers_of_two_below_one_lose_bits_below_the_normal_range(scaled):
    """Against the emulation: odd multiples of the smallest number of binary16 have no half there."""
    smallest = float(FORMATS["binary16"].min_subnormal)
    x = smallest * np.random.default_rng(0).integers(40, 800, 300)
    program = precis.lift(scaled, x)
    assignment = BINARY64.with_compute(dict.fromkeys(sites_of(program), "binary16"))
    found = estimate(sensitivity(program, (x,), seeds=8), assignment)
    assert found.rms == pytest.approx(precis.measure(program, assignment, (x,)).error, rel=0.5)
    assert estimate(sensitivity(program, (x + 1.0,)), assignment).underflow == 0.0
