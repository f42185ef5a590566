from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

C = 0.4


@partial(jax.jit, static_argnames="T")
def maxwell(ex, ey, ez, hx, hy, hz, T):
    def step(fields, _):
        ex, ey, ez, hx, hy, hz = fields
        hx = hx.at[:, :-1, :-1].add(-C * ((ez[:, 1:, :-1] - ez[:, :-1, :-1]) - (ey[:, :-1, 1:] - ey[:, :-1, :-1])))
        hy = hy.at[:-1, :, :-1].add(-C * ((ex[:-1, :, 1:] - ex[:-1, :, :-1]) - (ez[1:, :, :-1] - ez[:-1, :, :-1])))
        hz = hz.at[:-1, :-1, :].add(-C * ((ey[1:, :-1, :] - ey[:-1, :-1, :]) - (ex[:-1, 1:, :] - ex[:-1, :-1, :])))
        ex = ex.at[:, 1:, 1:].add(C * ((hz[:, 1:, 1:] - hz[:, :-1, 1:]) - (hy[:, 1:, 1:] - hy[:, 1:, :-1])))
        ey = ey.at[1:, :, 1:].add(C * ((hx[1:, :, 1:] - hx[1:, :, :-1]) - (hz[1:, :, 1:] - hz[:-1, :, 1:])))
        ez = ez.at[1:, 1:, :].add(C * ((hy[1:, 1:, :] - hy[:-1, 1:, :]) - (hx[1:, 1:, :] - hx[1:, :-1, :])))
        ez = ez.at[:, :, 0].set(0.0).at[:, :, -1].set(0.0)
        energy = jnp.sum(ex ** 2 + ey ** 2 + ez ** 2) + jnp.sum(hx ** 2 + hy ** 2 + hz ** 2)
        return (ex, ey, ez, hx, hy, hz), energy
    fields, energy = lax.scan(step, (ex, ey, ez, hx, hy, hz), None, length=T)
    return energy, *fields
