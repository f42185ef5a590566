from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def sample(field, pos):
    n, m = field.shape
    x = jnp.clip(pos[:, 0], 0.0, n - 1.001)
    y = jnp.clip(pos[:, 1], 0.0, m - 1.001)
    i, j = x.astype(int), y.astype(int)
    a, b = x - i, y - j
    return ((1.0 - a) * (1.0 - b) * field[i, j] + a * (1.0 - b) * field[i + 1, j]
            + (1.0 - a) * b * field[i, j + 1] + a * b * field[i + 1, j + 1])


@partial(jax.jit, static_argnums=3)
def trace(index, pos, direction, steps):
    gx, gy = jnp.gradient(index)
    h = 0.9 * index.shape[0] / steps

    def rates(pos, momentum):
        return momentum / sample(index, pos)[:, None], jnp.stack([sample(gx, pos), sample(gy, pos)], axis=1)

    def step(state, _):
        pos, momentum = state
        k1, l1 = rates(pos, momentum)
        k2, l2 = rates(pos + 0.5 * h * k1, momentum + 0.5 * h * l1)
        k3, l3 = rates(pos + 0.5 * h * k2, momentum + 0.5 * h * l2)
        k4, l4 = rates(pos + h * k3, momentum + h * l3)
        pos = pos + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        momentum = momentum + h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4)
        return (pos, momentum), pos.mean(axis=0)
    (pos, momentum), path = lax.scan(step, (pos, sample(index, pos)[:, None] * direction), None, length=steps)
    return pos, momentum / jnp.linalg.norm(momentum, axis=1, keepdims=True), path
