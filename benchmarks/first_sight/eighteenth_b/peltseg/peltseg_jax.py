from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def segment(x, penalty, least):
    """All starts at every end; those that were dropped are masked."""
    n = x.size
    sums = jnp.append(0.0, jnp.cumsum(x))
    squares = jnp.append(0.0, jnp.cumsum(x**2))
    places = jnp.arange(n + 1)

    def close(state, end):
        best, candidate, tried = state
        length = jnp.where(candidate, end - places, 1)
        mean = (sums[end] - sums) / length
        variance = jnp.maximum((squares[end] - squares) / length - mean**2, 1e-12)
        values = jnp.where(candidate, best + length * (jnp.log(2.0 * jnp.pi * variance) + 1.0), jnp.inf)
        k = jnp.argmin(values)
        value = values[k] + penalty
        tried = tried + jnp.sum(candidate)
        candidate = candidate & (values <= value)
        new = end - least + 1
        candidate = candidate.at[jnp.where(new >= least, new, n + 1)].set(True, mode="drop")
        return (best.at[end].set(value), candidate, tried), k

    start = jnp.full(n + 1, jnp.inf).at[0].set(-penalty), jnp.zeros(n + 1, bool).at[0].set(True), jnp.int64(0)
    (best, _, tried), last = lax.scan(close, start, jnp.arange(least, n + 1))

    def back(s):
        end, changed = s
        end = last[end - least]
        return end, changed.at[end].set(True)

    _, changed = lax.while_loop(lambda s: s[0] > 0, back, (jnp.int64(n), jnp.zeros(n, bool)))
    return best[n], changed, tried
