from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def smooth(vertices, faces, dt, steps):
    def step(vertices, _):
        pull, mass, area = jnp.zeros_like(vertices), jnp.zeros(vertices.shape[0]), 0.0
        for k in range(3):
            i, j, l = faces[:, k], faces[:, (k + 1) % 3], faces[:, (k + 2) % 3]
            p, q = vertices[j] - vertices[i], vertices[l] - vertices[i]
            twice = jnp.linalg.norm(jnp.cross(p, q), axis=1)
            edge = (0.5 * jnp.sum(p * q, axis=1) / twice)[:, None] * (vertices[l] - vertices[j])
            pull = pull.at[j].add(edge).at[l].add(-edge)
            mass, area = mass.at[i].add(twice / 6.0), 0.5 * jnp.sum(twice)
        return vertices + dt * pull / mass[:, None], area
    vertices, areas = lax.scan(step, vertices, None, length=steps)
    return areas, vertices
