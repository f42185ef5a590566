from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

BINOMIAL = (0.0625, 0.25, 0.375, 0.25, 0.0625)


def blur(image):
    h, w = image.shape
    padded = jnp.pad(image, ((0, 0), (2, 2)), mode="reflect")
    across = sum(weight * padded[:, k:k + w] for k, weight in enumerate(BINOMIAL))
    padded = jnp.pad(across, ((2, 2), (0, 0)), mode="reflect")
    return sum(weight * padded[k:k + h] for k, weight in enumerate(BINOMIAL))


@partial(jax.jit, static_argnums=1)
def corners(image, most, kappa=0.05, share=0.02):
    h, w = image.shape
    gi, gj = jnp.gradient(image)
    a, b, c = blur(gi * gi), blur(gi * gj), blur(gj * gj)
    response = a * c - b**2 - kappa * (a + c) ** 2
    middle = response[1:-1, 1:-1]
    good = middle > share * response.max()
    for di in (-1, 0, 1):
        for dj in (-1, 0, 1):
            if di or dj:
                good &= middle > response[1 + di:h - 1 + di, 1 + dj:w - 1 + dj]
    ranked = jnp.pad(jnp.where(good, middle, -jnp.inf), 1, constant_values=-jnp.inf).ravel()
    value, order = lax.top_k(ranked, most)
    found = jnp.isfinite(value)
    return response, jnp.where(found, order // w, -1).astype(jnp.int64), jnp.where(found, order % w, -1).astype(jnp.int64), good.sum()
