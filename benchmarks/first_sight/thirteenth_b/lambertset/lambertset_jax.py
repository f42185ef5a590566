import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def lambert(z, tolerance=1e-9, limit=30):
    start = jnp.where(z > jnp.e, jnp.log(jnp.maximum(z, 1.0)), 0.5 * jnp.log1p(z))

    def turn(state):
        w, turns, active, count = state
        e = jnp.exp(w)
        f = w * e - z
        step = f / (e * (w + 1.0) - (w + 2.0) * f / (2.0 * w + 2.0))
        long = jnp.abs(step) > tolerance * (1.0 + jnp.abs(w))
        return jnp.where(active, w - step, w), turns + active, active & long, count + 1
    state = (start, jnp.zeros(z.shape, jnp.int32), jnp.ones(z.shape, bool), 0)
    w, turns, _, _ = lax.while_loop(lambda s: jnp.any(s[2]) & (s[3] < limit), turn, state)
    return w, turns
