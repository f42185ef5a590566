"""A call whose arguments are laid out once, and run again and again."""

import numpy as np

from precis.emit.engine import compile
from precis.formats import Assignment
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
