from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="half")
def nmosembl(gather, offset, dt, speeds, half=5, stretch=1.6):
    samples = gather.shape[1]
    t0 = dt * jnp.arange(samples)

    def one(v):
        t = jnp.sqrt(t0 ** 2 + (offset[:, None] / v) ** 2)
        at = t / dt
        i = at.astype(jnp.int64)
        f = at - i
        good = (i < samples - 1) & (t < stretch * jnp.maximum(t0, dt))
        i = jnp.minimum(i, samples - 2)
        flat = (1.0 - f) * jnp.take_along_axis(gather, i, axis=1) + f * jnp.take_along_axis(gather, i + 1, axis=1)
        flat = jnp.where(good, flat, 0.0)
        fold, total = jnp.maximum(good.sum(axis=0), 1), flat.sum(axis=0)
        window = jnp.ones(2 * half + 1)
        top = jnp.convolve(total ** 2, window, mode="same")
        low = jnp.convolve(fold * jnp.sum(flat ** 2, axis=0), window, mode="same")
        return top / (low + 1e-12), total / fold

    semblance, stacks = lax.map(one, speeds)
    best = jnp.argmax(semblance, axis=0)
    return semblance, speeds[best], jnp.take_along_axis(stacks, best[None], axis=0)[0]
