from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def laplacian(u):
    p = jnp.pad(u, 1, mode="edge")
    return (p[2:, 1:-1, 1:-1] + p[:-2, 1:-1, 1:-1] + p[1:-1, 2:, 1:-1] + p[1:-1, :-2, 1:-1]
            + p[1:-1, 1:-1, 2:] + p[1:-1, 1:-1, :-2] - 6 * u)


@partial(jax.jit, static_argnums=2)
def barkley3(u, v, steps, dt=np.float32(0.01), a=np.float32(0.75), b=np.float32(0.06), eps=np.float32(0.02), still=np.float32(1e-4)):
    scale = dt / eps

    def step(state, _):
        u, v = state
        spread = dt * laplacian(u)
        threshold = (v + b) / a
        new = jnp.where(u < still, spread, u + scale * u * (1 - u) * (u - threshold) + spread)
        return (new, v + dt * (u ** 3 - v)), jnp.sum(new > threshold)

    (u, v), excited = lax.scan(step, (u, v), None, length=steps)
    return excited, u, v
