from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def factors(V, W, H, steps, eps=1e-12):
    some = V > 0
    safe = jnp.where(some, V, 1.0)

    def step(state, _):
        W, H = state
        H = H * (W.T @ (V / (W @ H + eps))) / W.sum(axis=0)[:, None]
        W = W * ((V / (W @ H + eps)) @ H.T) / H.sum(axis=1)
        guess = W @ H
        return (W, H), jnp.sum(jnp.where(some, V * jnp.log(safe / guess), 0.0) + guess - V)
    (W, H), losses = lax.scan(step, (W, H), None, length=steps)
    scale = W.sum(axis=0)
    return losses, W / scale, H * scale[:, None]
