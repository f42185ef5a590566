from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=2)
def added(power, decay, grid):
    start, count, h = grid
    t = (jnp.arange(count) + start) * h
    s = 0.5 * jnp.pi * jnp.sinh(t)
    rest = 1.0 / jnp.cosh(s) ** 2
    weight = 0.5 * jnp.pi * jnp.cosh(t) * rest
    return jnp.sum(weight * rest ** power[:, None] * jnp.exp(-decay[:, None] * jnp.tanh(s)), axis=1)


@jax.jit
def refined(total, more, values, h):
    total = total + more
    return total, h * total, jnp.max(jnp.abs(h * total - values) / (1.0 + jnp.abs(values)))


def integrate(power, decay, tol, reach, finest):
    """Levels one after the other, each a compiled program of its own size."""
    h, level, error = 1.0, 0, jnp.inf
    total = added(power, decay, (-reach, 2 * reach + 1, h))
    values = h * total
    for level in range(1, finest):
        half = reach * 2 ** (level - 1)
        more = added(power, decay, (0.5 - half, 2 * half, h))
        h *= 0.5
        total, values, error = refined(total, more, values, h)
        if error < tol:
            break
    return values, error < tol, level
