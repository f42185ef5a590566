"""Sums of outer products over iterations: products of matrices behind the loop, where these pay."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ad.deferred import SMALLEST, deferred
from precis.ad.extent import Extent
from precis.ir.build import Names
from precis.ir.interpret import interpret
from precis.ir.types import Program, values_of
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents

ENOUGH = 2**25


def steps_of_vector(a, x, steps):
    for _ in range(steps):
        x = np.tanh(a @ x)
    return x


def steps_from_the_left(a, x, steps):
    for _ in range(steps):
        x = np.tanh(x @ a)
    return x


def read_meanwhile(a, x, steps):
    total = np.zeros_like(a)
    for k in range(steps):
        total = total + np.outer(x * k, x)
        x = x + total[0]
    return total, x


def until_small(a, x, steps):
    k = 0
    while k < steps and np.sum(x * x) > 1e-9:
        x = 0.9 * np.tanh(a @ x)
        k += 1
    return x


def moved(program: Program, scale: int, memory: float = ENOUGH) -> Program:
    """As if the matrix had `scale` times as many rows and columns."""
    names = Names({v.name for v in values_of(program.body)})
    sizes = {name: n * scale if name == "N" else n for name, n in program.binding.items()}
    return program.with_body(deferred(program.body, names, Extent(sizes), memory))


def contractions(program: Program) -> int:
    """Of two matrices, outside loops."""
    return sum(node.op == "einsum" and node.attrs["spec"] == "ki,kj->ij" for node in program.body.nodes)


def example(columns: tuple[int, ...], left: bool = False):
    rng = np.random.default_rng(11)
    shape = (2, 6) if left else (6, *columns)
    return rng.standard_normal((6, 6)) * 0.4, rng.standard_normal(shape), 5


@pytest.mark.parametrize(("function", "arguments"), [(steps_of_vector, example(())), (steps_of_vector, example((2,))),
                                                     (steps_from_the_left, example((), True)), (steps_from_the_left, example(()))])
def test_cotangents_of_a_matrix_are_one_product(function, arguments):
    program = lift(function, *arguments)
    made = adjoint(program)
    found = moved(made, 100)
    verify(found)
    assert contractions(made) == 0 and contractions(found) == 1
    inputs = [*arguments[:2], *cotangents(program, arguments[:2])]
    for x, y in zip(interpret(made, inputs), interpret(found, inputs), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-13, atol=1e-15)


def test_segments_of_a_while_each_have_a_product():
    arguments = example(())
    program = lift(until_small, *arguments)
    made = adjoint(program)
    found = moved(made, 100)
    verify(found)
    inputs = [*arguments[:2], *cotangents(program, arguments[:2])]
    assert str(made) != str(found)
    for x, y in zip(interpret(made, inputs), interpret(found, inputs), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-13, atol=1e-15)


def test_sums_that_are_read_meanwhile_stay():
    program = lift(read_meanwhile, *example(()))
    assert moved(program, 100) == program


def test_small_sums_and_large_stacks_stay():
    made = adjoint(lift(steps_of_vector, *example(())))
    assert SMALLEST > 36 * 8 and moved(made, 1) == made
    assert moved(made, 100, memory=1000) == made
