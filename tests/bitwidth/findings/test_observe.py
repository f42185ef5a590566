"""The driver: runs cut short, inputs too large, what is said about it, and exponential growth told from powers."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from precis.bitwidth.findings import Finding, Findings, findings, shadow
from precis.bitwidth.findings.chaos import exponent
from precis.bitwidth.findings.finding import STATE
from precis.bitwidth.pins import allowed_formats
from precis.formats import Assignment
from precis.lift import lift
from tests.bitwidth.findings.fixtures import chaos, stagnation, summation, trips


@pytest.mark.parametrize(
    ("function", "args"),
    [(trips.power, (trips.S, 1e-9)), (summation.kahan, (np.full(1000, 0.1),)), (chaos.lorenz, (1.1, 1.3, 20.0, 0.02, 100)),
     (stagnation.heat, (np.sin(stagnation.X), 0.02, 80))],
)
@pytest.mark.parametrize("budget", [1, 7, 100, 500])
def test_runs_that_are_cut_short_say_so(monkeypatch, function, args, budget):
    monkeypatch.setattr(shadow, "NODES", budget)
    program = lift(function, *args)
    found = findings(program, args, Assignment.uniform("binary32"))
    assert not found.whole and json.dumps(found.record())
    assert found.extent.endswith("the first part of long runs only")


def payoffs(x):
    return np.mean(x)


def test_the_remedy_of_a_sum_is_a_pin_that_mends_it():
    x = np.where(np.random.default_rng(0).uniform(size=6_000) < 0.5, 0.7123, 0.7)
    program, narrow = lift(payoffs, x), Assignment.uniform("bfloat16")
    (found,) = findings(program, (x,), narrow)
    pin = re.search(r"--pin (\S+)=(\w+)", found.remedy)
    assert found.kind == "summation" and pin
    (site,) = (place[1] for place, formats in allowed_formats(program, {pin[1]: pin[2]}).items() if len(formats) == 1)
    assert not findings(program, (x,), narrow.with_accumulate({site: pin[2]})).items


def test_large_inputs_are_left_alone(monkeypatch):
    import importlib

    monkeypatch.setattr(importlib.import_module("precis.bitwidth.findings.observe"), "LARGEST", 10)
    found = findings(lift(summation.blocked, np.ones(20)), (np.ones(20),))
    assert not found and "more than 10 elements" in found.skipped


def test_contractions_beyond_the_budget_are_not_begun(monkeypatch):
    monkeypatch.setattr(shadow, "ELEMENTS", 1000)

    def product(a, b):
        return a @ b

    a = np.random.default_rng(0).random((20, 20))
    assert not findings(lift(product, a, a), (a, a)).whole


def test_the_shadow_run_is_the_emulated_run():
    """Its rounded values are those of compiled code, bit for bit."""
    import precis

    x = np.random.default_rng(1).random(30)
    for function, args in ((summation.blocked, (x,)), (stagnation.heat, (x, 0.2, 20)), (chaos.logistic, (0.3, 3.7, 30))):
        program = lift(function, *args)
        for name in ("binary32", "bfloat16", "binary16"):
            chosen = Assignment.uniform(name)
            arrays = [np.asarray(a) for a in args if isinstance(a, (np.ndarray, float))]
            (found,) = shadow.Shadow(program, chosen, arrays, program.binding).run()[:1]
            expected = precis.compile(program, chosen).run(arrays, program.binding)[0]
            assert np.array_equal(np.asarray(found.rounded, float), np.asarray(expected, float)), (function, name)


@pytest.mark.parametrize("power", [0.5, 1, 2, 4])
def test_powers_are_no_exponentials(power):
    noise = np.random.default_rng(2).uniform(0.5, 2.0, 200)
    assert exponent(list(1e-16 * np.arange(1, 201) ** float(power) * noise)) is None


@pytest.mark.parametrize("rate", [0.2, 0.5, 1.0])
def test_the_exponent_is_found(rate):
    noise = np.random.default_rng(3).uniform(0.5, 2.0, 100)
    found = exponent(list(np.minimum(1e-16 * np.exp(rate * np.arange(100)) * noise, 1.0)))
    assert found is not None and found[0] == pytest.approx(rate, rel=0.15)


def test_a_chaotic_trajectory_is_told_with_what_single_runs_are_worth():
    args = 0.3, 3.9, 90
    (found,) = (f for f in findings(lift(chaos.logistic, *args), args) if f.kind == "chaos")
    (spread,) = (m.value for m in found.margins if m.label.startswith("a run in binary64 moves"))
    assert spread > 0.01


def test_several_inputs_show_what_the_first_does_not():
    """At x = 1 + seed nothing cancels; at the third input 1 - cos(x) does. Who showed it is said."""

    def sagitta(x):
        return (1.0 - np.cos(x)) / x

    def inputs(seed, size=None):
        return (1.1e-8 if seed == 3 else 1.1 + seed,)

    program = lift(sagitta, *inputs(0))
    assert not findings(program, inputs(0))
    found = findings(program, inputs(0), inputs=inputs)
    (one,) = found
    assert one.kind == "cancellation" and one.where.startswith("inputs(3), ") and one.where.endswith("shown by 1 of 8 inputs")
    assert len(found.inputs) == 8 and found.record()["inputs"][3] == "inputs(3)"


def test_the_budget_ends_the_look_at_further_inputs(monkeypatch):
    import importlib

    monkeypatch.setattr(importlib.import_module("precis.bitwidth.findings.several"), "RUNS", 1e-9)
    x = np.linspace(0.1, 1.0, 9)
    found = findings(lift(summation.blocked, x), (x,), inputs=lambda seed: (x * (1 + seed),))
    assert found.inputs == ("the first input",) and found.work > 0 and not found.extent


def test_what_a_verdict_rests_on():
    def one(kind):
        return Finding(kind, "warning", None, "m", "w", (), "", "", "")

    assert Findings((one("cancellation"),)).rests == ""
    assert Findings((one("branch"), one("chaos"))).rests.startswith("this rests on a comparison that rounding decides")
    assert Findings((one("branch"), one("chaos"))).rests.endswith("and on 1 more such place")


def test_what_hardly_changes_the_outputs_is_a_note_and_no_verdict_rests_on_it():
    def one(kind, effect):
        return Finding(kind, "error", None, "m", "w", (), "", "", "", effect=effect)

    found = Findings((one("branch", 3e-12), one("cancellation", 1e-6), one("chaos", None))).weighed(1e-6)
    assert [(f.kind, f.severity) for f in found] == [("cancellation", "error"), ("chaos", "error"), ("branch", "note")]
    assert found.rests.startswith("this rests on values whose errors grow") and "more" not in found.rests


def test_digits_lost_that_change_nothing_beside_the_tolerance_are_left_out():
    lost = Finding("summation", "warning", None, "m", "w", (), "", "", "", effect=5e-15)
    assert not len(Findings((lost,)).weighed(1e-8)) and len(Findings((lost,)).weighed(1e-12)) == 1
    state = Findings((replace(lost, upon=STATE),))
    assert len(state.weighed(1e-9)) == 1 and not len(state.weighed(1e-8))  # it may grow before the end


def test_of_a_run_watched_in_part_the_effect_is_one_on_the_state(monkeypatch):
    """What becomes of the outputs was not seen: no error, and no number that could be taken for one of theirs."""
    monkeypatch.setattr(shadow, "NODES", 100)
    args = stagnation.X, np.full(16, 1e4), 40
    found = [f for f in findings(lift(drifting, *args), args, Assignment.uniform("binary32")) if f.kind == "cancellation"]
    assert found and all(f.upon == STATE and f.severity != "error" for f in found)
    assert any("effect on the state of the outermost loop" in line for f in found for line in f.lines())


def drifting(x, far, steps):
    """Every update is what is left of a difference of large numbers."""
    x = x[:16] * 1.0
    for _ in range(steps):
        x = 0.5 * x + ((far + x) - far)
    return x


def absorbed(x, pull, far):
    """The first update is lost in `far` before it reaches the state; later ones are zero."""
    for _ in range(8):
        x = x + ((far + pull) - far)
        pull = 0.0 * pull
    return x


def test_a_state_that_has_arrived_does_not_stagnate():
    args = 1.1, 5e-7, 1e4
    found = findings(lift(absorbed, *args), args, Assignment.uniform("binary32"))
    assert not [f for f in found if f.kind == "stagnation"]


def shrinking(a):
    """Products of rows of an upper triangle, one element shorter each time."""
    out = np.zeros(a.shape[0])
    for k in range(a.shape[0]):
        out[k:] += a[k, k] * a[k:, k:].sum(axis=0)
    return out


def test_sums_may_change_their_shape_from_turn_to_turn():
    args = (np.random.default_rng(0).normal(size=(9, 9)),)
    found = findings(lift(shrinking, *args), args, Assignment.uniform("binary32"))
    assert found.whole and not [f for f in found if f.kind == "summation"]


def test_a_condition_that_counts_elements_or_branches_is_followed():
    def kept(x):
        while x.size > 2 and (x[0] > 0.6 or x[1] > 0.6):
            x = (x * 0.8)[x > 0.5]
        return x.sum()
    x = np.random.default_rng(1).uniform(0.6, 3.0, 20)
    assert findings(lift(kept, x), (x,), Assignment.uniform("binary32")).whole


def _through_tiny_values(x):
    p = 1.0
    for k in range(x.shape[0]):
        p = p * x[k]
    return p


def test_what_grows_with_the_state_does_not_grow_apart():
    """The product falls to 1e-200 and comes back: its distance grows beside what it was, never beside what it is."""
    rng = np.random.default_rng(5)
    x = np.concatenate([rng.random(60) * 1e-3, rng.random(60) * 1e4]) + 1e-6
    found = findings(lift(_through_tiny_values, x), (x,))
    assert "chaos" not in {f.kind for f in found}


def _product(a, b):
    return a @ b


def test_products_of_random_signs_are_no_cancellation():
    """Some of their elements all but vanish; the product as a whole is as accurate as its factors."""
    a, b = np.random.default_rng(6).standard_normal((2, 64, 64))
    narrow = Assignment.uniform("binary32").with_storage({"a": "bfloat16", "b": "bfloat16"})
    assert "cancellation" not in {f.kind for f in findings(lift(_product, a, b), (a, b), narrow)}


def _nearby_roots(x):
    return np.sqrt(x + 1.0) - np.sqrt(x)


def test_formats_wider_than_the_exact_run_are_not_called_idle():
    x = np.random.default_rng(7).uniform(1e7, 2e7, 20)
    program = lift(_nearby_roots, x)
    assert not findings(program, (x,), Assignment.uniform("binary64x2"))


def _pushed(x):
    for weight in (0.0, 0.3):
        for i in range(1, x.size):
            x[i] += weight * x[i - 1]
    return x


def test_a_loop_that_is_written_out_twice_is_idle_only_where_both_are():
    x = np.random.default_rng(8).standard_normal(9)
    program = lift(_pushed, x)
    assert not findings(program, (x,), Assignment.uniform("binary32"))
