"""Smoothed particles in two dimensions: cells by a sort of keys, nine cells searched per particle, a dam that breaks."""

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

H, RHO0, STIFF, VISC, GRAVITY = 0.05, 1000.0, 20.0, 0.5, jnp.array([0.0, -9.81])


def poly6(r2):
    return 4.0 / (jnp.pi * H**8) * jnp.where(r2 < H * H, H * H - r2, 0.0) ** 3


def spiky(r):
    return -30.0 / (jnp.pi * H**5) * jnp.where(r < H, H - r, 0.0) ** 2


def cell_of(x, cells):
    return jnp.clip((x / H).astype(jnp.int32), 0, cells - 1)


def neighbours_of(order, starts, counts, cell, cells, room):
    offsets = jnp.array([[i, j] for i in (-1, 0, 1) for j in (-1, 0, 1)])

    def one(offset):
        c = cell + offset
        inside = jnp.all((c >= 0) & (c < cells))
        key = jnp.where(inside, c[0] * cells + c[1], 0)
        slot = jnp.arange(room)
        valid = inside & (slot < counts[key])
        return order.at[starts[key] + slot].get(mode="clip"), valid

    idx, valid = jax.vmap(one)(offsets)
    return idx.reshape(-1), valid.reshape(-1)


def sph(x, v, mass, dt, steps, cells, room):
    cell_ids = jnp.arange(cells * cells)

    def step(state, _):
        x, v = state
        cell = cell_of(x, cells)
        key = cell[:, 0] * cells + cell[:, 1]
        order = jnp.argsort(key, stable=True)
        ordered = key[order]
        starts = jnp.searchsorted(ordered, cell_ids, side="left")
        counts = jnp.searchsorted(ordered, cell_ids, side="right") - starts
        idx, valid = jax.vmap(lambda c: neighbours_of(order, starts, counts, c, cells, room))(cell)
        d = x[:, None] - x[idx]
        r2 = jnp.where(valid, jnp.sum(d * d, -1), 1.0)
        rho = jnp.maximum(mass * jnp.sum(jnp.where(valid, poly6(r2), 0.0), 1), 0.5 * RHO0)
        p = STIFF * (rho - RHO0)
        other = valid & (r2 > 1e-12)
        r = jnp.sqrt(jnp.where(other, r2, 1.0))
        push = -mass * (p[:, None] + p[idx]) / (2 * rho[idx]) * spiky(r) / r
        drag = VISC * mass / rho[idx] * 40.0 / (jnp.pi * H**5) * jnp.maximum(H - r, 0.0)
        force = jnp.where(other[..., None], push[..., None] * d + drag[..., None] * (v[idx] - v[:, None]), 0.0).sum(1)
        v = v + dt * (force / rho[:, None] + GRAVITY)
        x = x + dt * v
        size = cells * H
        v = jnp.where((x < 0) | (x > size), -0.5 * v, v)
        return (jnp.clip(x, 0.0, size), v), (rho.max(), 0.5 * mass * jnp.sum(v * v))

    return jax.lax.scan(step, (x, v), None, length=steps)


sph = jax.jit(sph, static_argnums=(4, 5, 6))


def initialize(preset):
    n, steps, cells, room = {"S": (6, 3, 8, 8), "L": (28, 12, 24, 8)}[preset]
    rng = np.random.default_rng(6)
    side = np.arange(n) * 0.5 * H + 0.4 * H
    x = np.stack(np.meshgrid(side, side, indexing="ij"), -1).reshape(-1, 2) + 1e-4 * rng.normal(size=(n * n, 2))
    return x, np.zeros_like(x), RHO0 * (0.5 * H) ** 2, 5e-4, steps, cells, room
