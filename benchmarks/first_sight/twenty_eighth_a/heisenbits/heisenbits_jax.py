from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def apply(v, bonds):
    n = bonds.size
    states = jnp.arange(v.size)
    out = jnp.zeros_like(v)
    for i in range(n):
        j = (i + 1) % n
        differ = ((states >> i) ^ (states >> j)) & 1
        other = v[states ^ (1 << i | 1 << j)]
        out = out + bonds[i] * jnp.where(differ == 1, 0.5 * other - 0.25 * v, 0.25 * v)
    return out


@partial(jax.jit, static_argnums=2)
def heisenbits(start, bonds, steps):
    V = jnp.zeros((steps + 1, start.size)).at[0].set(start / jnp.linalg.norm(start))

    def step(V, k):
        w = apply(V[k], bonds)
        alpha = V[k] @ w
        w = w - V.T @ (V @ w)
        beta = jnp.linalg.norm(w)
        return V.at[k + 1].set(w / beta), (alpha, beta)

    V, (alpha, beta) = lax.scan(step, V, jnp.arange(steps))
    values, vectors = jnp.linalg.eigh(jnp.diag(alpha) + jnp.diag(beta[:-1], 1) + jnp.diag(beta[:-1], -1))
    chance = (vectors[:, 0] @ V[:-1]) ** 2
    spin = ((jnp.arange(start.size)[:, None] >> jnp.arange(bonds.size)) & 1) - 0.5
    return values, chance @ (spin[:, :1] * spin)
