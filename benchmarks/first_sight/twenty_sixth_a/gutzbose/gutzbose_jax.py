from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def around(phi):
    p = jnp.pad(phi, 1)
    return p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]


@partial(jax.jit, static_argnums=1)
def gutzbose(mu, states, hop, tol, rounds):
    n = jnp.arange(states)
    lower = jnp.diag(jnp.sqrt(n[1:]), 1)
    both = lower + lower.T
    alone = (0.5 * n * (n - 1) - mu[..., None] * n)[..., None] * jnp.eye(states)

    def step(state):
        phi, _, _, _, used = state
        energy, vectors = jnp.linalg.eigh(alone - hop * around(phi)[..., None, None] * both)
        ground = vectors[..., 0]
        new = jnp.einsum("...i,ij,...j->...", ground, lower, ground)
        return new, ground, energy[..., 0], jnp.max(jnp.abs(new - phi)), used + 1

    start = jnp.full(mu.shape, 0.8), jnp.zeros((*mu.shape, states)), jnp.zeros(mu.shape), 1.0, 0
    phi, ground, low, _, used = lax.while_loop(lambda s: (s[3] > tol) & (s[4] < rounds), step, start)
    density = ground ** 2 @ n
    return phi, density, ground ** 2 @ n ** 2 - density ** 2, jnp.sum(low) + hop * jnp.sum(phi * around(phi)), used
