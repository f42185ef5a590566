"""Calls are inlined: jit, custom derivatives, checkpoints, linear solves."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from jax.core import eval_jaxpr

from precis.ir.shapes import ONE
from precis.ir.types import Value
from precis.lift.jaxpr.encodings import frexp
from precis.lift.jaxpr.frames import function_of, is_user
from precis.lift.jaxpr.rules import by_its_rule

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

PASSED = ("store", "stop", "astype", "transpose", "reshape", "select", "conj")  # what stands between a factorisation and its use
Handler = Callable[["Lowering", Any, list[Value]], Any]


def call(parameter: str) -> Handler:
    """Lower the jaxpr in `parameter` here, on full operands."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
        return lo.inline(eqn.params[parameter], x, eqn)
    return handler


def linear(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """jax.custom_derivatives.linear_call runs its `callee`."""
    return lo.inline(eqn.params["callee"], x, eqn)


def custom_vjp(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """The function itself, with its rule."""
    return by_its_rule(lo, eqn, lambda: lo.inline(eqn.params["call_jaxpr"], x, eqn))


def custom_jvp(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """The function itself, with its rule; jnp.frexp changes bits, through which no derivative would come."""
    called = eqn.params["call_jaxpr"]
    made = function_of(called.jaxpr)
    if made is not None and made.name == "_frexp" and not is_user(made.file):
        return frexp(lo, eqn, x)
    return by_its_rule(lo, eqn, lambda: lo.inline(called, x, eqn))


def linear_solve(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """jax.lax.custom_linear_solve runs its `solve`, whose derivative is that of the solution; its constants stand after those of matvec
    and vecmat.

    Where these are factors of the one matrix of matvec (jnp.linalg.solve and inv stop their gradients), `solve` of that matrix takes its
    place, whose derivative is the true one. ValueError for factors whose matrix is not found: their derivative would be lost.
    """
    lengths = eqn.params["const_lengths"]
    before = lengths.matvec + lengths.vecmat
    constants = x[before:before + lengths.solve]
    if any(_factor(lo, v) for v in constants):
        found = _solved(lo, eqn, x[0], x[-1]) if lengths.matvec == 1 and len(eqn.outvars) == 1 else None
        if found is None:
            raise ValueError("it solves by the factors of a matrix that its matvec does not multiply by")
        return [found]
    operands = [*constants, *x[before + lengths.solve + lengths.transpose_solve:]]
    return by_its_rule(lo, eqn, lambda: lo.inline(eqn.params["jaxprs"].solve, operands, eqn))


def _factor(lo: Lowering, v: Value) -> bool:
    """Whether a value is a factorisation, or a triangle of one."""
    node = lo.shared.producers.get(v.name)
    if node is None or node.op in ("lu", "cholesky"):
        return node is not None
    return node.op in PASSED and any(_factor(lo, x) for x in node.inputs)


def _solved(lo: Lowering, eqn: Any, a: Value, right: Value) -> Value | None:
    """`solve` with the matrix `a`, or its transpose, which matvec multiplies by; None where it does anything else."""
    a, right = lo.full(a, eqn.invars[0].aval), lo.full(right, eqn.invars[-1].aval)
    found = _product(eqn.params["jaxprs"].matvec, eqn.invars[0].aval.shape, eqn.invars[-1].aval.shape)
    if found is None:
        return None
    (turned, columns), r, b = found, a.rank, lo.b
    if turned:
        a = b.transpose(a, perm=(*range(r - 2), r - 1, r - 2))
    if columns is None and right.rank >= r:  # every vector is one
        flat = b.reshape(right, shape=(math.prod(right.shape[:-1]), right.shape[-1]))
        out = b.transpose(b.solve(a, b.transpose(flat, perm=(1, 0))), perm=(1, 0))
        return b.reshape(out, shape=right.shape)
    if columns is None:
        out = b.solve(a, b.reshape(right, shape=(*right.shape, ONE)))
        return b.reshape(out, shape=right.shape)
    there = (*(k for k in range(r) if k != columns), columns)
    back = tuple(there.index(k) for k in range(r))
    return b.transpose(b.solve(a, b.transpose(right, perm=there)), perm=back)


def _product(matvec: Any, matrix: tuple[int, ...], vectors: tuple[int, ...]) -> tuple[bool, int | None] | None:
    """(whether matvec multiplies by the transpose, the dimension in which it takes several vectors), found by trying."""
    if len(matrix) < 2 or matrix[-1] != matrix[-2] or vectors[-1:] != matrix[-1:]:
        return None
    rng = np.random.default_rng(0)
    a, x = rng.normal(size=matrix).astype(np.float32), rng.normal(size=vectors).astype(np.float32)
    (y,) = eval_jaxpr(matvec.jaxpr, matvec.consts, *(z.astype(v.aval.dtype) for z, v in zip((a, x), matvec.jaxpr.invars)))
    for turned in (False, True):
        m = np.swapaxes(a, -1, -2) if turned else a
        for columns in range(len(matrix) - 1) if len(vectors) == len(matrix) else _apart(matrix, vectors):
            wanted = (m @ x[..., None])[..., 0] if columns is None else np.moveaxis(m @ np.moveaxis(x, columns, -1), -1, columns) \
                if _fits(matrix, vectors, columns) else None
            if wanted is not None and np.shape(y) == wanted.shape and np.allclose(y, wanted, rtol=1e-3, atol=1e-3):
                return turned, columns
    return None


def _apart(matrix: tuple[int, ...], vectors: tuple[int, ...]) -> tuple[None, ...]:
    """No dimension has the vectors: one for every matrix, or all of them by the one matrix there is."""
    return (None,) if len(vectors) == len(matrix) - 1 or len(matrix) == 2 else ()


def _fits(matrix: tuple[int, ...], vectors: tuple[int, ...], columns: int) -> bool:
    return vectors[:columns] + vectors[columns + 1:] == matrix[:-1]


def nothing(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """Prints and other callbacks without results."""
    if eqn.outvars:
        raise ValueError("it returns values that Python computes while the program runs")
    return []
