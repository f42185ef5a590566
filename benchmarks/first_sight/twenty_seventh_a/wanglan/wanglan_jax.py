import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def wanglan(spin, site, chance, flat=0.5, begin=1.0):
    n = spin.shape[0]
    energy = -jnp.sum(spin * (jnp.roll(spin, 1, axis=0) + jnp.roll(spin, 1, axis=1)))

    def step(state, draw):
        spin, here, logs, visits, factor = state
        t, place, log_chance = draw
        i, j = place // n, place % n
        around = spin[i - 1, j] + spin[(i + 1) % n, j] + spin[i, j - 1] + spin[i, (j + 1) % n]
        there = here + spin[i, j] * around // 2
        takes = log_chance < logs[here] - logs[there]
        spin = spin.at[i, j].multiply(jnp.where(takes, -1, 1))
        here = jnp.where(takes, there, here)
        logs, visits = logs.at[here].add(factor), visits.at[here].add(1)

        def look(state):
            visits, factor = state
            seen = logs > 0.0
            least = jnp.min(jnp.where(seen, visits, site.size))
            level = least > flat * (jnp.sum(jnp.where(seen, visits, 0)) / jnp.sum(seen))
            return jnp.where(level, 0, visits), jnp.where(level, 0.5 * factor, factor)

        visits, factor = lax.cond((t + 1) % (10 * n * n) == 0, look, lambda s: s, (visits, factor))
        return (spin, here, logs, visits, factor), None

    start = spin, (energy + 2 * n * n) // 4, jnp.zeros(n * n + 1), jnp.zeros(n * n + 1, jnp.int64), jnp.float64(begin)
    (spin, _, logs, visits, factor), _ = lax.scan(step, start, (jnp.arange(site.size), site, jnp.log(chance)))
    return logs - logs.max(), visits, factor, spin
