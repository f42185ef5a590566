from functools import partial

import jax
import jax.numpy as jnp


def along(x, r):
    total = jnp.cumsum(x, axis=0)
    return jnp.concatenate((total[r:2 * r + 1], total[2 * r + 1:] - total[:-2 * r - 1], total[-1:] - total[-2 * r - 1:-r - 1]))


def box(x, r):
    return along(along(x, r).T, r).T


@partial(jax.jit, static_argnums=2)
def guided(guide, p, r, eps=1e-3):
    count = box(jnp.ones(p.shape), r)
    mean_i, mean_p = box(guide, r) / count, box(p, r) / count
    covariance = box(guide * p, r) / count - mean_i * mean_p
    variance = box(guide * guide, r) / count - mean_i ** 2
    a = covariance / (variance + eps)
    b = mean_p - a * mean_i
    return box(a, r) / count * guide + box(b, r) / count
