from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

SPEED = 2.99792458e10


def later(rho, shift):
    """Moved up by a shift that only the run knows."""
    return jnp.where(jnp.arange(rho.size) >= shift, jnp.roll(rho, shift), 0.0)


def harmonic(rho, modes):
    """1 / (1 - z^w) is the product of all 1 + z^(2^k w)."""
    def mode(rho, w):
        def step(s):
            return s[0] + later(s[0], s[1]), 2 * s[1]

        return lax.while_loop(lambda s: s[1] < rho.size, step, (rho, w))[0], None

    return lax.scan(mode, rho, modes)[0]


def softened(rho, mode):
    w, soft = mode

    def level(v):
        return w * v - soft * v * v

    def more(s):
        return (level(s[1]) > level(s[1] - 1)) & (level(s[1]) < rho.size)

    return lax.while_loop(more, lambda s: (s[0] + later(rho, level(s[1])), s[1] + 1), (rho, 1))[0], None


@partial(jax.jit, static_argnums=(4, 6))
def beyerswin(modes, stretch, soft, saddle, threshold, kt, bins):
    rho = harmonic(jnp.zeros(bins).at[0].set(1.0), modes)
    rho, _ = lax.scan(softened, rho, (stretch, soft))
    over = jnp.cumsum(harmonic(jnp.zeros(bins - threshold).at[0].set(1.0), saddle))
    rate = jnp.concatenate((jnp.zeros(threshold), SPEED * over / jnp.maximum(rho[threshold:], 1.0)))
    weight = rho * jnp.exp(-jnp.arange(bins) / kt[:, None])
    return rho, rate, weight @ rate / jnp.sum(weight, axis=1)
