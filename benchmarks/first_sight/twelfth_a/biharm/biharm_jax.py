from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def biharm(load, T, dt=0.2, drag=0.05):
    n = load.shape[0]

    def step(state, _):
        w, v = state
        bend = (20.0 * w[2:-2, 2:-2]
                - 8.0 * (w[1:-3, 2:-2] + w[3:-1, 2:-2] + w[2:-2, 1:-3] + w[2:-2, 3:-1])
                + 2.0 * (w[1:-3, 1:-3] + w[1:-3, 3:-1] + w[3:-1, 1:-3] + w[3:-1, 3:-1])
                + w[:-4, 2:-2] + w[4:, 2:-2] + w[2:-2, :-4] + w[2:-2, 4:])
        v = v.at[2:-2, 2:-2].set((1.0 - drag) * v[2:-2, 2:-2] + dt * (load[2:-2, 2:-2] - bend))
        return (w + dt * v, v), jnp.sqrt(jnp.mean(v ** 2))
    (w, _), speed = lax.scan(step, (jnp.zeros((n, n)), jnp.zeros((n, n))), None, length=T)
    return w, speed
