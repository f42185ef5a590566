"""Measurements against mpmath, attribution against what is known of the programs."""

import json
import math

import numpy as np
import pytest

from precis.bitwidth.attribution import _attribution
from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import measure, reference_format
from precis.bitwidth.outputs import ask, output_names
from precis.bitwidth.seminorm import Seminorm, norm2
from precis.bitwidth.sensitivity import sensitivity
from precis.errors import InputError, UsageError
from precis.formats import FORMATS, Assignment
from precis.ir.arithmetic import MpArithmetic
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.bitwidth import programs
from tests.bitwidth.test_reference import muller

BINARY64 = Assignment.uniform("binary64")
RNG = np.random.default_rng(21)


def mp_error(program, arrays, binding, assignment):
    """Relative error of the worst output in 120 bits."""
    mp = MpArithmetic(120)
    found = interpret(emulate(program, assignment, FORMATS["binary128"]), arrays, binding, arithmetic=mp)
    exact = interpret(program, arrays, binding, arithmetic=mp)
    errors = []
    for a, b in zip(found, exact):
        a, b = np.atleast_1d(a).ravel(), np.atleast_1d(b).ravel()
        errors.append(float(mp.mp.norm(a - b) / mp.mp.norm(b)))
    return max(errors)


@pytest.mark.parametrize(
    ("program", "args", "fmt"),
    [
        (programs.heat(12, 4), (RNG.random(12), 0.21, 4), "binary32"),
        (programs.heat(12, 4), (RNG.random(12), 0.21, 4), "binary64"),
        (programs.dot_chain(5), (RNG.random((5, 5)), RNG.random(5), 1.7), "bfloat16"),
        (programs.arclength(12), (12,), "binary64"),
    ],
)
def test_error_is_that_of_mpmath(program, args, fmt):
    assignment = Assignment.uniform(fmt)
    arrays, binding = [a for a in args if not isinstance(a, int)], {**program.binding}
    found = measure(program, assignment, args, attributed=False)
    assert found.error == pytest.approx(mp_error(program, arrays, binding, assignment), rel=2e-2)
    assert found.reference == "binary80"


def test_reference_is_as_wide_as_the_tolerance_asks():
    s = sensitivity(programs.heat(), (RNG.random(24), 0.2, 20))
    own = estimate(s, BINARY64).rms
    formats = [reference_format(s, rtol).name for rtol in (1e-6, 1e4 * own, 1e2 * own, own / 1e3)]
    assert formats == ["binary64", "binary64", "binary80", "binary128"]


def test_arclength_is_explained_by_the_mean_of_both_sweeps():
    """Noise in the curve enters by second order: either sweep alone is wrong by a factor, their mean is right."""
    program = programs.arclength(20_000)
    narrow = BINARY64.with_storage(t1="binary32", t2="binary32", t3="binary32")
    s = sensitivity(program, (20_000,))
    found = measure(program, narrow, (20_000,), s=s, rtol=1e-6)
    assert found.explained == pytest.approx(1.0, abs=2e-4)
    assert abs(found.sweeps[0]) < 0.4 and found.sweeps[1] > 1.6
    assert found.by_container["t3"] == pytest.approx(found.error, rel=0.05)
    assert found.decisions == pytest.approx(0.0, abs=1e-6)


def _deposited(x, w, steps):
    for _ in range(steps):
        total = np.zeros(16)
        np.add.at(total, x % 16, w)
        w *= total[x % 16] / 20.0
    return w


def test_what_is_gathered_from_a_rounded_sum_in_a_loop_is_explained():
    """The reverse loop makes the sum again from rounded zeros: what is added to these is not rounded for that."""
    rng = np.random.default_rng(0)
    x, w = rng.integers(0, 100, 200), rng.random(200)
    program = lift(_deposited, x, w.copy(), 3)
    for fmt in ("binary32", "binary16", "bfloat16"):
        found = measure(program, BINARY64.with_storage(total=fmt), (x, w.copy(), 3))
        assert found.explained == pytest.approx(1.0, abs=0.01), fmt


def test_what_the_run_of_the_sweeps_does_not_make_is_told():
    """Functions of libraries are not rounded correctly, those of the sweeps are: explained and unmatched shares are the whole error."""
    x = np.linspace(0.1, 3.0, 40)
    for fmt in ("binary64", "binary32"):
        found = measure(lift(_sines, x), Assignment.uniform(fmt), (x,))
        assert found.explained + found.unmatched + found.decisions == pytest.approx(1.0, abs=1e-3)


def _sines(x):
    return np.sin(np.exp(np.sin(x) * 3.0)) + x


def test_stagnating_heat_is_explained():
    """Independent errors are far too small here; what is known of increments is not, nor is the attribution."""
    x = np.linspace(0.0, 1.0, 64)
    program, args = programs.heat(64, 200), (np.sin(np.pi * x), 0.21, 200)
    narrow = BINARY64.with_storage(u="bfloat16")
    s = sensitivity(program, args)
    found = measure(program, narrow, args, s=s, rtol=1e-2)
    assert found.explained == pytest.approx(1.0, abs=1e-3)
    assert found.by_container["u"] == pytest.approx(found.error, rel=1e-2)
    said = estimate(s, narrow)
    assert found.error > 10.0 * said.random and said.rms / 2.0 < found.error < 2.0 * said.rms


def test_shares_add_up_over_containers_and_sites():
    program, args = programs.dot_chain(24), (RNG.random((24, 24)), RNG.random(24), 1.7)
    found = measure(program, Assignment.uniform("binary16"), args)
    total = sum(found.by_container.values()) + sum(found.by_site.values())
    assert total == pytest.approx(found.combined, rel=1e-2)
    assert found.combined == pytest.approx(math.hypot(*found.errors.values()))
    assert set(found.errors) == {"y", "total"} and found.error == max(found.errors.values())


def test_rounding_in_binary64_is_attributed_in_a_wider_carrier():
    program = programs.arclength(50)
    found = measure(program, BINARY64, (50,))
    assert found.carrier in ("binary80", "binary128") and found.error < 1e-14
    assert found.explained == pytest.approx(1.0, abs=0.05)


def test_decisions_are_reported():
    """33 trips in bfloat16, 34 in binary64: all of the error is the decision."""
    found = measure(programs.march(0.03), BINARY64.with_storage(t="bfloat16"), (1.1,))
    assert found.error == pytest.approx(1 - 1 / 1.1)
    assert found.decisions == pytest.approx(1.0, abs=1e-6) and found.explained == pytest.approx(0.0, abs=1e-6)


def test_no_error_needs_no_attribution():
    found = measure(programs.heat(8, 2), BINARY64, (np.zeros(8), 0.25, 2))
    assert found.error == 0.0 and found.explained is None


def test_overflow_is_an_infinite_error():
    found = measure(programs.heat(8, 2), BINARY64.with_storage(u="binary16"), (np.full(8, 1e6), 0.25, 2))
    assert found.error == math.inf and json.loads(found.to_json())["error"] is None


def test_json_says_that_it_is_a_measurement():
    found = measure(programs.dot_chain(8), Assignment.uniform("binary32"), (np.eye(8), np.ones(8), 1.0))
    document = json.loads(found.to_json())
    assert document["kind"] == "measurement" and document["samples"] == 1


def test_bad_arguments_are_refused():
    program = programs.heat(8, 2)
    bad = np.ones(8)
    bad[3] = np.nan
    for call in (lambda: measure(program, BINARY64, (bad, 0.2, 2)), lambda: sensitivity(program, (bad, 0.2, 2))):
        with pytest.raises(InputError, match=r"argument u holds nan or infinity at \(3,\), and it spreads: 5 of 8"):
            call()
    with pytest.raises(UsageError, match="no output is called 'v'"):
        sensitivity(program, (np.ones(8), 0.2, 2), qoi="v")
    with pytest.raises(UsageError, match="at least one cotangent"):
        sensitivity(program, (np.ones(8), 0.2, 2), seeds=0)


def kept_and_mean(x):
    return (x * 2.0)[x > 0.5], (x * x).sum()


def test_results_are_counted_as_the_function_returns_them():
    assert output_names(lift(kept_and_mean, RNG.random(8)))[-1] == "result 1"


def test_outputs_are_judged_by_name():
    program = programs.dot_chain(8)
    assert output_names(program) == ["y", "total"]
    assert ask(program, "total").judged == (1,) and ask(program).judged == (0, 1)
    args = (RNG.random((8, 8)), RNG.random(8), 1.7)
    assert set(measure(program, Assignment.uniform("binary32"), args, "total").errors) == {"total"}
    only = sensitivity(program, args, ["total"])
    assert only.containers["total"].rms == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("found", "reference", "expected"),
    [
        ([3.0, 4.0], [3.0, 4.0], 0.0),
        ([0.0], [0.0], 0.0),
        ([1.0], [0.0], math.inf),
        ([math.nan], [1.0], math.inf),
        ([1e300, 1e300], [2e300, 1e300], 1 / math.sqrt(5.0)),
    ],
)
def test_relative_error(found, reference, expected):
    assert Seminorm().error(np.array(found), np.array(reference)) == pytest.approx(expected)
    assert norm2([]) == 0.0


def test_a_breakdown_of_the_exact_run_leaves_the_rounded_sweep():
    """A solver that iterates on after convergence divides zero by zero in the exact run."""
    keys = [("storage", "a", "rounded"), ("storage", "a", "exact"), ("compute", "f.py:1", "exact")]
    found = _attribution(keys, np.array([2.0, np.nan, 1.0]), np.nan)
    assert found.shares == {("storage", "a"): 2.0, ("compute", "f.py:1"): 0.0}
    assert _attribution(keys, np.array([2.0, 1.0, 1.0]), 0.0).shares[("storage", "a")] == 1.5


def test_a_reference_without_a_tolerance_is_checked_all_the_same():
    """binary32 and binary80 agree on 100: two carriers that differ in precision only would call that a small error."""
    fair = measure(programs.heat(12, 4), Assignment.uniform("binary32"), (RNG.random(12), 0.21, 4))
    assert fair.evidence.startswith("reference: binary80, converged: differs from") and fair.evidence in repr(fair)
    wrong = measure(lift(muller, 60), Assignment.uniform("binary32"), (60,))
    assert wrong.error < 1e-6 and wrong.evidence.startswith("reference: binary80, NOT converged: differs from mpmath")

