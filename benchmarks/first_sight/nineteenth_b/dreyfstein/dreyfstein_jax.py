import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def steiner(weight, terminals):
    n, k = len(weight), len(terminals)
    path = jnp.where(jnp.eye(n, dtype=bool), 0.0, weight)
    path = lax.fori_loop(0, n, lambda m, p: jnp.minimum(p, p[:, m, None] + p[None, m, :]), path)
    cost = jnp.full((1 << k, n), jnp.inf).at[1 << jnp.arange(k)].set(path[terminals])

    def take(chosen, cost):
        def halve(s):
            part, best = s
            return (part - 1) & chosen, jnp.minimum(best, cost[part] + cost[chosen ^ part])

        start = (chosen - 1) & chosen, jnp.full(n, jnp.inf)
        best = lax.while_loop(lambda s: s[0] > chosen ^ s[0], halve, start)[1]
        row = jnp.min(best[:, None] + path, axis=0)
        return cost.at[chosen].set(jnp.where(chosen & (chosen - 1) == 0, cost[chosen], row))

    cost = lax.fori_loop(1, 1 << k, take, cost)
    return cost[-1, terminals[0]], cost
