"""Random numbers of JAX's default generator: integer arithmetic on words, the same bits as JAX draws.

What the generator does with keys is JAX's own definition (jax.extend.random.threefry_prng_impl), traced and lowered in place;
only its block function is an operation of the IR.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.random import threefry_prng_impl

from precis.ir.size import Size
from precis.ir.types import Value, shape_of
from precis.lift.jaxpr.definitions import traced
from precis.lift.jaxpr.shape import counted

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]


def _generator() -> Any:
    return threefry_prng_impl


def _each(function: Callable[..., Any], rank: int) -> Callable[..., Any]:
    """`function` of every key of an array of keys of this rank."""
    for _ in range(rank):
        function = jax.vmap(function)
    return function


def bits(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    width, shape = eqn.params["bit_width"], eqn.params["shape"]
    return traced(lo, eqn, x, _each(lambda key: _generator().random_bits(key, width, shape), eqn.invars[0].aval.ndim - 1))


def split(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    return traced(lo, eqn, x, _each(lambda key: _generator().split(key, eqn.params["shape"]), eqn.invars[0].aval.ndim - 1))


def seed(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    return traced(lo, eqn, x, _each(_generator().seed, eqn.invars[0].aval.ndim))


def fold_in(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    def function(keys: Any, data: Any) -> Any:
        shape = jnp.broadcast_shapes(keys.shape[:-1], data.shape)
        keys, data = jnp.broadcast_to(keys, (*shape, keys.shape[-1])), jnp.broadcast_to(data, shape)
        return _each(lambda key, d: _generator().fold_in(key, d.astype(np.uint32)), len(shape))(keys, data)
    return traced(lo, eqn, x, function)


def gamma(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """By rejection (Marsaglia and Tsang 2000), every element in a loop of its own."""
    def function(words: Any, a: Any) -> Any:
        return eqn.primitive.impl(jax.random.wrap_key_data(words), a, log_space=eqn.params["log_space"], use_vmap=True)
    return traced(lo, eqn, x, function)


def block(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """threefry2x32: two words of a counter under a key of two words."""
    return [lo.b.call(f"threefry_{word}", *x) for word in (0, 1)]


def counters(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """iota_2x32_shape: the row-major position of every element of a shape, as (high, low) words of 32 bits."""
    shape = eqn.params["shape"]
    count = int(np.prod(shape, dtype=object))
    if count >= 2**32:
        raise ValueError("more than 2**32 random numbers at once")
    low = lo.b.reshape(counted(lo, count, "uint32"), shape=shape_of(*shape))
    return [lo.known(Size.of(0), "uint32"), low]
