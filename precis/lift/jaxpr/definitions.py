"""Primitives by JAX's own definitions: Python functions of other primitives, traced and lowered in place."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from precis.ir.types import Value
from precis.lift.jaxpr.keys import without_keys

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]
UNSAID = "this version of JAX does not say how it is computed"


def traced(lo: Lowering, eqn: Any, x: list[Value], function: Callable[..., Any]) -> list[Value]:
    """Lower what `function` of the operands traces to."""
    import jax

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
        import jax.numpy as jnp
        from jax._src.lax import special as sources

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


def bessel_i1e(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """exp(-|x|) I1(x) of I1 = I0' (DLMF 10.29.3), with JAX's own definition of I0."""
    def function(operand: Any) -> Any:
        import jax
        import jax.numpy as jnp
        from jax._src.lax import special as sources

        wide = operand.astype(jnp.promote_types(operand.dtype, jnp.float32))
        value, slope = jax.jvp(sources.bessel_i0e_impl, (wide,), (jnp.ones_like(wide),))
        return (slope + jnp.sign(wide) * value).astype(operand.dtype)
    return traced(lo, eqn, x, function)
