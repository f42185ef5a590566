from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def rate(u, h):
    east, west, far, back = jnp.roll(u, -1), jnp.roll(u, 1), jnp.roll(u, -2), jnp.roll(u, 2)
    wind = (east * east - west * west + u * (east - west)) / (6.0 * h)
    return -wind - (east - 2.0 * u + west) / h ** 2 - (far - 4.0 * east + 6.0 * u - 4.0 * west + back) / h ** 4


@partial(jax.jit, static_argnums=1)
def kursiv(u, steps, dt=2e-3, h=0.5):
    def step(u, _):
        a = u + dt * rate(u, h)
        b = 0.75 * u + 0.25 * (a + dt * rate(a, h))
        u = u / 3.0 + 2.0 / 3.0 * (b + dt * rate(b, h))
        return u, 0.5 * h * jnp.sum(u * u)
    return lax.scan(step, u, None, length=steps)
