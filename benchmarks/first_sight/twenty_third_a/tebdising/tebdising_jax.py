from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def tebdising(B, lam, gate, steps):
    chi = lam.shape[1]

    def step(state, t):
        B, lam = state
        a, b = t % 2, (t + 1) % 2
        pair = jnp.einsum("isj,jtk->istk", B[a], B[b])
        pair = jnp.einsum("uvst,istk->iuvk", gate, pair)
        theta = lam[a][:, None, None, None] * pair
        _, values, right = jnp.linalg.svd(theta.reshape(2 * chi, 2 * chi))
        kept = jnp.linalg.norm(values[:chi])
        lost = jnp.sum(values[chi:] ** 2) / jnp.sum(values ** 2)
        new = values[:chi] / kept
        top = right[:chi].reshape(chi, 2, chi)
        p = new ** 2
        entropy = -jnp.sum(jnp.where(new > 1e-14, p * jnp.log(jnp.where(new > 1e-14, p, 1.0)), 0.0))
        B = B.at[b].set(top).at[a].set(jnp.einsum("iuvk,jvk->iuj", pair, top) / kept)
        return (B, lam.at[b].set(new)), (lost, entropy)

    (B, lam), (lost, entropy) = lax.scan(step, (B, lam), jnp.arange(steps))
    weighed = lam[0][:, None, None] * B[0]
    magnet = jnp.sum(weighed[:, 0] ** 2) - jnp.sum(weighed[:, 1] ** 2)
    return lost, entropy, magnet / jnp.sum(weighed ** 2), lam
