"""Values known to be powers of two."""

import numpy as np
import pytest

import precis
from precis.bitwidth.powers import powers_of_two
from precis.errors import Span
from precis.ir.build import Build
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import Range
from tests.bitwidth import programs


def test_doubling_stays_a_power_in_a_loop():
    program = programs.arclength(5)
    known = powers_of_two(program)
    containers = {v.container for n in program.nodes() for v in n.outputs if v.name in known}
    assert {"d1", "d2"} <= containers and not containers & {"h", "x", "t2", "t3"}


@pytest.mark.parametrize(
    ("factor", "start", "expected"), [(0.5, 1.0, True), (-4.0, 0.0, True), (3.0, 1.0, False), (2.0, 1.5, False)]
)
def test_loops_keep_powers_only_if_start_and_step_do(factor, start, expected):
    b = Build(span=Span("p.py", 1))
    c = b.child()
    p = c.value("d", container="d")
    body = c.block((p,), (c.store(c.mul(p, c.const(factor)), container="d"),))
    (out,) = b.loop(Range(Size.of(0), Size.of(3)), (b.store(b.const(start), container="d"),), body, "i")
    program = programs.program("doubling", (), (("d",),), b.block((), (out,)))
    assert (program.body.results[0].name in powers_of_two(program)) == expected
    assert interpret(program, [])[0] == start * factor**3


def test_magnitudes_of_complex_numbers_are_no_powers():
    def sizes(x):
        return np.abs(np.exp(1j * x))

    program = precis.lift(sizes, np.linspace(0.1, 2.0, 8))
    assert not {v.name for n in program.nodes() for v in n.outputs if n.op == "magnitude"} & powers_of_two(program)
