"""A call whose arguments are laid out once, and run again and again."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.emit.plan.kernels import ARGUMENT
from precis.formats import Assignment
from precis.lift import lift
from tests.bitwidth import programs
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def test_calls_start_from_the_given_inputs_after_a_reset():
    program, u = programs.heat(32, 3), np.random.default_rng(2).random(32)
    ready = compile(program, Assignment.uniform("binary32"))
    expected = ready.run([u, 0.2])[0]
    call = ready.native_call([u, 0.2])
    for _ in range(2):
        call.reset()
        call()
        np.testing.assert_array_equal(call.results()[0], expected)
    call()
    assert not np.array_equal(call.results()[0], expected)


@pytest.mark.parametrize("narrow", ["bfloat16", "binary16", "e4m3", "binary16*2^12"])
def test_numbers_of_callers_in_c_are_rounded_to_their_format(narrow):
    """The caller of emitted source passes 0.3, not the value of the format next to it."""
    x = np.array([1.0, 2.0, 3.0])
    program = lift(lambda x, factor: x * factor, x, 0.3)
    run = compile(program, Assignment.uniform("binary64").with_storage(factor=narrow))
    call = run.native_call([x, 0.3])
    call()
    expected = call.results()[0].copy()
    assert expected[0] != 0.3
    (name,) = (b.name for b in call.made.buffers.values() if b.original == "factor" and b.role == ARGUMENT)
    setattr(call.arguments, name, 0.3)
    call()
    np.testing.assert_array_equal(call.results()[0], expected)
