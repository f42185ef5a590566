import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def assign(cost):
    n = cost.shape[0]
    wide = jnp.pad(cost, ((1, 0), (1, 0)))

    def row(i, state):
        u, v, owner = state
        owner = owner.at[0].set(i)

        def grow(inner):
            j0, u, v, least, used, way = inner
            used = used.at[j0].set(True)
            i0 = owner[j0]
            c = wide[i0] - u[i0] - v
            less = ~used & (c < least)
            least = jnp.where(less, c, least)
            way = jnp.where(less, j0, way)
            open_ = jnp.where(used, jnp.inf, least)
            j1 = jnp.argmin(open_)
            delta = open_[j1]
            u = u.at[owner].add(jnp.where(used, delta, 0.0))
            v = jnp.where(used, v - delta, v)
            return j1, u, v, jnp.where(used, least, least - delta), used, way
        start = (0, u, v, jnp.full(n + 1, jnp.inf), jnp.zeros(n + 1, bool), jnp.zeros(n + 1, jnp.int64))
        j0, u, v, _, _, way = lax.while_loop(lambda s: owner[s[0]] != 0, grow, grow(start))

        def back(inner):
            j0, owner = inner
            return way[j0], owner.at[j0].set(owner[way[j0]])
        _, owner = lax.while_loop(lambda s: s[0] != 0, back, (j0, owner))
        return u, v, owner
    _, _, owner = lax.fori_loop(1, n + 1, row, (jnp.zeros(n + 1), jnp.zeros(n + 1), jnp.zeros(n + 1, jnp.int64)))
    match = jnp.zeros(n, jnp.int64).at[owner[1:] - 1].set(jnp.arange(n))
    return match, jnp.sum(cost[jnp.arange(n), match])
