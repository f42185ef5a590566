import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def simulate(x, v, draws, hits, heat, dt=0.01, fastest=8.0):
    """Pairs of all cells collide side by side: they have no particle in common."""
    steps, cells = hits.shape
    n = x.size
    index = jnp.arange(n)

    def step(state, draws):
        x, v = state
        x = x + dt * v[:, 0]
        low = x < 0.0
        x = jnp.where(low, -x, x)
        high = x > 1.0
        x = jnp.where(high, 2.0 - x, x)
        v = v.at[:, 0].set(jnp.where(low ^ high, -v[:, 0], v[:, 0]))
        cell, order = lax.sort_key_val(jnp.minimum((x * cells).astype(int), cells - 1), index)
        count = jnp.zeros(cells, int).at[cell].add(1)
        first = jnp.cumsum(count) - count
        within = index - first[cell]
        leads = (within % 2 == 0) & (within + 1 < count[cell])
        before = jnp.cumsum(count // 2) - count // 2
        u = draws[jnp.where(leads, before[cell] + within // 2, 0)]
        w = v[order]
        other = jnp.roll(w, -1, axis=0)
        gap = w - other
        g = jnp.sqrt(jnp.sum(gap * gap, axis=1))
        hit = leads & (u[:, 0] * fastest < g)
        cos, angle = 2.0 * u[:, 1] - 1.0, 2.0 * jnp.pi * u[:, 2]
        sin = jnp.sqrt(1.0 - cos * cos)
        half = 0.5 * g[:, None] * jnp.stack([cos, sin * jnp.cos(angle), sin * jnp.sin(angle)], axis=1)
        middle = 0.5 * (w + other)
        after = jnp.roll(hit, 1)
        w = jnp.where(hit[:, None], middle + half, jnp.where(after[:, None], jnp.roll(middle - half, 1, axis=0), w))
        many = jnp.maximum(count, 1)
        mean = jnp.zeros((cells, 3)).at[cell].add(w) / many[:, None]
        warm = jnp.zeros(cells).at[cell].add(jnp.sum((w - mean[cell]) ** 2, axis=1)) / (3 * many)
        return (x, v.at[order].set(w, unique_indices=True)), (jnp.zeros(cells, int).at[cell].add(hit), warm)
    (x, v), (hits, heat) = lax.scan(step, (x, v), draws)
    return x, v, hits, heat
