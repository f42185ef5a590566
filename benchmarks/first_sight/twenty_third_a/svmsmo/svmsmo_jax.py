from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def kernels(a, b, gamma):
    squares = jnp.sum(a ** 2, axis=1)[:, None] + jnp.sum(b ** 2, axis=1) - 2.0 * a @ b.T
    return jnp.exp(-gamma * jnp.maximum(squares, 0.0))


@partial(jax.jit, static_argnums=6)
def svmsmo(x, y, fresh, cost, gamma, tol, limit):
    K = kernels(x, x, gamma)

    def pair(alpha, gradient):
        score = -y * gradient
        up = jnp.where(y > 0.0, alpha < cost, alpha > 0.0)
        down = jnp.where(y > 0.0, alpha > 0.0, alpha < cost)
        i, j = jnp.argmax(jnp.where(up, score, -jnp.inf)), jnp.argmin(jnp.where(down, score, jnp.inf))
        return i, j, score[i], score[j]

    def step(state):
        alpha, gradient, steps, (i, j, high, low), _ = state
        step = (high - low) / jnp.maximum(K[i, i] + K[j, j] - 2.0 * K[i, j], 1e-12)
        room_i = jnp.where(y[i] > 0.0, cost - alpha[i], alpha[i])
        room_j = jnp.where(y[j] > 0.0, alpha[j], cost - alpha[j])
        step = jnp.minimum(jnp.minimum(step, room_i), room_j)
        alpha = alpha.at[i].set(jnp.clip(alpha[i] + y[i] * step, 0.0, cost))
        alpha = alpha.at[j].set(jnp.clip(alpha[j] - y[j] * step, 0.0, cost))
        gradient = gradient + step * y * (K[i] - K[j])
        return alpha, gradient, steps + 1, pair(alpha, gradient), 0.5 * (high + low)

    zero = jnp.zeros_like(y)
    start = zero, zero - 1.0, 0, pair(zero, zero - 1.0), 0.0
    alpha, _, steps, (_, _, high, low), bias = lax.while_loop(lambda s: (s[2] < limit) & ~(s[3][2] - s[3][3] < tol), step, start)
    bias = jnp.where(steps < limit, 0.5 * (high + low), bias)
    return alpha, bias, kernels(fresh, x, gamma) @ (alpha * y) + bias, steps
