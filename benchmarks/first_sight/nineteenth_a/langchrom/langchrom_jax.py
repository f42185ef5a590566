from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(3, 4))
def elute(feed, capacity, affinity, cells, steps, pulse):
    length, speed, phase, rate = 1.0, 1.0, 1.5, 8.0
    dx = length / cells
    dt = 0.4 * dx / speed
    spread = 0.02 * speed * dx

    def step(state, s):
        c, q, entered = state
        inlet = jnp.where(s * dt < pulse, feed, 0.0)
        middle = speed * c[:, :-1] - spread * (c[:, 1:] - c[:, :-1]) / dx
        wall = jnp.concatenate((speed * inlet[:, None], middle, speed * c[:, -1:]), axis=1)
        rest = (capacity * affinity)[:, None] * c / (1.0 + jnp.sum(affinity[:, None] * c, axis=0))
        dq = rate * (rest - q)
        c = jnp.maximum(c + dt * ((wall[:, :-1] - wall[:, 1:]) / dx - phase * dq), 0.0)
        return (c, q + dt * dq, entered + dt * inlet), c[:, -1]

    zero = jnp.zeros((2, cells))
    (c, q, entered), history = lax.scan(step, (zero, zero, jnp.zeros(2)), jnp.arange(steps))
    total = history.sum(axis=0)
    times = dt * jnp.arange(1, steps + 1)
    mean = times @ history / total
    width = jnp.sqrt(jnp.maximum(times**2 @ history / total - mean**2, 0.0))
    left = dx * jnp.sum(c + phase * q, axis=1)
    return history, mean, width, history.argmax(axis=0), (left + dt * speed * total) / entered
