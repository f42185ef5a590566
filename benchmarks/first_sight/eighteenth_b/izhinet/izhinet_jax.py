import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def simulate(a, b, c, d, weight, drive):
    n = a.size

    def step(state, noise):
        v, u, spikes = state
        fired = v >= 30.0
        v, u = jnp.where(fired, c, v), jnp.where(fired, u + d, u)
        current = noise + weight @ fired.astype(float)
        v = v + 0.5 * (0.04 * v**2 + 5.0 * v + 140.0 - u + current)
        v = v + 0.5 * (0.04 * v**2 + 5.0 * v + 140.0 - u + current)
        return (v, u + a * (b * v - u), spikes + fired), (jnp.sum(fired), v.mean())

    v = jnp.full(n, -65.0)
    (v, _, spikes), (firing, mean) = lax.scan(step, (v, b * v, jnp.zeros(n, jnp.int64)), drive)
    return firing, spikes, mean, jnp.minimum(v, 30.0)
