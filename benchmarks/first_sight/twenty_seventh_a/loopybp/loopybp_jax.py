from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def send(h, slope, limit):
    """Labels are the first axis, there and back along it."""
    h = h - jnp.min(h, axis=0)

    def along(before, here):
        new = jnp.minimum(here, before + slope)
        return new, new

    far = jnp.full_like(h[0], jnp.inf)
    _, h = lax.scan(along, far, h)
    _, h = lax.scan(along, far, h, reverse=True)
    return jnp.minimum(h, limit)


@partial(jax.jit, static_argnums=3)
def loopybp(data, slope, limit, rounds):
    data = jnp.moveaxis(data, 2, 0)

    def step(state, _):
        m, _ = state
        belief = data + (m[0] + m[1] + m[2] + m[3])
        down, up = send(belief[:, :-1] - m[1, :, :-1], slope, limit), send(belief[:, 1:] - m[0, :, 1:], slope, limit)
        right, left = send(belief[:, :, :-1] - m[3, :, :, :-1], slope, limit), send(belief[:, :, 1:] - m[2, :, :, 1:], slope, limit)
        m = m.at[0, :, 1:].set(down).at[1, :, :-1].set(up).at[2, :, :, 1:].set(right).at[3, :, :, :-1].set(left)
        best = jnp.argmin(data + (m[0] + m[1] + m[2] + m[3]), axis=0)
        cost = jnp.take_along_axis(data, best[None], axis=0).sum(dtype=jnp.float64)
        for d in (jnp.diff(best, axis=0), jnp.diff(best, axis=1)):
            cost += jnp.minimum(slope * jnp.abs(d), limit).sum(dtype=jnp.float64)
        return (m, best), cost

    (m, best), energy = lax.scan(step, (jnp.zeros((4, *data.shape), data.dtype), jnp.argmin(data, axis=0)), None, length=rounds)
    return best, energy, jnp.moveaxis(m, 1, 3)
