"""Loops cut in two: the same results in any cut, formats of their own, conversion at the border, text, and what is refused."""

import numpy as np
import pytest

from precis.bitwidth.measure import measure
from precis.bitwidth.sensitivity import sensitivity
from precis.emit.engine import compile as compile_program
from precis.errors import UsageError
from precis.formats import Assignment
from precis.ir.arithmetic import MpArithmetic
from precis.ir.condition import Fewer, Loosened
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.schedule import divided, outer_loops
from precis.ir.size import Size
from precis.ir.text import parse
from precis.ir.verify import verify
from precis.lift import lift
from tests.bitwidth import programs
from tests.emit.oracle import needs_compiler

N, T = 24, 20
SIZES = {"N": N, "T": T}
ARGS = np.random.default_rng(3).random(N), 0.2
HEAT = programs.heat(N, T)


def cut(program, at):
    """`program` with its first loop cut before the iteration number `at`."""
    return divided(program, outer_loops(program)[0], (at,))


@pytest.mark.parametrize("at", [0, 1, 7, T, T + 5, -3, Size.of("T") // 2])
def test_every_cut_computes_the_same(at):
    made = cut(HEAT, at)
    verify(made)
    (found,), (expected,) = interpret(made, ARGS, SIZES), interpret(HEAT, ARGS, SIZES)
    assert np.array_equal(found, expected)
    assert [c.name for c in made.containers] == ["u", "nu", "u_first"]
    assert interpret(made, ARGS, {"N": N, "T": 0})[0].tolist() == ARGS[0].tolist()


def test_the_text_reads_back():
    made = cut(HEAT, Size.of("T") // 3)
    assert parse(str(made)) == made or str(parse(str(made))) == str(made)


@needs_compiler
def test_parts_have_formats_of_their_own():
    """The first 15 steps in binary16 storage, the rest in binary64: bit for bit the emulation, and two runs one after another."""
    made = cut(HEAT, 15)
    assert made.original is not None
    assignment = Assignment.uniform("binary64").with_storage(u_first="binary16")
    ready = compile_program(made, assignment)
    (native,), (emulated,) = ready.run(ARGS, SIZES), interpret(emulate(made, assignment), ARGS, SIZES)
    assert ready.backend == "native" and np.array_equal(native, emulated)
    narrow = Assignment.uniform("binary64").with_storage(u="binary16")
    (half,) = interpret(emulate(HEAT, narrow), ARGS, {"N": N, "T": 15})
    (expected,) = interpret(HEAT, (half, ARGS[1]), {"N": N, "T": 5})
    assert np.array_equal(native, expected)


@needs_compiler
def test_early_errors_decay_and_are_attributed():
    """Diffusion forgets: early steps in binary32 hurt less than late ones. Attribution tells the parts apart."""
    args = (np.cos(9.0 * np.linspace(0.0, 3.0, N)), 0.24, 200)
    program = programs.heat(N, 200)
    errors = {}
    for name, at, part in (("early", 100, "u_first"), ("late", 100, "u")):
        made = cut(program, at)
        narrow = Assignment.uniform("binary64").with_storage({part: "binary32"})
        s = sensitivity(made, args)
        found = measure(made, narrow, args, s=s, rtol=1e-6)
        assert found.explained == pytest.approx(1.0, abs=0.02) and abs(found.by_container[part]) > 0.99 * found.combined
        errors[name] = found.error
    assert errors["early"] < errors["late"]


@needs_compiler
def test_stacked_results_are_joined():
    """A scan that collects one row per iteration gives the same rows from two loops."""
    jax = pytest.importorskip("jax")

    def rotated(state, angles):
        def turn(pair, angle):
            new = jax.numpy.stack([pair[0] - angle * pair[1], pair[1] + angle * pair[0]])
            return new, jax.numpy.sum(new)

        return jax.lax.scan(turn, state, angles)

    args = np.array([1.0, 0.5]), np.linspace(0.01, 0.3, 11)
    program = lift(rotated, *args)
    (node,) = outer_loops(program)
    for borders, marks in (((4,), ("first",)), ((2, 2, 9), ("a", "b", "c"))):
        made = divided(program, node, borders, marks)
        verify(made)
        for mine, other in zip(interpret(made, args), interpret(program, args)):
            assert np.array_equal(mine, other)
        narrow = Assignment.uniform("binary32")
        found = compile_program(made, narrow).run(args, {})
        assert all(np.array_equal(a, b) for a, b in zip(found, interpret(emulate(made, narrow), args)))


def halved(x, tol):
    gap = 1.0
    while tol < gap:
        gap = abs(x - 0.5 * x)
        x = 0.5 * x
    return x


@pytest.mark.parametrize("border", [Fewer(0), Fewer(3), Fewer(99), Loosened(16.0, 99), Loosened(16.0, 2), Loosened(0.5, 99)])
def test_while_loops_are_cut_by_a_further_condition(border):
    """Exact in any arithmetic; threshold on the left of its comparison."""
    program = lift(halved, 3.0, 1e-4)
    (node,) = outer_loops(program)
    made = divided(program, node, (border,))
    verify(made)
    for xp in (None, MpArithmetic(300)):
        given = {"arithmetic": xp} if xp else {}
        assert interpret(made, (3.0, 1e-4), **given)[0] == interpret(program, (3.0, 1e-4), **given)[0]


def test_names_set_before_the_loop_belong_to_the_first_part():
    program = lift(halved, 3.0, 1e-4)
    made = divided(program, outer_loops(program)[0], (Fewer(3),))
    stores = [n.output.container for n in made.body.nodes if n.op == "store"]
    assert "gap_first" in stores and "gap" not in stores


def test_what_cannot_be_cut():
    with pytest.raises(UsageError, match="u_first is a name"):
        cut(cut(HEAT, 3), 5)
