import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def kawasaki(s, site, way, chance, beta):
    n, m = s.shape
    moves = way.size
    table = jnp.exp(-2.0 * beta * jnp.arange(7))
    every = max(1, moves // 100)

    def bonds(s, i, j):
        near = s[(i - 1) % n, j], s[(i + 1) % n, j], s[i, (j - 1) % m], s[i, (j + 1) % m]
        return sum(v.astype(jnp.int64) for v in near)

    def move(k, state):
        s, total, kept, energy = state
        i, j = site[k]
        a, b = jnp.where(way[k] == 0, i, (i + 1) % n), jnp.where(way[k] == 0, (j + 1) % m, j)
        here, there = s[i, j], s[a, b]
        delta = 2 * here.astype(jnp.int64) * (bonds(s, i, j) - there - bonds(s, a, b) + here)
        taken = (here != there) & ((delta <= 0) | (chance[k] < table[jnp.maximum(delta // 2, 0)]))
        s = s.at[i, j].set(jnp.where(taken, there, here)).at[a, b].set(jnp.where(taken, here, there))
        total = total + jnp.where(taken, delta, 0)
        energy = energy.at[k // every].set(jnp.where(k % every == 0, total, energy[k // every]))
        return s, total, kept + taken, energy

    total = -jnp.sum(s * (jnp.roll(s, 1, axis=0) + jnp.roll(s, 1, axis=1)), dtype=jnp.int64)
    start = s, total, jnp.int64(0), jnp.zeros((moves + every - 1) // every, jnp.int64)
    s, _, kept, energy = lax.fori_loop(0, moves, move, start)
    corr = lax.map(lambda r: jnp.mean(s * jnp.roll(s, r, axis=1), dtype=jnp.float64), jnp.arange(m // 4))
    return energy, kept, corr, s
