"""What loops compute of nothing that changes: before the loop, with the same values; probes stay where they are."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ad.extent import Extent
from precis.ad.invariant import NEAR, hoisted
from precis.bitwidth.probes import instrument
from precis.ir.build import Names
from precis.ir.interpret import interpret
from precis.ir.types import Block, Program, values_of
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents


def spread(weights, start, steps):
    field = start.copy()
    for _ in range(steps):
        field = weights @ field * 0.5
    return field


def of_index(weights, start, steps):
    field = start.copy()
    for k in range(steps):
        field = (weights[k:k + 3] * 2.0) @ field
    return field


def example(columns: tuple[int, ...]):
    rng = np.random.default_rng(5)
    return rng.standard_normal((6, 6)), rng.standard_normal((6, *columns)), 4


def moved(program: Program, binding=None) -> Program:
    names = Names({v.name for v in values_of(program.body)})
    return program.with_body(hoisted(program.body, names, Extent(dict(binding or program.binding))))


def squares(block: Block) -> list[tuple[int, ...]]:
    """Ranks of the products that stand in a block itself."""
    return [node.output.rank for node in block.nodes if node.op == "mul" and node.inputs[0] == node.inputs[1]]


def body_of_loop(program: Program) -> Block:
    return next(node for node in program.body.nodes if node.op == "loop").blocks[0]


@pytest.mark.parametrize("columns", [(), (2,)])
def test_squares_of_a_matrix_that_stays_are_computed_once(columns):
    arguments = example(columns)
    program = instrument(lift(spread, *arguments))
    assert 2 in squares(body_of_loop(program))
    found = moved(program)
    verify(found)
    assert 2 in squares(found.body) and body_of_loop(found) != body_of_loop(program)
    for x, y in zip(interpret(program, arguments[:2]), interpret(found, arguments[:2])):
        assert np.array_equal(x, y)


def test_the_adjoint_holds_the_square_once():
    arguments = example((2,))
    made = adjoint(instrument(lift(spread, *arguments)))
    verify(made)
    squares = [node for node in made.nodes() if node.op == "mul" and node.inputs[0] == node.inputs[1] and node.output.rank == 2]
    assert [node in made.body.nodes for node in squares if node.output.shape[0] == node.output.shape[1]] == [True]
    weights, start, steps = arguments
    bars = cotangents(lift(spread, *arguments), [weights, start])
    found = interpret(made, [weights, start, *bars])
    expected = np.linalg.matrix_power(weights.T * 0.5, steps) @ bars[0]
    np.testing.assert_allclose(found[1], expected, rtol=1e-12)


def test_large_matrices_that_are_read_once_are_squared_as_they_are_read():
    arguments = example(())
    program = instrument(lift(spread, *arguments))
    large = dict.fromkeys(program.binding, NEAR)
    assert moved(program, large) == program


def test_what_depends_on_the_iteration_stays():
    rng = np.random.default_rng(6)
    program = lift(of_index, rng.standard_normal((8, 3)), rng.standard_normal((3, 2)), 5)
    assert moved(program) == program


def of_the_positive(weights, start, steps):
    field = start.copy()
    for _ in range(steps):
        chosen = field[field > 0.0]
        field = (weights @ weights) @ field / (1.0 + len(chosen) + chosen[:1].sum())
    return field


def test_counts_that_a_loop_binds_stay_in_it():
    arguments = example(())
    program = lift(of_the_positive, *arguments)
    assert any(node.op == "size" for node in body_of_loop(program).nodes)
    found = moved(program)
    verify(found)
    assert any(node.op == "einsum" for node in found.body.nodes)
    for x, y in zip(interpret(program, arguments[:2]), interpret(found, arguments[:2])):
        assert np.array_equal(x, y)
