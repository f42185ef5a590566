import jax
import jax.numpy as jnp
from jax import lax


def roots(parent):
    return lax.while_loop(lambda p: jnp.any(p[p] != p), lambda p: p[p], parent)


@jax.jit
def boruvka(a, b, weight, height):
    n, m = height.size, weight.size
    order = jnp.argsort(weight, stable=True)
    rank = jnp.zeros(m, order.dtype).at[order].set(jnp.arange(m))
    places = jnp.arange(n)

    def grow(state):
        tree, taken, rounds = state
        s, t = tree[a], tree[b]
        mine = jnp.where(s != t, rank, m)
        cheapest = jnp.full(n, m).at[s].min(mine).at[t].min(mine)
        some = cheapest < m
        edge = order[jnp.minimum(cheapest, m - 1)]
        taken = taken.at[jnp.where(some, edge, m)].set(True, mode="drop")
        parent = jnp.where(some, s[edge] + t[edge] - places, places)
        parent = jnp.where((parent[parent] == places) & (places < parent), places, parent)
        return roots(parent)[tree], taken, rounds + 1

    first = places, jnp.zeros(m, bool), 0
    tree, taken, rounds = lax.while_loop(lambda s: jnp.any(s[0][a] != s[0][b]), grow, first)
    length = jnp.where(taken, weight, 0.0)
    return taken, jnp.sum(length), jnp.sum(tree == places), rounds, height.at[a].add(length).at[b].add(length)
