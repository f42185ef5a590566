"""Molecular dynamics of a Lennard-Jones fluid in a periodic box: forces by jax.grad of the energy, velocity Verlet in a scan."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class State(NamedTuple):
    position: jax.Array
    velocity: jax.Array
    force: jax.Array


@jax.custom_jvp
def safe_sqrt(x):
    return jnp.sqrt(x)


@safe_sqrt.defjvp
def _(primals, tangents):
    (x,), (dx,) = primals, tangents
    y = safe_sqrt(x)
    return y, dx * jnp.where(x > 0, 0.5 / jnp.where(x > 0, y, 1.0), 0.0)


def displacement(ra, rb, box):
    d = ra - rb
    return d - box * jnp.round(d / box)


def energy(position, box, cutoff=2.5):
    d = jax.vmap(jax.vmap(displacement, (None, 0, None)), (0, None, None))(position, position, box)
    r = safe_sqrt(jnp.sum(d**2, axis=-1))
    near = (r < cutoff) & ~jnp.eye(len(position), dtype=bool)
    safe = jnp.where(near, r, 1.0)
    sr6 = (1.0 / safe) ** 6
    return 0.5 * jnp.sum(jnp.where(near, 4.0 * (sr6**2 - sr6), 0.0))


@partial(jax.jit, static_argnums=(3,))
def md_periodic(position, velocity, box, steps, dt=0.004):
    force_fn = lambda r: -jax.grad(energy)(r, box)

    def step(state, _):
        v = state.velocity + 0.5 * dt * state.force
        r = jnp.mod(state.position + dt * v, box)
        f = force_fn(r)
        v = v + 0.5 * dt * f
        return State(r, v, f), (energy(r, box), 0.5 * jnp.sum(v**2))

    return jax.lax.scan(step, State(position, velocity, force_fn(position)), None, length=steps)


def initialize(preset):
    side, steps = {"S": (3, 30), "L": (7, 60)}[preset]
    spacing = 1.2
    grid = np.arange(side) * spacing
    r = np.stack(np.meshgrid(grid, grid, grid, indexing="ij"), -1).reshape(-1, 3)
    rng = np.random.default_rng(2)
    v = rng.normal(size=r.shape)
    v -= v.mean(0)
    return jnp.asarray(r + 0.02 * rng.normal(size=r.shape), jnp.float32), jnp.asarray(v, jnp.float32), side * spacing, steps
