"""Outer products and products of matrices by vectors that reverse loops add: behind blocks of iterations, and in loops of their own."""

import sys

import numpy as np
import pytest

import precis
from precis.ad import adjoint
from precis.ad.behind import BLOCK, behind_blocks
from precis.ad.extent import Extent
from precis.ad.separate import separate
from precis.ir.build import Names
from precis.ir.interpret import interpret
from precis.ir.types import Program, values_of
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents

N = BLOCK + 21  # a block and a rest; fewer than pay


def substituted(u, x):
    for i in range(u.shape[0])[::-1]:
        x[i] -= u[i, i + 1:] @ x[i + 1:]
        x[i] /= u[i, i]


def substituted_forward(low, x):
    for i in range(low.shape[0]):
        x[i] -= low[i, :i] @ x[:i]


def times_triangle(u, b):
    for j in range(u.shape[0] - 1, -1, -1):
        b[:, j] = b[:, :j + 1] @ u[:j + 1, j]


def triangle_of_products(x):
    m = x.shape[1]
    cov = np.zeros((m, m))
    for i in range(m):
        cov[i, i:] = x[:, i] @ x[:, i:]
        cov[i:, i] = cov[i, i:]
    return cov


def read_at_once(u, x):
    """The rows of which an iteration reads are those that the one before added to."""
    for i in range(1, u.shape[0]):
        x[i - 1] = u[i] @ x
    return x


def windows(u, x):
    """Both ends move."""
    for i in range(u.shape[0] - 8):
        x[i] -= u[i, i + 1:i + 8] @ x[i + 1:i + 8]


def crout(a):
    """Two outer products go to one matrix."""
    for j in range(a.shape[0]):
        a[j:, j] -= a[j:, :j] @ a[:j, j]
        a[j, j + 1:] -= a[j, :j] @ a[:j, j + 1:]


def lagged(x):
    """Products of matrices, and updates of rows."""
    c = np.zeros((x.shape[0], x.shape[1], x.shape[1]))
    for lag in range(x.shape[0]):
        c[lag] = x[:x.shape[0] - lag].T @ x[lag:]
    return c


def square() -> np.ndarray:
    return np.random.default_rng(3).standard_normal((N, N)) / N + np.eye(N)


def other(shape: tuple[int, int]) -> np.ndarray:
    return np.random.default_rng(4).standard_normal(shape)


def passes(program: Program) -> Program:
    """As if all axes were three times as long."""
    names, extent = Names({v.name for v in values_of(program.body)}), Extent({name: 3 * n for name, n in program.binding.items()})
    body = behind_blocks(separate(program.body, names, extent, 2**25), names, extent, program.guards)
    return program.with_body(body)


def counts(program: Program) -> tuple[int, int]:
    """(products behind blocks, loops of products alone)"""
    loops = [n for n in program.body.nodes if n.op == "loop"]
    behind = sum(n.op == "einsum" and n.attrs["spec"] == "ki,kj->ij" for loop in loops for n in loop.blocks[0].nodes)
    alone = sum([n.op for n in loop.blocks[0].nodes if n.op not in ("slice", "const")] == ["einsum", "update_add"] for loop in loops)
    return behind, alone


@pytest.fixture(autouse=True)
def added(monkeypatch):
    """Adjoints as these passes find them: what is added to once is stored behind them (precis.ad.only_once)."""
    monkeypatch.setattr(sys.modules["precis.ad.adjoint"], "only_once", lambda body, _: body)


CASES = [(substituted, (square(), other((N, 40))), (1, 1)), (substituted_forward, (square(), other((N, 40))), (1, 1)),
         (times_triangle, (square(), other((40, N))), (1, 1)), (triangle_of_products, (other((40, N)),), (1, 1)),
         (crout, (square(),), (2, 0)), (lagged, (other((N, 40)),), (0, 0)),
         (read_at_once, (square(), other((N, 40))), (0, 0)), (windows, (square(), other((N, 40))), (0, 0))]


@pytest.mark.parametrize(("function", "arguments", "expected"), CASES)
def test_what_iterations_add_waits_for_the_end_of_a_block(function, arguments, expected):
    program = lift(function, *map(np.copy, arguments))
    made = adjoint(program)
    assert counts(made) == (0, 0)
    found = passes(made)
    verify(found)
    assert counts(found) == expected
    inputs = [*arguments, *cotangents(program, arguments)]
    for x, y in zip(interpret(made, inputs), interpret(found, inputs), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-12, atol=1e-12)


def test_no_element_gets_terms_that_it_did_not_get():
    """An infinite element of a triangle spoils what it is multiplied with, and nothing beside."""
    arguments = square(), other((40, N))
    arguments[0][3, 40] = np.inf
    program = lift(times_triangle, *map(np.copy, arguments))
    made = adjoint(program)
    inputs = [*arguments, *(g for g in cotangents(program, arguments))]
    for x, y in zip(interpret(made, inputs), interpret(passes(made), inputs), strict=True):
        np.testing.assert_array_equal(np.isfinite(x), np.isfinite(y))
        assert np.isfinite(x).any()


def test_native_code_of_large_loops():
    n = 100
    u, x = np.triu(np.random.default_rng(5).standard_normal((n, n))) / n + np.eye(n), other((n, 96))
    program = lift(substituted, u.copy(), x.copy())
    made = adjoint(program)
    assert counts(made) == (1, 1)
    inputs = [u, x, *cotangents(program, (u, x))]
    for a, b in zip(precis.compile(made)(*map(np.copy, inputs)), interpret(made, inputs), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-11)
