"""Tolerances: as they are stated, as they are refused, and what they make of the choice."""

import math

import numpy as np
import pytest

from precis.bitwidth.measure import measure
from precis.bitwidth.outputs import ask
from precis.bitwidth.samples import HELD_OUT
from precis.bitwidth.sensitivity import sensitivity
from precis.bitwidth.tolerance import Tolerance, Tolerances, judged, parse, tolerances
from precis.errors import InputError, UsageError
from precis.formats import Assignment
from precis.tune import STEPS, tune
from tests.bitwidth import programs

U = np.linspace(1.0, 2.0, 24) ** 2
ARGS = (U, 0.21, 20)
LARGE = np.array([1e6, 1.0, 1e-3])

TEXTS = {
    "rtol=1e-6": "1e-06",
    "rtol=1e-6, norm=max": "1e-06 relative, max-norm",
    "atol=1e-3": "0.001 absolute, 2-norm",
    "atol=1e-3,norm=each": "0.001 absolute, element-wise",
    "atol=1e-3, rtol=1e-6": "1 (of what is allowed: rtol=1e-06, atol=0.001)",
    "u: rtol=1e-6, norm=max; energy: atol=1e-3": "1 (of what is allowed: u: rtol=1e-06, norm=max; energy: atol=0.001)",
    "u: rtol=1e-6; flags: ignore": "1e-06",
    "*: rtol=1e-4; 0: rtol=1e-6": "1 (of what is allowed: 0: rtol=1e-06; *: rtol=0.0001)",
}


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_read_and_written(text):
    found = parse(text)
    assert found.words == TEXTS[text]
    assert parse(str(found)) == found


#   text, column, what is said
WRONG = (
    ("rtol=0", 1, "positive number"),
    ("rtol=-1e-3", 1, "positive number"),
    ("rtol=nan", 1, "positive number"),
    ("rtol=inf", 1, "positive number"),
    ("u: rtol=1e-6, nrom=max", 15, "did you mean norm"),
    ("u: rtol=1e-6, norm=3", 4, "there is no norm '3'"),
    ("u: norm=max", 4, "needs rtol or atol"),
    ("u: rtol=1e-6; u: atol=1", 15, "u is given two tolerances"),
    ("u: rtol=1, rtol=2", 12, "rtol is given twice"),
    (": rtol=1", 1, "expected the name"),
    ("u: ignore", 1, "no output is given a tolerance"),
    ("", 1, "no output is given a tolerance"),
    ("u: x", 4, "expected rtol=NUMBER"),
)


@pytest.mark.parametrize(("text", "column", "words"), WRONG)
def test_what_is_wrong_is_pointed_at(text, column, words):
    with pytest.raises(UsageError) as refusal:
        parse(text)
    assert refusal.value.span and refusal.value.span.column == column
    assert words in str(refusal.value)


@pytest.mark.parametrize("value", [0, 0.0, -1e-6, math.nan, math.inf, "1e-6", True])
@pytest.mark.parametrize("name", ["rtol", "atol"])
def test_tolerances_are_positive_numbers(name, value):
    with pytest.raises(UsageError, match="positive number"):
        Tolerance(**{name: value})


def test_contradictory_statements_are_refused():
    with pytest.raises(UsageError, match="tolerance and rtol were both given"):
        tolerances("rtol=1e-3", rtol=1e-6)
    with pytest.raises(UsageError, match="not a Tolerance"):
        tolerances({"u": 1e-6})  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="rtol or atol"):
        Tolerance(norm="max")


def test_outputs_are_found_by_name_and_position():
    names = ["y", "total", "count"]
    one, two = Tolerance(rtol=1e-6), Tolerance(atol=1e-3, norm="max")
    found = judged(Tolerances((("total", two), ("0", one))), names, [0, 1])
    assert found[0].relative == 1e-6 and found[1].absolute == 1e-3 and found[1].norm == "max"
    assert list(judged(Tolerances((("y", None),), two), names, [0, 1])) == [1]
    with pytest.raises(UsageError, match="did you mean total"):
        judged(Tolerances((("totl", one),), two), names, [0, 1])
    with pytest.raises(UsageError, match="no tolerance is stated for the output total"):
        judged(Tolerances((("y", one),)), names, [0, 1])
    with pytest.raises(UsageError, match="holds integers"):
        judged(Tolerances((("count", one),), two), names, [0, 1])
    with pytest.raises(UsageError, match="two tolerances"):
        judged(Tolerances((("y", one), ("0", one)), two), names, [0, 1])


@pytest.mark.parametrize("norm", ["2", "max", "each"])
@pytest.mark.parametrize("name", ["binary32", "bfloat16"])
def test_attribution_divides_the_error_in_every_norm(norm, name):
    program = programs.heat()
    wanted = Tolerance(rtol=1e-3, norm=norm)
    s = sensitivity(program, ARGS, tolerance=wanted)
    found = measure(program, Assignment.uniform(name), ARGS, s=s, tolerance=wanted)
    assert found.explained == pytest.approx(1.0, abs=1e-2)
    assert sum(found.shares.values()) == pytest.approx(found.error, rel=2e-2)


def test_errors_are_those_of_numpy():
    """tune's verdict under an element-wise tolerance is numpy.allclose's."""
    program = programs.heat()
    exact = measure(program, Assignment.uniform("binary64"), ARGS).error
    assert exact < 1e-14
    for norm, size in (("max", np.max), ("2", np.linalg.norm)):
        wanted = Tolerance(atol=1e-3, norm=norm)
        question = ask(program, None, ARGS[:2], program.binding, tolerances(wanted))
        y, e = np.linspace(1.0, 2.0, 24), 1e-4 * np.cos(np.arange(24))
        assert question.errors([y + e], [y])["u"] == pytest.approx(float(size(np.abs(e))), rel=1e-9)


def field(x):
    y = np.exp(x) * x
    return y


def test_elementwise_tolerances_protect_the_small_elements():
    """A 2-norm is content with a large element; element by element the small one counts as much."""
    x = np.array([30.0, 1.0, 1e-3])
    loose = tune(field, x, tolerance=Tolerance(rtol=1e-3), formats=("binary16", "bfloat16", "binary32"), timed=False)
    strict = tune(field, x, tolerance=Tolerance(rtol=1e-3, norm="each"), timed=False)
    assert loose.holds and strict.holds
    assert np.allclose(strict.compiled(x), field(x), rtol=1e-3, atol=0)


def test_absolute_tolerances_are_told_as_such():
    found = tune(field, LARGE / 1e6, tolerance=Tolerance(atol=1e-3, norm="max"), timed=False)
    assert found.holds and found.rtol == 1e-3
    assert "against tolerance 0.001 absolute, max-norm on the tuning input" in repr(found)


def two(x):
    energy = np.sum(x * x)
    u = x * 3.0
    return u, energy


def test_tolerances_by_output():
    x = np.linspace(0.1, 1.0, 50)
    found = tune(two, x, tolerance="u: rtol=1e-6, norm=max; energy: atol=1e-2", timed=False)
    assert found.holds and found.rtol == 1.0 and set(found.measurement.errors) == {"u", "energy"}
    u, energy = found.compiled(x)
    exact = two(x)
    assert np.max(np.abs(u - exact[0])) <= 1e-6 * np.max(exact[0]) and abs(energy - exact[1]) <= 1e-2
    ignoring = tune(two, x, tolerance="u: rtol=1e-3; energy: ignore", timed=False)
    assert set(ignoring.measurement.errors) == {"u"}


def test_a_tolerance_below_the_reference_is_refused():
    with pytest.raises(UsageError, match="below the error of the reference itself"):
        tune(field, LARGE / 1e6, rtol=1e-300, timed=False)


def drift(u, u_in):
    return np.sum(u) - np.sum(u_in)


def positive(u):
    return np.sum(np.sign(u - 1.5))


def count(u):
    return np.sum(u > 1.5)


def test_quantities_may_take_inputs():
    program = programs.heat()
    question = ask(program, drift, ARGS[:2], program.binding)
    assert question.names == ("drift",)
    from precis.ir.interpret import interpret

    (value,) = question.pick(interpret(question.program, ARGS[:2]))
    final = interpret(program, ARGS[:2])[0]
    assert value == pytest.approx(np.sum(final) - np.sum(U), abs=1e-12)


def test_quantities_of_jax():
    jnp = pytest.importorskip("jax.numpy")

    def energy(u):
        return jnp.sum(u * u)

    found = tune(programs_fn, U, qoi=energy, rtol=1e-5, timed=False)
    assert found.holds and list(found.measurement.errors) == ["energy"]


def programs_fn(u):
    v = u * 0.5
    return v


@pytest.mark.parametrize(
    ("qoi", "words"),
    [(positive, "derivative of the quantity of interest positive is zero"), (count, "count gives int64"),
     (lambda u, v, w: u, "takes 3 arrays")],
)
def test_quantities_that_say_nothing_are_refused(qoi, words):
    with pytest.raises(UsageError, match=words):
        tune(programs_fn, U, qoi=qoi, rtol=1e-5, timed=False)


def good(seed):
    return (np.random.default_rng(seed).random(8) + 1.0,)


def raising(seed):
    if seed >= 1003:
        raise RuntimeError("no more data")
    return good(seed)


def ragged(seed):
    return good(seed) if seed < 1001 else (np.ones((2, 2)),)


def poisoned(seed):
    return (good(seed)[0] * (np.nan if seed == 1002 else 1.0),)


@pytest.mark.parametrize(
    ("inputs", "error", "words"),
    [(raising, UsageError, r"raising\(seed=1003\) raised RuntimeError: no more data"),
     (ragged, InputError, r"ragged\(seed=1001\): argument u: expected 1 dimension, got"),
     (poisoned, InputError, r"poisoned\(seed=1002\): argument u holds nan"),
     (lambda seed: 3.0, InputError, r"inputs\(seed=0\) returned a float")],
)
def test_generators_are_checked_before_the_search(inputs, error, words):
    said = []
    with pytest.raises(error, match=words) as raised:
        tune(programs_fn, inputs=inputs, rtol=1e-5, timed=False, progress=said.append)
    assert said in ([], [STEPS[0]])
    assert (HELD_OUT in raised.value.hints) == ("100" in words)


def test_tuning_on_several_inputs():
    found = tune(programs_fn, inputs=good, tune_on=3, held_out=2, rtol=1e-3, timed=False)
    assert found.holds and found.executions.reference == 3
    with pytest.raises(UsageError, match="have to come from somewhere"):
        tune(programs_fn, U, tune_on=3, timed=False)


def test_zero_beside_a_positive_part_counts_nothing():
    assert Tolerance(rtol=0, atol=1e-3) == Tolerance(atol=1e-3)
    assert Tolerance(rtol=1e-3, atol=0.0) == Tolerance(rtol=1e-3)
