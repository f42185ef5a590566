from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(5, 6))
def train(W, momentum, X, Y, rate, steps, turns):
    samples = Y.shape[1]

    def sharpen(_, Z):
        A = Z @ Z.T
        return 1.875 * Z - (1.25 * A - 0.375 * A @ A) @ Z

    def step(state, _):
        W, momentum = state
        error = W @ X - Y
        momentum = 0.9 * momentum + error @ X.T / samples
        W = W - rate * lax.fori_loop(0, turns, sharpen, momentum / jnp.linalg.norm(momentum))
        return (W, momentum), jnp.mean(error**2)

    (W, momentum), losses = lax.scan(step, (W, momentum), length=steps)
    return losses.astype(float), W, momentum
