from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def minmod(a, b):
    return jnp.where(a * b > 0.0, jnp.sign(a) * jnp.minimum(jnp.abs(a), jnp.abs(b)), 0.0)


@partial(jax.jit, static_argnames="T")
def muscl(u, T, cfl=0.3):
    def step(u, _):
        inner = u[2:-2]
        u = jnp.concatenate((inner[-2:], inner, inner[:2]))
        d = u[1:] - u[:-1]
        slope = minmod(d[:-1], d[1:])
        left = u[1:-2] + 0.5 * slope[:-1]
        right = u[2:-1] - 0.5 * slope[1:]
        f = 0.5 * (jnp.maximum(left, 0.0) ** 2 + jnp.minimum(right, 0.0) ** 2)
        u = u.at[2:-2].add(-cfl / jnp.max(jnp.abs(u)) * (f[1:] - f[:-1]))
        return u, u[2:-2].sum()
    u, total = lax.scan(step, u, None, length=T)
    return total, u
