import jax
import jax.numpy as jnp
import numpy as np

ANGLES = np.round(np.arctan(2.0 ** -np.arange(28)) / (2.0 * np.pi) * 2.0 ** 32).astype(np.int32)
GAIN = int(np.round(2.0 ** 31 / np.prod(np.sqrt(1.0 + 4.0 ** -np.arange(28)))))
HALF = np.int32(-2 ** 31)


def unscaled(x):
    return ((x.astype(jnp.int64) * GAIN) >> 31).astype(jnp.int32)


@jax.jit
def cordicvec(i, q, advance):
    left = i < 0
    x, y, z = jnp.where(left, -i, i), jnp.where(left, -q, q), jnp.where(left, HALF, np.int32(0))
    for s, angle in enumerate(ANGLES):
        down = y < 0
        x, y = jnp.where(down, x - (y >> s), x + (y >> s)), jnp.where(down, y + (x >> s), y - (x >> s))
        z = jnp.where(down, z - angle, z + angle)
    size, bearing = x, z
    z = -(jnp.arange(i.size) * advance).astype(jnp.int32)
    far = (z < -2 ** 30) | (z >= 2 ** 30)
    x, y, z = jnp.where(far, -i, i), jnp.where(far, -q, q), jnp.where(far, z + HALF, z)
    for s, angle in enumerate(ANGLES):
        down = z < 0
        x, y = jnp.where(down, x + (y >> s), x - (y >> s)), jnp.where(down, y - (x >> s), y + (x >> s))
        z = jnp.where(down, z + angle, z - angle)
    growth = jnp.concatenate((jnp.zeros(1, jnp.int32), bearing[1:] - bearing[:-1]))
    return unscaled(size), bearing, growth, unscaled(x), unscaled(y)
