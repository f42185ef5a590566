from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def fuzzy(points, centres, steps, tiny=1e-12):
    def step(state, _):
        centres, _ = state
        square = jnp.sum((points[:, None, :] - centres[None, :, :]) ** 2, axis=2) + tiny
        member = 1.0 / square
        member = member / member.sum(axis=1, keepdims=True)
        weight = member**2
        centres = (weight.T @ points) / weight.sum(axis=0)[:, None]
        return (centres, member), jnp.sum(weight * square)
    start = centres, jnp.zeros((points.shape[0], centres.shape[0]))
    (centres, member), cost = lax.scan(step, start, None, length=steps)
    return member, cost, centres
