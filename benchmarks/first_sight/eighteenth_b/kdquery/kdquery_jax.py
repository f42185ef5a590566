import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def search(points, left, right, root, queries):
    """All queries side by side, each with a stack of its own."""
    depth = 2 + 2 * len(points).bit_length()

    def nearest(query):
        def turn(s):
            nodes, axes, gaps, top, best, shortest, looked = s
            top = top - 1
            node, axis = nodes[top], axes[top]
            open_ = (node >= 0) & (gaps[top] < shortest)
            away = query - points[node]
            distance2 = away @ away
            closer = open_ & (distance2 < shortest)
            best, shortest = jnp.where(closer, node, best), jnp.where(closer, distance2, shortest)
            side = away[axis]
            near, far = jnp.where(side < 0.0, left[node], right[node]), jnp.where(side < 0.0, right[node], left[node])
            place = jnp.where(open_, top, depth) + jnp.arange(2)
            nodes = nodes.at[place].set(jnp.stack([far, near]), mode="drop")
            axes = axes.at[place].set((axis + 1) % 3, mode="drop")
            gaps = gaps.at[place].set(jnp.stack([side * side, 0.0]), mode="drop")
            return nodes, axes, gaps, top + 2 * open_, best, shortest, looked + open_

        zeros = jnp.zeros(depth, jnp.int64)
        start = zeros.at[0].set(root), zeros, jnp.zeros(depth), jnp.int64(1), jnp.int64(-1), jnp.inf, jnp.int64(0)
        s = lax.while_loop(lambda s: s[3] > 0, turn, start)
        return s[4], jnp.sqrt(s[5]), s[6]

    return jax.vmap(nearest)(queries)
