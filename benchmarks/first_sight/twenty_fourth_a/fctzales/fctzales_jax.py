from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def fluxes(q, c, axis):
    ahead = jnp.roll(q, -1, axis)
    low = c * jnp.where(c > 0.0, q, ahead)
    return low, c * (7.0 * (q + ahead) - jnp.roll(q, 1, axis) - jnp.roll(q, -2, axis)) / 12.0 - low


def away(f, axis):
    return f - jnp.roll(f, 1, axis)


def around(q, pick):
    total = q
    for axis in (0, 1):
        total = pick(total, pick(jnp.roll(q, 1, axis), jnp.roll(q, -1, axis)))
    return total


def limit(a, gain, give, axis):
    there, here = jnp.roll(gain, -1, axis), jnp.roll(give, -1, axis)
    return a * jnp.where(a >= 0.0, jnp.minimum(there, give), jnp.minimum(gain, here))


@partial(jax.jit, static_argnums=3)
def fctzales(q, u, v, steps):
    def step(q, _):
        lx, ax = fluxes(q, u, 1)
        ly, ay = fluxes(q, v, 0)
        new = q - away(lx, 1) - away(ly, 0)
        most = around(jnp.maximum(q, new), jnp.maximum)
        least = around(jnp.minimum(q, new), jnp.minimum)
        bx, by = jnp.roll(ax, 1, 1), jnp.roll(ay, 1, 0)
        coming = jnp.maximum(bx, 0.0) - jnp.minimum(ax, 0.0) + jnp.maximum(by, 0.0) - jnp.minimum(ay, 0.0)
        going = jnp.maximum(ax, 0.0) - jnp.minimum(bx, 0.0) + jnp.maximum(ay, 0.0) - jnp.minimum(by, 0.0)
        gain = jnp.minimum(1.0, (most - new) / (coming + 1e-30))
        give = jnp.minimum(1.0, (new - least) / (going + 1e-30))
        q = new - away(limit(ax, gain, give, 1), 1) - away(limit(ay, gain, give, 0), 0)
        return q, jnp.max(q)

    return lax.scan(step, q, None, length=steps)
