from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def between(a, b):
    return 2.0 * a * b / (a + b)


def apply(p, diagonal, tx, ty):
    out = (diagonal * p).at[1:].add(-tx * p[:-1]).at[:-1].add(-tx * p[1:])
    return out.at[:, 1:].add(-ty * p[:, :-1]).at[:, :-1].add(-ty * p[:, 1:])


def pressure(p, b, diagonal, tx, ty, sweeps):
    def sweep(_, state):
        p, r, d, rz = state
        q = apply(d, diagonal, tx, ty)
        alpha = rz / jnp.sum(d * q)
        r = r - alpha * q
        z = r / diagonal
        new = jnp.sum(r * z)
        return p + alpha * d, r, z + new / rz * d, new

    r = b - apply(p, diagonal, tx, ty)
    z = r / diagonal
    return lax.fori_loop(0, sweeps, sweep, (p, r, z, jnp.sum(r * z)))[0]


@partial(jax.jit, static_argnums=6)
def impes2p(k, s, rate, ratio, store, dt, steps, sweeps):
    source = jnp.zeros_like(k).at[0, 0].set(rate).at[-1, -1].set(-rate)

    def step(state, _):
        p, s = state
        water, oil = s ** 2, (1.0 - s) ** 2 / ratio
        total = k * (water + oil)
        tx, ty = between(total[1:], total[:-1]), between(total[:, 1:], total[:, :-1])
        diagonal = jnp.full_like(k, store).at[1:].add(tx).at[:-1].add(tx).at[:, 1:].add(ty).at[:, :-1].add(ty)
        p = pressure(p, source + store * p, diagonal, tx, ty, sweeps)
        flowing = water / (water + oil)
        fx, fy = tx * (p[:-1] - p[1:]), ty * (p[:, :-1] - p[:, 1:])
        wx = dt * jnp.where(fx > 0.0, flowing[:-1], flowing[1:]) * fx
        wy = dt * jnp.where(fy > 0.0, flowing[:, :-1], flowing[:, 1:]) * fy
        s = s.at[1:].add(wx).at[:-1].add(-wx).at[:, 1:].add(wy).at[:, :-1].add(-wy)
        out = flowing[-1, -1]
        s = jnp.clip(s.at[0, 0].add(dt * rate).at[-1, -1].add(-dt * rate * out), 0.0, 1.0)
        return (p, s), out

    (p, s), cut = lax.scan(step, (jnp.zeros_like(k), s), None, length=steps)
    return p, cut, jnp.sum(dt * rate * (1.0 - cut)), s
