from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def windows(a, reach, start, join):
    size = 2 * reach + 1
    p = jnp.pad(a, reach, mode="edge")
    p = lax.reduce_window(p, start, join, (size, 1), (1, 1), "valid")
    return lax.reduce_window(p, start, join, (1, size), (1, 1), "valid")


@partial(jax.jit, static_argnums=1)
def darkhaze(image, reach, keep=0.95, least=0.1):
    top, none = jnp.float32(jnp.inf), jnp.float32(0.0)
    dark = windows(jnp.min(image, axis=2), reach, top, lax.min)
    count = max(1, dark.size // 500)
    level = lax.top_k(dark.ravel(), count)[0][-1]
    mask = (dark >= level)[:, :, None]
    air = jnp.sum(jnp.where(mask, image, 0.0), axis=(0, 1)) / jnp.sum(mask).astype(jnp.float32)
    through = 1.0 - jnp.float32(keep) * windows(jnp.min(image / air, axis=2), reach, top, lax.min)
    through = jnp.maximum(windows(through, reach, none, lax.add) / (2 * reach + 1) ** 2, jnp.float32(least))
    return jnp.clip((image - air) / through[:, :, None] + air, 0.0, 1.0), through, air
