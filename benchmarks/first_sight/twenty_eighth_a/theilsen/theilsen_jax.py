import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def theilsen(t, y):
    i, j = np.triu_indices(t.size, 1)
    slope = jnp.median((y[:, j] - y[:, i]) / (t[j] - t[i]), axis=1)
    return slope, jnp.median(y - slope[:, None] * t, axis=1)
