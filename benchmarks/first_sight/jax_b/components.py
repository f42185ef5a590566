"""Connected components of a labelled image by label propagation and pointer jumping, then the statistics of each: scatters in all modes."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def propagate(labels, image):
    def toward(labels, axis, shift):
        other, value = jnp.roll(labels, shift, axis), jnp.roll(image, shift, axis)
        index = lax.broadcasted_iota(jnp.int32, labels.shape, axis)
        inside = index != (0 if shift > 0 else labels.shape[axis] - 1)
        return jnp.where(inside & (value == image), jnp.minimum(labels, other), labels)

    for axis in (0, 1):
        for shift in (1, -1):
            labels = toward(labels, axis, shift)
    return labels


@jax.jit
def components(image, weight, limit):
    n, m = image.shape
    own = jnp.arange(n * m, dtype=jnp.int32).reshape(n, m)

    def body(state):
        labels, _, it = state
        new = propagate(labels, image)
        root = jnp.arange(n * m, dtype=jnp.int32).at[labels.ravel()].min(new.ravel())
        new = jnp.minimum(new, root[root[new.ravel()]].reshape(n, m))
        return new, jnp.any(new != labels), it + 1

    labels, _, rounds = lax.while_loop(lambda s: s[1] & (s[2] < limit), body, (own, True, 0))
    flat, w = labels.ravel(), weight.ravel()
    compact = jnp.cumsum(flat == own.ravel()) - 1
    ids = compact[flat]
    room = n * m // 4
    area = jnp.zeros(room, jnp.int32).at[ids].add(1, mode="drop")
    weight_sum = jnp.zeros(room, w.dtype).at[ids].add(w, mode="drop")
    peak = jnp.full(room, -jnp.inf, w.dtype).at[ids].max(w, mode="drop")
    rows, cols = jnp.divmod(own.ravel(), m)
    top = jnp.full(room, n, jnp.int32).at[ids].min(rows, mode="drop")
    right = jnp.full(room, -1, jnp.int32).at[ids].max(cols, mode="drop")
    product = jnp.ones(room, w.dtype).at[ids].mul(1.0 + 0.01 * w, mode="drop")
    damped = weight_sum.at[::3].apply(jnp.tanh).at[1::3].multiply(0.5).at[-1].set(jnp.nan, mode="drop")
    largest, which = lax.top_k(area, 4)
    running = lax.cummax(area) - lax.cummin(top)
    histogram = jnp.histogram(w, bins=8, range=(0.0, 1.0))[0]
    place = jnp.searchsorted(jnp.sort(area), jnp.array([1, 2, 5, 9]), side="right")
    gathered = peak.at[which + room - 2].get(mode="fill", fill_value=-1.0)
    return labels, rounds, largest, which, damped, product, running, right, histogram, place, gathered


def initialize(preset):
    n = {"S": 20, "L": 256}[preset]
    rng = np.random.default_rng(25)
    return rng.integers(0, 2, (n, n + 4)).astype(np.int8), rng.random((n, n + 4)), np.int32(200)
