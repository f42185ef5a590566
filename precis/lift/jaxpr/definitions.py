"""Primitives by JAX's own definitions: Python functions of other primitives, traced and lowered in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from precis.ir.types import Value

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering


def traced(lo: Lowering, eqn: Any, x: list[Value], function: Callable[..., Any]) -> list[Value]:
    """Lower what `function` of the operands traces to."""
    import jax

    return lo.inline(jax.make_jaxpr(function)(*(jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in eqn.invars)), x, eqn)


def special(name: str) -> Callable[[Lowering, Any, list[Value]], list[Value]]:
    """The special function that JAX computes by `name` of its own sources, in binary32 or wider, for operands of one shape."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
        import jax.numpy as jnp
        from jax._src.lax import special as sources

        definition = getattr(sources, name, None)
        if definition is None:
            raise ValueError("this version of JAX does not say how it is computed")

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
