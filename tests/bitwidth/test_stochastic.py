"""Stochastic rounding of whole programs: unbiased, seeded, per format, and what it does against stagnation."""

import json

import numpy as np
import pytest

from precis.bitwidth.drawn import drawn_estimate
from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import measure
from precis.bitwidth.sensitivity import sensitivity
from precis.errors import UsageError
from precis.formats import FORMATS, Assignment
from precis.ir.arithmetic import NumpyArithmetic, StochasticArithmetic
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.bitwidth import programs

NARROW = ("binary16", "bfloat16", "e4m3", "e5m2", "tf32", "binary32")


def outputs(program, assignment, args, binding, arithmetic):
    return [np.asarray(r) for r in interpret(emulate(program, assignment), args, binding, arithmetic=arithmetic)]


@pytest.mark.parametrize("name", NARROW)
def test_rounding_is_unbiased(name):
    """Means over many draws lie within five standard deviations of the value; rounding to nearest does not."""
    fmt, n = FORMATS[name], 40_000
    x = np.array([1.0 + 0.3 * 2 * fmt.u, -1.5 - 0.1 * 2 * fmt.u, 1.37 * float(fmt.min_subnormal), 0.2 * float(fmt.min_subnormal)])
    drawn = np.array(StochasticArithmetic(np.random.default_rng(1)).round(np.tile(x, (n, 1)), fmt))
    spacing = np.array([2 * fmt.u, 2 * fmt.u, float(fmt.min_subnormal), float(fmt.min_subnormal)])
    bias = np.abs(drawn.mean(axis=0) - x) / spacing
    assert np.all(bias <= 5 * 0.5 / np.sqrt(n))
    assert np.any(np.abs(NumpyArithmetic().round(x, fmt) - x) / spacing > 5 * 0.5 / np.sqrt(n))
    assert np.unique(drawn[:, 0]).size == 2


def test_a_linear_program_is_unbiased():
    """Heat is linear in its roundings: the mean over seeds tends to the exact run, that of one run to nearest stagnates."""
    n, steps, count = 16, 30, 300
    program = programs.heat(n, steps)
    args, binding = (np.sin(np.linspace(0.0, 3.0, n)), 0.21), {"N": n, "T": steps}
    narrow = Assignment.uniform("binary64").with_storage(u="bfloat16")
    start = np.asarray(NumpyArithmetic().round(args[0], FORMATS["bfloat16"]))
    args = (start, 0.21)
    (exact,) = outputs(program, Assignment.uniform("binary64"), args, binding, NumpyArithmetic())
    (nearest,) = outputs(program, narrow, args, binding, NumpyArithmetic())
    runs = np.array([
        outputs(program, narrow, args, binding, StochasticArithmetic(np.random.default_rng(seed)))[0] for seed in range(count)
    ])  # fmt: skip
    scatter = runs.std(axis=0, ddof=1) / np.sqrt(count)
    inside = slice(1, -1)
    assert np.all(np.abs(runs.mean(axis=0) - exact)[inside] <= 5 * scatter[inside])
    assert np.any(np.abs(nearest - exact)[inside] > 20 * scatter[inside])


def test_sums_round_stochastically_step_by_step():
    args = np.full((50, 500), 1.0), np.full((500, 20), 1.0 / 3.0)
    program = lift(lambda a, b: a @ b, *args)
    (site,) = {n.site for n in program.nodes() if n.op == "einsum"}
    narrow = Assignment.uniform("binary64").with_accumulate({site: "bfloat16"})
    found = measure(program, narrow, args, attributed=False, seeds=range(5))
    assert found.stochastic and found.error > 0.2  # sums of equal terms, one after the other, stagnate
    assert found.stochastic.bias < found.error / 5


def test_measure_tells_the_mean_over_seeds():
    program, args = programs.heat(24, 40), (np.linspace(0.3, 1.0, 24) ** 2, 0.2, 40)
    narrow = Assignment.uniform("binary32").with_storage(u="bfloat16")
    found = measure(program, narrow, args, seeds=range(12))
    s = found.stochastic
    assert s and s.mean == pytest.approx(np.mean(s.errors)) and s.worst == max(s.errors) and len(s.errors) == 12
    assert s.bias < s.mean and 0 < s.spread < s.worst
    again = measure(program, narrow, args, seeds=range(12), attributed=False)
    assert again.stochastic == s
    other = measure(program, narrow, args, seeds=range(12, 24), attributed=False)
    assert other.stochastic and other.stochastic.errors != s.errors
    document = json.loads(found.to_json())["stochastic"]
    assert document["mean"] == pytest.approx(s.mean) and document["seeds"] == list(range(12))


def test_only_the_formats_named_round_stochastically():
    program, args = programs.heat(24, 40), (np.linspace(0.3, 1.0, 24) ** 2, 0.2, 40)
    narrow = Assignment.uniform("binary32").with_storage(u="bfloat16")
    fixed = measure(program, narrow, args, seeds=range(3), stochastic=("binary16",), attributed=False)
    assert fixed.stochastic and len(set(fixed.stochastic.errors)) == 1 and fixed.stochastic.spread == 0.0
    only = measure(program, narrow, args, seeds=range(3), stochastic=("bfloat16",), attributed=False)
    assert only.stochastic and len(set(only.stochastic.errors)) == 3 and only.stochastic.formats == ("bfloat16",)
    with pytest.raises(UsageError, match="at least one seed"):
        measure(program, narrow, args, stochastic=("bfloat16",), attributed=False)


def test_formats_of_their_own_round_stochastically_too():
    """Where nothing is narrower than binary64, its own roundings are drawn: rows of zeros would say that the program is exact."""
    x = np.random.default_rng(4).random(200)
    found = measure(lift(lambda x: np.sum(np.exp(x) / 3.0), x), Assignment.uniform("binary64"), (x,), seeds=range(4)).stochastic
    assert found is not None and 0.0 < found.mean < 1e-14 and len(set(found.errors)) > 1


def mixed(x, weights):
    """Constants, numbers below the normal range of narrow formats, sums, and inputs that are rounded."""
    y = 0.3 * x * weights
    tails = y * y * 0.05
    return np.sum(np.sqrt(y + 0.1) + tails), tails


@pytest.fixture(scope="module")
def swept():
    rng = np.random.default_rng(2)
    args = rng.uniform(0.2, 1.0, 60), rng.uniform(0.5, 1.5, 60)
    program = lift(mixed, *args)
    return program, args, sensitivity(program, args, seeds=8)


@pytest.mark.parametrize("name", ["binary32", "bfloat16", "binary16", "e4m3"])
def test_what_drawn_roundings_do_is_estimated(name, swept):
    """Root mean square over seeds and outputs."""
    program, args, s = swept
    found = measure(program, Assignment.uniform(name), args, s=s, attributed=False, seeds=range(16)).stochastic
    assert found and found.estimate is not None
    assert found.estimate == pytest.approx(found.size, rel=0.35)


def stagnating(x):
    total = 1.0
    for k in range(150):
        total = total + x[k]
    return total


def test_increments_that_are_drawn_do_not_stagnate():
    """Rounding to nearest loses them all, which is known; drawn, they err by chance."""
    x = np.full(150, 1e-3)
    program = lift(stagnating, x)
    s, narrow = sensitivity(program, (x,)), Assignment.uniform("binary64").with_storage(total="bfloat16")
    found = measure(program, narrow, (x,), s=s, attributed=False, seeds=range(12))
    assert found.error == pytest.approx(0.15 / 1.15, rel=0.01) and estimate(s, narrow).rms > 0.5 * found.error
    assert found.stochastic and found.stochastic.size < 0.3 * found.error
    assert found.stochastic.estimate == pytest.approx(found.stochastic.size, rel=0.5)


def test_formats_that_round_to_nearest_are_estimated_so():
    x = np.linspace(0.5, 1.0, 50)
    program = lift(lambda x: np.sqrt(x) * 0.3, x)
    s, narrow = sensitivity(program, (x,)), Assignment.uniform("bfloat16")
    assert drawn_estimate(s, narrow, [FORMATS["binary16"]]).rms == estimate(s, narrow).rms < drawn_estimate(s, narrow).rms


def until(x, least, c):
    while x >= least:
        x = 0.5 * x + c
    return x


def test_loops_that_do_not_end_are_stopped():
    """The limit 2 c and what it is compared with are both 1 in a narrow format."""
    args = 2.0, 0.99985, 0.4999
    program = lift(until, *args)
    found = measure(program, Assignment.uniform("bfloat16"), args, attributed=False, seeds=range(2)).stochastic
    assert found is not None and not np.isfinite(found.worst)
