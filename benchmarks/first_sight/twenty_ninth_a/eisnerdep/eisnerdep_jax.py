import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def eisnerdep(scores):
    """All spans of one width at once; row i of a table holds span (i, i + w) in column w."""
    n = scores.shape[0]
    i = jnp.arange(n)[:, None]
    w = jnp.arange(n)

    def width(d, state):
        wl, wr, ol, orr, joined, left, right = state
        j = i[:, 0] + d
        ends = jnp.minimum(j, n - 1)
        fits = j < n
        start = jnp.minimum(i + w, n - 1)

        def best(both, allowed):
            both = jnp.where(allowed, both, -jnp.inf)
            return jnp.max(both, axis=1), jnp.argmax(both, axis=1)

        v, q = best(wr + wl[jnp.minimum(start + 1, n - 1), jnp.clip(d - w - 1, 0)], w < d)
        joined = joined.at[:, d].set(q)
        ol = ol.at[:, d].set(jnp.where(fits, v + scores[ends, i[:, 0]], 0.0))
        orr = orr.at[:, d].set(jnp.where(fits, v + scores[i[:, 0], ends], 0.0))
        v, q = best(wl + ol[start, jnp.clip(d - w, 0)], w < d)
        left, wl = left.at[:, d].set(q), wl.at[:, d].set(v)
        v, q = best(orr + wr[start, jnp.clip(d - w, 0)], (w >= 1) & (w <= d))
        return wl, wr.at[:, d].set(v), ol, orr, joined, left, right.at[:, d].set(q)

    none, zero = jnp.zeros((n, n)), jnp.zeros((n, n), jnp.int64)
    tables = lax.fori_loop(1, n, width, (none, none, none, none, zero, zero, zero))
    _, wr, _, _, joined, left, right = tables

    def pop(state):
        stack, size, heads = state
        a, b, side, full = stack[size - 1]
        d = b - a
        at = jnp.where(full == 1, jnp.where(side == 1, right[a, d], left[a, d]), joined[a, d]) + a
        hit = (d > 0) & (full == 0)
        heads = heads.at[jnp.where(hit, jnp.where(side == 1, b, a), n)].set(jnp.where(side == 1, a, b), mode="drop")
        one = jnp.where(full == 1, jnp.stack((a, at, side, 1 - side)), jnp.stack((a, at, 1, 1)))
        two = jnp.where(full == 1, jnp.stack((at, b, side, side)), jnp.stack((at + 1, b, 0, 1)))
        stack = jnp.where(d > 0, stack.at[size - 1].set(one).at[size].set(two), stack)
        return stack, size + jnp.where(d > 0, 1, -1), heads

    stack = jnp.zeros((4 * n, 4), jnp.int64).at[0].set(jnp.array([0, n - 1, 1, 1]))
    _, _, heads = lax.while_loop(lambda s: s[1] > 0, pop, (stack, 1, jnp.full(n, -1)))
    return heads, wr[0, n - 1]
