"""Quantities of interest: functions of the outputs, lifted and put behind the program."""

import numpy as np
import pytest

from precis.bitwidth.measure import measure
from precis.bitwidth.outputs import PREFIX, ask, compose
from precis.bitwidth.select import assign
from precis.bitwidth.sensitivity import sensitivity
from precis.errors import PrecisError, UsageError
from precis.formats import Assignment
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.bitwidth import programs

U = np.linspace(1.0, 2.0, 24) ** 2
ARGS = (U, 0.21, 20)


def mean(u):
    total = np.sum(u)
    return total / u.shape[0]


def spread(y, total):
    scaled = y / total
    return np.sum(scaled * scaled), np.max(y)


def two_arrays(a, b):
    return np.sum(a) + np.sum(b)


def test_composition_is_composition():
    program = programs.heat()
    joined = compose(program, lift(mean, U))
    verify(joined)
    value, final = interpret(joined, ARGS[:2])
    assert value == pytest.approx(np.mean(final), rel=1e-14)
    np.testing.assert_array_equal(final, interpret(program, ARGS[:2])[0])


def test_several_outputs_go_to_several_parameters():
    rng = np.random.default_rng(6)
    arrays = [rng.random((24, 24)), rng.random(24), 1.7]
    program = programs.dot_chain(24)
    question = ask(program, spread, arrays, program.binding)
    verify(question.program)
    y, total = interpret(program, arrays)
    found = question.pick(interpret(question.program, arrays))
    assert found[0] == pytest.approx(np.sum((y / total) ** 2), rel=1e-12) and found[1] == np.max(y)


def test_the_quantity_is_judged_and_never_rounded():
    program = programs.heat()
    s = sensitivity(program, ARGS, mean)
    assert s.question.names == ("mean",) and s.samples == 1
    chosen = assign(program, s, 1e-4)
    assert not any(name.startswith(PREFIX) for name in chosen.storage)
    narrow = Assignment.uniform("bfloat16")
    found = measure(program, narrow, ARGS, mean, s=s, rtol=1e-2)
    assert found.explained == pytest.approx(1.0, abs=1e-3)
    assert not any(name.startswith(PREFIX) and share for name, share in found.by_container.items())


def test_averages_are_less_sensitive_than_fields():
    program = programs.heat()
    field, average = (sensitivity(program, ARGS, q).containers["u"].rms for q in (None, mean))
    assert average < field


def test_a_quantity_that_raises_is_named():
    def drift(y):
        raise ValueError("never")
    program = lift(lambda x: x + 1.0, np.ones(3))
    with pytest.raises(PrecisError, match="drift raises this exception") as refused:
        ask(program, drift, (np.ones(3),))
    assert any("quantity of interest" in note for note in refused.value.notes)


def test_a_quantity_of_the_wrong_outputs_is_refused():
    with pytest.raises(UsageError, match="takes 2 arrays; heat has 1 outputs: u"):
        compose(programs.heat(), lift(two_arrays, U, U.copy()))
