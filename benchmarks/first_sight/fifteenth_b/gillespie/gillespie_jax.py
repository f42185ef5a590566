import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def react(x, rates, change, r1, r2):
    def event(state, r):
        x, time, counts = state
        a = rates * jnp.stack([1.0 / (1.0 + 0.02 * x[2]), 1.0 * x[0], 1.0 * x[0] * (x[0] - 1), 1.0 * x[1], 1.0 * x[2]])
        running = jnp.cumsum(a)
        k = jnp.sum(running[:-1] < r[1] * running[-1])
        x = x + change[k]
        return (x, time - jnp.log(1.0 - r[0]) / running[-1], counts.at[k].add(1)), x
    start = (x, jnp.zeros(()), jnp.zeros(rates.shape[0], dtype=jnp.int64))
    (_, time, counts), samples = lax.scan(event, start, (r1, r2))
    return counts, samples, time
