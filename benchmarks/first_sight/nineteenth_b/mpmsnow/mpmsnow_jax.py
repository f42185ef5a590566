from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(4, 5))
def simulate(x, v, affine, strain, grid, steps):
    dx = 1.0 / grid
    dt = 0.1 * dx / 10.0
    volume = 0.25 * dx * dx
    mass = 1.0 * volume
    mu, lam = 20.0, 30.0
    i, j = jnp.repeat(jnp.arange(3), 3), jnp.tile(jnp.arange(3), 3)
    nodes = jnp.stack([i, j], axis=1)

    def step(s, _):
        x, v, affine, strain = s
        base = (x / dx - 0.5).astype(int)
        fx = x / dx - base
        w = jnp.stack([0.5 * (1.5 - fx) ** 2, 0.75 - (fx - 1.0) ** 2, 0.5 * (fx - 0.5) ** 2])
        strain = strain + dt * affine @ strain
        det = strain[:, 0, 0] * strain[:, 1, 1] - strain[:, 0, 1] * strain[:, 1, 0]
        left = strain @ strain.transpose(0, 2, 1)
        stress = mu * (left - jnp.eye(2)) + (lam * jnp.log(jnp.maximum(det, 0.05)))[:, None, None] * jnp.eye(2)
        carry = mass * affine - (4.0 * dt * volume / dx**2) * stress
        share = (w[i, :, 0] * w[j, :, 1]).T
        offset = (nodes[None] - fx[:, None, :]) * dx
        gain = share[:, :, None] * (mass * v[:, None, :] + jnp.einsum("pij,pkj->pki", carry, offset))
        at = base[:, 0, None] + i, base[:, 1, None] + j
        momentum = jnp.zeros((grid + 1, grid + 1, 2)).at[at].add(gain)
        weight = jnp.zeros((grid + 1, grid + 1)).at[at].add(share * mass)
        full = weight > 0.0
        momentum = momentum / jnp.where(full, weight, 1.0)[:, :, None]
        momentum = momentum.at[:, :, 1].add(jnp.where(full, -9.8 * dt, 0.0))
        momentum = momentum.at[:3, :, 0].max(0.0).at[-3:, :, 0].min(0.0).at[:, :3, 1].max(0.0).at[:, -3:, 1].min(0.0)
        here = share[:, :, None] * momentum[at]
        v = here.sum(axis=1)
        affine = 4.0 / dx**2 * jnp.einsum("pki,pkj->pij", here, offset)
        return (x + dt * v, v, affine, strain), 0.5 * mass * jnp.sum(v**2)

    s, energy = lax.scan(step, (x, v, affine, strain), None, length=steps)
    return energy, *s
