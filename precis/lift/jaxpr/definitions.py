"""Primitives by JAX's own definitions: Python functions of other primitives, traced and lowered in place."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
from jax import lax
from jax._src.lax import special as sources

from precis.ir.types import Value
from precis.lift.jaxpr.keys import without_keys

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]
UNSAID = "this version of JAX does not say how it is computed"


def traced(lo: Lowering, eqn: Any, x: list[Value], function: Callable[..., Any]) -> list[Value]:
    """Lower what `function` of the operands traces to."""
    shapes = (jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in eqn.invars)
    return lo.inline(without_keys(jax.make_jaxpr(function)(*shapes)), x, eqn)


def sourced(module: str, name: str) -> Handler:
    """The function `name` of a module of JAX's own sources, which lowers the primitive on the CPU."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
        definition = getattr(importlib.import_module(module), name, None)
        if definition is None:
            raise ValueError(UNSAID)
        return traced(lo, eqn, x, functools.partial(definition, **eqn.params))
    return handler


def special(name: str) -> Handler:
    """The special function that JAX computes by `name` of its own sources, in binary32 or wider, for operands of one shape."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
        definition = getattr(sources, name, None)
        if definition is None:
            raise ValueError(UNSAID)

        def function(*operands: Any) -> Any:
            dtype = jnp.promote_types(operands[0].dtype, jnp.float32)
            wide = jnp.broadcast_arrays(*(a.astype(dtype) for a in operands))
            found = definition(*wide, dtype=dtype) if len(wide) > 1 else definition(*wide)
            return found.astype(operands[0].dtype)
        return traced(lo, eqn, x, function)
    return handler


def bessel(order: int) -> Handler:
    """exp(-|x|) I_n(x), n = 0 or 1: the power series (DLMF 10.25.2) below 1; beyond it JAX's definition of I0, and I1 = I0' (10.29.3)."""
    def function(operand: Any) -> Any:
        wide = operand.astype(jnp.promote_types(operand.dtype, jnp.float32))
        small = jnp.abs(wide) < 1
        far = jnp.where(small, 1, wide)  # at 0 parts of the definition are infinite, though nothing takes them
        value, slope = jax.jvp(sources.bessel_i0e_impl, (far,), (jnp.ones_like(far),))
        far = slope + jnp.sign(far) * value if order else value
        near = jnp.exp(-jnp.abs(wide)) * (0.5 * wide) ** order * _power_series(0.25 * wide * wide, order)
        return jnp.where(small, near, far).astype(operand.dtype)
    return lambda lo, eqn, x: traced(lo, eqn, x, function)


def _power_series(t: Any, order: int) -> Any:
    """sum over k of t^k / (k! (k + n)!) for n = 0, 1, to 1e-17 for t below 1/4."""
    return functools.reduce(lambda rest, k: 1 + t * rest / (k * (k + order)), range(10, 0, -1), 1.0)


def tridiagonal_solve(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """Elimination that exchanges a row with the next one where that has the larger pivot (LAPACK's gtsv); NaN where a pivot is 0."""
    if eqn.params.get("perturb_singular"):
        raise ValueError("pivots that are replaced where they are small; solve without perturb_singular")
    return traced(lo, eqn, x, _eliminated)


def _eliminated(lower: Any, main: Any, upper: Any, right: Any) -> Any:
    """Diagonals of shape (..., n), right-hand sides (..., n, m)."""
    def row(carry: Any, below: Any) -> Any:
        (d, u, b), (low, next_d, next_u, next_b) = carry, below
        keep = jnp.abs(d) >= jnp.abs(low)
        pivot = jnp.where(keep, d, low)
        f = jnp.where(keep, low, d) / pivot
        kept, g = keep[..., None], f[..., None]
        left = (jnp.where(keep, next_d - f * u, u - f * next_d), jnp.where(keep, next_u, -f * next_u),
                jnp.where(kept, next_b - g * b, b - g * next_b))
        return left, (pivot, jnp.where(keep, u, next_d), jnp.where(keep, 0, next_u), jnp.where(kept, b, next_b))

    def back(later: Any, pivots: Any) -> Any:
        (x1, x2), (d, u, v, b) = later, pivots
        found = (b - u[..., None] * x1 - v[..., None] * x2) / d[..., None]
        return (found, x1), found
    low, d, u, b = jnp.moveaxis(lower, -1, 0), jnp.moveaxis(main, -1, 0), jnp.moveaxis(upper, -1, 0), jnp.moveaxis(right, -2, 0)
    u = jnp.concatenate([u[:-1], jnp.zeros_like(u[:1])])  # what stands behind the last row counts for nothing
    last, rows = lax.scan(row, (d[0], u[0], b[0]), (low[1:], d[1:], u[1:], b[1:]))
    end = last[2] / last[0][..., None]
    _, found = lax.scan(back, (end, jnp.zeros_like(end)), rows, reverse=True)
    regular = jnp.all(rows[0] != 0, 0) & (last[0] != 0)
    return jnp.where(regular[..., None, None], jnp.moveaxis(jnp.concatenate([found, end[None]]), 0, -2), jnp.nan)
