from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def embed(P, Y, steps, rate, exaggerated=4.0):
    off = 1.0 - jnp.eye(Y.shape[0])

    def turn(state, step):
        Y, change, gains = state
        p = P * jnp.where(step <= steps // 2, exaggerated, 1.0)
        gap = Y[:, None] - Y
        num = off / (1.0 + jnp.sum(gap * gap, axis=2))
        Q = jnp.maximum(num / jnp.sum(num), 1e-12)
        PQ = (p - Q) * num
        slope = 4.0 * (jnp.sum(PQ, axis=1)[:, None] * Y - PQ @ Y)
        gains = jnp.maximum(jnp.where((slope > 0.0) == (change > 0.0), gains * 0.8, gains + 0.2), 0.01)
        change = jnp.where(step < 8, 0.5, 0.8) * change - rate * (gains * slope)
        Y = Y + change
        return (Y - jnp.mean(Y, axis=0), change, gains), jnp.sum(p * jnp.log(p / Q))
    (Y, _, _), divergence = lax.scan(turn, (Y, jnp.zeros_like(Y), jnp.ones_like(Y)), jnp.arange(steps))
    return divergence, Y
