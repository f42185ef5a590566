from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

GRAVITY, CORIOLIS = 9.81, 0.1


def slopes(h, u, cells, edges, signs, triangles, turns, sides, normal, d):
    a, b = cells[:, 0], cells[:, 1]
    through = 0.5 * (h[a] + h[b]) * u
    dh = -2.0 / (3.0 * d) * jnp.sum(signs * through[edges], axis=1)
    wind = jnp.einsum("ce,cek->ck", u[edges], normal[edges]) / 3.0
    head = GRAVITY * h + 0.5 * jnp.sum(wind ** 2, axis=1)
    spin = 4.0 / (jnp.sqrt(3.0) * d) * jnp.sum(turns * u[triangles], axis=1)
    both = 0.5 * (wind[a] + wind[b])
    along = both[:, 1] * normal[:, 0] - both[:, 0] * normal[:, 1]
    return dh, (CORIOLIS + jnp.mean(spin[sides], axis=1)) * along - (head[b] - head[a]) / d


@partial(jax.jit, static_argnums=11)
def hexswe(h, u, cells, edges, signs, triangles, turns, sides, normal, d, dt, steps):
    grid = cells, edges, signs, triangles, turns, sides, normal, d

    def step(state, _):
        h, u = state
        dh, du = slopes(h, u, *grid)
        h1, u1 = h + dt * dh, u + dt * du
        dh, du = slopes(h1, u1, *grid)
        h2, u2 = 0.75 * h + 0.25 * (h1 + dt * dh), 0.75 * u + 0.25 * (u1 + dt * du)
        dh, du = slopes(h2, u2, *grid)
        h, u = (h + 2.0 * (h2 + dt * dh)) / 3.0, (u + 2.0 * (u2 + dt * du)) / 3.0
        depth = 0.5 * (h[cells[:, 0]] + h[cells[:, 1]])
        return (h, u), 0.5 * GRAVITY * jnp.sum(h ** 2) + 0.5 * jnp.sum(depth * u ** 2) * 2.0 / 3.0

    (h, u), energy = lax.scan(step, (h, u), None, length=steps)
    return jnp.sum(h), energy, h, u
