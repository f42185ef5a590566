from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def components(n, p, h):
    r = len(n)
    mean = n.mean(axis=0)
    nc = (r * mean - jnp.sum(n ** 2, axis=0) / (r * mean)) / (r - 1)
    pbar = jnp.sum(n * p, axis=0) / (r * mean)
    s2 = jnp.sum(n * (p - pbar) ** 2, axis=0) / ((r - 1) * mean)
    hbar = jnp.sum(n * h, axis=0) / (r * mean)
    both = pbar * (1.0 - pbar) - (r - 1) / r * s2
    a = mean / nc * (s2 - (both - 0.25 * hbar) / (mean - 1.0))
    b = mean / (mean - 1.0) * (both - (2.0 * mean - 1.0) / (4.0 * mean) * hbar)
    return a, b, 0.5 * hbar


@partial(jax.jit, static_argnums=2)
def fstweir(genes, group, groups):
    def sums(x):
        return jax.ops.segment_sum(x.astype(jnp.int32), group, groups).astype(float)

    n = sums(genes >= 0)
    p, h = sums(jnp.maximum(genes, 0)) / (2.0 * n), sums(genes == 1) / n
    a, b, c = components(n, p, h)
    total = a + b + c
    each = jnp.where(total != 0.0, a / jnp.where(total != 0.0, total, 1.0), 0.0)
    low = np.tril_indices(groups, -1)

    def pair(two):
        u, v, w = components(n[two], p[two], h[two])
        return u.sum() / (u + v + w).sum()

    pairs = jnp.zeros((groups, groups)).at[low].set(lax.map(pair, jnp.stack(low, axis=1)))
    return each, a.sum() / total.sum(), pairs + pairs.T
