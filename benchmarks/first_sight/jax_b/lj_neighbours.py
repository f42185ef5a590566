"""Lennard-Jones with neighbour lists of fixed capacity, made again when atoms have moved too far, and a Langevin thermostat."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random


class Neighbours(NamedTuple):
    idx: jax.Array
    reference: jax.Array
    overflow: jax.Array


def minimum_image(d, box):
    return jnp.mod(d + 0.5 * box, box) - 0.5 * box


def build(position, box, reach, capacity):
    n = position.shape[0]
    d = minimum_image(position[:, None] - position[None], box)
    near = (jnp.sum(d * d, -1) < reach**2) & ~jnp.eye(n, dtype=bool)
    candidates = jnp.where(near, jnp.arange(n)[None, :], n)
    return Neighbours(jnp.sort(candidates, axis=1)[:, :capacity], position, near.sum(1).max() > capacity)


def energy(position, idx, box, cutoff):
    n = position.shape[0]
    other = position[jnp.minimum(idx, n - 1)]
    d = minimum_image(position[:, None] - other, box)
    r2 = jnp.sum(d * d, axis=-1)
    mask = (idx < n) & (r2 < cutoff**2)
    s6 = 1.0 / jnp.where(mask, r2, 1.0) ** 3
    shift = 4.0 * (cutoff**-12 - cutoff**-6)
    return 0.5 * jnp.sum(jnp.where(mask, 4.0 * (s6 * s6 - s6) - shift, 0.0))


@partial(jax.jit, static_argnames=("steps", "capacity"))
def lj_neighbours(key, position, velocity, box, steps, capacity, dt=0.005, gamma=0.5, kT=1.0, cutoff=1.5, skin=0.3):
    def step(state, key):
        position, velocity, neighbours = state
        moved = jnp.max(jnp.sum(minimum_image(position - neighbours.reference, box) ** 2, -1))
        neighbours = lax.cond(moved > (0.5 * skin) ** 2, lambda: build(position, box, cutoff + skin, capacity), lambda: neighbours)
        u, g = jax.value_and_grad(energy)(position, neighbours.idx, box, cutoff)
        noise = random.normal(key, velocity.shape) * jnp.sqrt(2 * gamma * kT * dt)
        velocity = velocity - dt * g - gamma * dt * velocity + noise
        position = jnp.mod(position + dt * velocity, box)
        return (position, velocity, neighbours), (u, 0.5 * jnp.sum(velocity**2), moved)

    start = build(position, box, cutoff + skin, capacity)
    (position, velocity, neighbours), logs = lax.scan(step, (position, velocity, start), random.split(key, steps))
    return position, velocity, neighbours.overflow, logs


def initialize(preset):
    side, steps, capacity = {"S": (8, 15, 16), "L": (24, 30, 16)}[preset]
    rng = np.random.default_rng(5)
    grid = np.arange(side) * 1.1
    r = np.stack(np.meshgrid(grid, grid, indexing="ij"), -1).reshape(-1, 2)
    r += 0.03 * rng.normal(size=r.shape)
    return (random.key(7), jnp.asarray(r, jnp.float32), jnp.asarray(rng.normal(size=r.shape), jnp.float32), np.float32(side * 1.1), steps,
            capacity)
