"""Calls are inlined: jit, custom derivatives, checkpoints, linear solves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from precis.ir.types import Value

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]


def call(parameter: str) -> Handler:
    """Lower the jaxpr in `parameter` here, on full operands."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
        return lo.inline(eqn.params[parameter], x, eqn)
    return handler


def linear_solve(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """jax.lax.custom_linear_solve runs its `solve`; its constants stand after those of matvec and vecmat."""
    lengths = eqn.params["const_lengths"]
    before = lengths.matvec + lengths.vecmat
    constants = x[before:before + lengths.solve]
    return lo.inline(eqn.params["jaxprs"].solve, [*constants, *x[before + lengths.solve + lengths.transpose_solve:]], eqn)


def nothing(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """Prints and other callbacks without results."""
    if eqn.outvars:
        raise ValueError("it returns values that Python computes while the program runs")
    return []
