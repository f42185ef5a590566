from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

DEPTH = 3


@partial(jax.jit, static_argnums=(2, 3))
def boost(X, y, bins, trees, rate=0.3, penalty=1.0):
    """Level by level; histograms of all nodes of a level by one scatter."""
    rows, features = X.shape
    inner = 2**DEPTH - 1
    column = jnp.arange(features)

    def tree(margin, _):
        p = jax.nn.sigmoid(margin)
        sides = jnp.stack([p - y, p * (1.0 - p)], axis=1)
        node = jnp.zeros(rows, int)
        roots = None
        for depth in range(DEPTH):
            hist = jnp.zeros((2**depth, features, bins, 2)).at[node[:, None], column, X].add(sides[:, None])
            left = jnp.cumsum(hist, axis=2)
            whole = left[:, :1, -1:]
            left, right = left[:, :, :-1], whole - left[:, :, :-1]
            score = left[..., 0] ** 2 / (left[..., 1] + penalty) + right[..., 0] ** 2 / (right[..., 1] + penalty)
            gain = (score - whole[..., 0] ** 2 / (whole[..., 1] + penalty)).reshape(2**depth, -1)
            k = jnp.argmax(gain, axis=1)
            some = jnp.max(gain, axis=1) > 1e-9
            feature = jnp.where(some, k // (bins - 1), 0)
            threshold = jnp.where(some, k % (bins - 1), bins)
            roots = jnp.stack([feature[0], threshold[0]]) if depth == 0 else roots
            node = 2 * node + (X[jnp.arange(rows), feature[node]] > threshold[node])
        leaf = jnp.zeros((inner + 1, 2)).at[node].add(sides)
        margin = margin + rate * (-leaf[:, 0] / (leaf[:, 1] + penalty))[node]
        return margin, (jnp.mean(jnp.logaddexp(0.0, margin) - y * margin), roots)
    margin, (loss, roots) = lax.scan(tree, jnp.zeros(rows), None, length=trees)
    return loss, margin, roots
