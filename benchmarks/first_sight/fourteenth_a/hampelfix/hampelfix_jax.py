from functools import partial

import jax
import jax.numpy as jnp


def median(planes):
    """Of an odd number of arrays, by a network of exchanges between neighbours."""
    planes = list(planes)
    for turn in range(len(planes)):
        for i in range(turn % 2, len(planes) - 1, 2):
            planes[i], planes[i + 1] = jnp.minimum(planes[i], planes[i + 1]), jnp.maximum(planes[i], planes[i + 1])
    return planes[len(planes) // 2]


@partial(jax.jit, static_argnums=1)
def repair(x, k, sigmas=3.0):
    n = x.shape[1]
    padded = jnp.pad(x, ((0, 0), (k, k)), mode="edge")
    windows = [padded[:, j:j + n] for j in range(2 * k + 1)]
    middle = median(windows)
    spread = 1.4826 * median([jnp.abs(w - middle) for w in windows])
    wrong = jnp.abs(x - middle) > sigmas * spread
    return wrong.sum(axis=1), jnp.where(wrong, middle, x)
