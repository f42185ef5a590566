from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def counted(genes):
    count, _ = lax.scan(lambda count, row: (count + row, None), jnp.zeros(genes.shape[1], jnp.int32), genes)
    return count.astype(jnp.int64)


@partial(jax.jit, static_argnums=(2, 4))
def windowed(count, place, n, start, width):
    i = np.arange(1, n)
    a1, a2 = np.sum(1.0 / i), np.sum(1.0 / i ** 2)
    b1, b2 = (n + 1.0) / (3.0 * (n - 1.0)), 2.0 * (n * n + n + 3.0) / (9.0 * n * (n - 1.0))
    e1, e2 = (b1 - 1.0 / a1) / a1, (b2 - (n + 2.0) / (a1 * n) + a2 / a1 ** 2) / (a1 ** 2 + a2)
    varies = (count > 0) & (count < n)
    pairs = jnp.concatenate((jnp.zeros(1), jnp.cumsum(2.0 * count * (n - count) / (n * (n - 1.0)))))
    seen = jnp.concatenate((jnp.zeros(1, int), jnp.cumsum(varies)))
    lo, hi = jnp.searchsorted(place, start), jnp.searchsorted(place, start + width)
    S, pi = seen[hi] - seen[lo], pairs[hi] - pairs[lo]
    spread = jnp.sqrt(jnp.where(S > 0, e1 * S + e2 * S * (S - 1), 1.0))
    return pi / width, S / a1 / width, jnp.where(S > 0, (pi - S / a1) / spread, 0.0)


def tajimawin(genes, place, width, step):
    """How many windows there are follows from the last site that varies, outside of what is compiled."""
    count = counted(genes)
    known = np.asarray(count)
    start = np.arange(0, place[np.flatnonzero((known > 0) & (known < len(genes)))[-1]] - width, step)
    return (start, *windowed(count, place, len(genes), start, width))
