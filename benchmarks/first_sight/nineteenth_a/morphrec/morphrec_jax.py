import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def domes(image, height):
    def step(state):
        marker, turns, _ = state
        grown = lax.reduce_window(marker, -jnp.inf, lax.max, (3, 3), (1, 1), "SAME")
        grown = jnp.minimum(grown, image)
        return grown, turns + 1, jnp.any(grown != marker)

    marker, turns, _ = lax.while_loop(lambda s: s[2], step, (image - jnp.float32(height), 0, True))
    dome = image - marker
    peak = dome > 0.5 * dome.max()
    return dome, turns, peak.sum(axis=0), jnp.mean(dome, where=peak)
