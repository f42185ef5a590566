import jax
import jax.numpy as jnp


def tangents(x, y):
    m = jnp.diff(y, axis=1) / jnp.diff(x)
    first, last = 2.0 * m[:, :1] - m[:, 1:2], 2.0 * m[:, -1:] - m[:, -2:-1]
    m = jnp.concatenate((2.0 * first - m[:, :1], first, m, last, 2.0 * last - m[:, -1:]), axis=1)
    turn = jnp.abs(jnp.diff(m, axis=1))
    before, after = turn[:, :-2], turn[:, 2:]
    both = before + after
    flat = both < 1e-9 * jnp.max(both, axis=1, keepdims=True)
    bent = (after * m[:, 1:-2] + before * m[:, 2:-1]) / jnp.where(flat, 1.0, both)
    return jnp.where(flat, 0.5 * (m[:, 1:-2] + m[:, 2:-1]), bent)


@jax.jit
def akimaspl(x, y, at):
    h = jnp.diff(x)
    slope = tangents(x, y)
    rise = jnp.diff(y, axis=1) / h
    c2 = (3.0 * rise - 2.0 * slope[:, :-1] - slope[:, 1:]) / h
    c3 = (slope[:, :-1] + slope[:, 1:] - 2.0 * rise) / h ** 2
    k = jnp.clip(jnp.searchsorted(x, at, side="right") - 1, 0, x.size - 2)
    s = at - x[k]
    value = y[:, k] + s * (slope[:, k] + s * (c2[:, k] + s * c3[:, k]))
    steep = slope[:, k] + s * (2.0 * c2[:, k] + 3.0 * s * c3[:, k])
    return value, steep, jnp.sum(h * (y[:, :-1] + h * (slope[:, :-1] / 2.0 + h * (c2 / 3.0 + h * c3 / 4.0))), axis=1)
