from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def bisect(d, e, steps, tiny=1e-290):
    n = d.size
    radius = jnp.zeros(n).at[:-1].add(jnp.abs(e)).at[1:].add(jnp.abs(e))
    wanted = jnp.arange(n)

    def below(x):
        def row(state, item):
            pivot, count = state
            pivot = jnp.where(jnp.abs(pivot) < tiny, -tiny, pivot)
            pivot = item[0] - x - item[1] / pivot
            return (pivot, count + (pivot < 0)), None
        first = d[0] - x
        return lax.scan(row, (first, (first < 0).astype(jnp.int64)), (d[1:], e * e))[0][1]

    def step(_, state):
        low, high = state
        middle = 0.5 * (low + high)
        less = below(middle) > wanted
        return jnp.where(less, low, middle), jnp.where(less, middle, high)
    low, high = lax.fori_loop(0, steps, step, (jnp.full(n, jnp.min(d - radius)), jnp.full(n, jnp.max(d + radius))))
    return 0.5 * (low + high)
