from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def moments(X, weight):
    count = jnp.sum(weight)
    centre = weight @ X / count
    away = X - centre
    return centre, (weight[:, None] * away).T @ away / (count - 1.0)


@partial(jax.jit, static_argnums=2)
def concentrate(X, inside, half, tol):
    n, d = X.shape

    def turn(state):
        weight, _, _, _, old, turns, _ = state
        centre, scatter = moments(X, weight)
        away = X - centre
        distance = jnp.einsum("ij,ij->i", away, jnp.linalg.solve(scatter, away.T).T)
        size = jnp.linalg.det(scatter)
        weight = jnp.zeros(n).at[jnp.argsort(distance)[:half]].set(1.0)
        return weight, centre, scatter, distance, size, turns + 1, (turns > 1) & (size > old * (1.0 - tol))

    start = jnp.zeros(n).at[inside].set(1.0), jnp.zeros(d), jnp.zeros((d, d)), jnp.zeros(n), jnp.inf, 0, False
    _, centre, scatter, distance, _, turns, _ = lax.while_loop(lambda s: ~s[6], turn, start)
    near = distance * d / jnp.median(distance) < 3.0 * d
    _, cov = moments(X, near.astype(float))
    sigma = jnp.sqrt(jnp.diag(cov))
    return centre, scatter, cov / jnp.outer(sigma, sigma), jnp.sum(near), turns
