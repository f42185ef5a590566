from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def ldpcmin(level, at, rounds, scale):
    words = level.shape[0]
    degree = at.shape[1]

    def step(state):
        r, total, told, _ = state
        heard = total[:, at] - told
        size = jnp.abs(heard)
        mine = jnp.arange(degree) == jnp.argmin(size, axis=2, keepdims=True)
        least = jnp.min(size, axis=2, keepdims=True)
        second = jnp.min(jnp.where(mine, jnp.inf, size), axis=2, keepdims=True)
        sign = jnp.where(heard < 0.0, -1.0, 1.0)
        told = scale * jnp.prod(sign, axis=2, keepdims=True) * sign * jnp.where(mine, second, least)
        total = level.at[:, at].add(told)
        return r + 1, total, told, jnp.all(jnp.sum(total[:, at] < 0.0, axis=2) % 2 == 0, axis=1)

    start = 0, level, jnp.zeros((words, *at.shape)), jnp.zeros(words, dtype=bool)
    used, total, _, right = lax.while_loop(lambda s: (s[0] < rounds) & ~jnp.all(s[3]), step, start)
    return total < 0.0, right, total, used
