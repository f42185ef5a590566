from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def occupied(H, emin, mu, points):
    one = jnp.eye(H.shape[0])
    centre, radius = 0.5 * (mu + emin), 0.5 * (mu - emin)

    def add(j, P):
        turn = jnp.exp(1j * jnp.pi * (j + 0.5) / points)
        return P + jnp.real(radius * turn * jnp.linalg.inv((centre + radius * turn) * one - H)) / points
    P = lax.fori_loop(0, points, add, jnp.zeros_like(H))
    return P, jnp.trace(P), jnp.sum(P * H.T)
