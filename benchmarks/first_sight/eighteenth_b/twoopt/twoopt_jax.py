from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def improve(places, tour, rounds):
    n = len(tour)
    distance = jnp.sqrt(jnp.sum((places[:, None] - places) ** 2, axis=2))
    j = jnp.arange(n)

    def place(i, s):
        tour, turned = s
        a, b = tour[i], tour[i + 1]
        following = jnp.roll(tour, -1)
        gain = distance[a, b] + distance[tour, following] - distance[a, tour] - distance[b, following]
        gain = jnp.where(j >= i + 2, gain, -jnp.inf)
        k = jnp.argmax(gain)
        helps = gain[k] > 1e-12
        inside = helps & (j > i) & (j <= k)
        return tour[jnp.where(inside, i + 1 + k - j, j)], turned + helps

    def turn(s):
        tour, lengths, turned, done, _ = s
        tour, after = lax.fori_loop(0, n - 2, place, (tour, turned))
        lengths = lengths.at[done + 1].set(jnp.sum(distance[tour, jnp.roll(tour, -1)]))
        return tour, lengths, after, done + 1, after > turned

    lengths = jnp.zeros(rounds + 1).at[0].set(jnp.sum(distance[tour, jnp.roll(tour, -1)]))
    start = tour, lengths, jnp.int64(0), jnp.int64(0), True
    tour, lengths, turned, done, _ = lax.while_loop(lambda s: (s[3] < rounds) & s[4], turn, start)
    return lengths, turned, done, tour
