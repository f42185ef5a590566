"""Values known to be powers of two."""

import numpy as np
import pytest

import precis
from precis.bitwidth.estimate import estimate
from precis.bitwidth.powers import powers_of_two, whole_numbers
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


def cells(x, edges, weight):
    """Means of the numbers in every cell, their counts times a whole weight, and the counts' quarters."""
    count = np.zeros(edges.shape[0] - 1)
    mean = np.zeros(edges.shape[0] - 1)
    for k in range(edges.shape[0] - 1):
        inside = ((x >= edges[k]) & (x < edges[k + 1])) * 1.0
        count[k] = np.sum(inside)
        mean[k] = np.sum(inside * x) / count[k]
    heavy = 3.0 * count + 1.0
    quarter = count / 4.0
    return mean, heavy, quarter * weight


ARGS = np.random.default_rng(6).random(90), np.linspace(0.0, 1.0, 4), 0.3


def test_counts_and_what_is_made_of_them_are_whole():
    program = precis.lift(cells, *ARGS)
    known = whole_numbers(program)
    assert [v.name in known for v in program.body.results] == [False, True, False]
    stored = {n.output.container: n.inputs[0].name in known for n in program.nodes() if n.op == "store"}
    assert stored["inside"] and stored["heavy"] and not stored["quarter"]


def test_sums_of_whole_numbers_round_nothing_while_the_format_holds_them():
    program = precis.lift(cells, *ARGS)
    s = precis.sensitivity(program, ARGS)
    line = next(n.site for n in program.nodes() if n.op == "sum")
    wide = precis.Assignment.uniform("binary64")
    for name, exact in (("binary32", True), ("bfloat16", True), ("e5m2", False)):  # up to 90 in a cell, and e5m2 holds 8
        said = estimate(s, wide.with_compute({line: name}).with_accumulate({line: name}))
        assert (said.rms < 1e-14) == exact
    assert precis.measure(program, wide.with_compute({line: "bfloat16"}), ARGS, s=s).error < 1e-14


def test_complex_constants_that_formats_hold_are_exact():
    def turned(z):
        a = np.ones(8, dtype=np.complex128)
        b = np.zeros(8, dtype=np.complex128) + 0.3j
        return z * a + b

    z = np.exp(1j * np.linspace(0.0, 1.0, 8))
    program = precis.lift(turned, z)
    s, wide = precis.sensitivity(program, (z,)), precis.Assignment.uniform("binary64")
    assert estimate(s, wide.with_storage(a="binary32")).rms < 1e-15
    assert estimate(s, wide.with_storage(b="binary32")).rms > 1e-10
