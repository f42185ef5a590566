from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

CRITICAL, KARMAN = 0.3, 0.4


def diffuse(q, r):
    """Rows are levels, behind them columns and fields."""
    pad = jnp.pad(r, ((1, 1), (0, 0)))
    main = 1.0 + pad[:-1] + pad[1:]

    def down(state, level):
        diag, value = state
        main, r, q = level
        w = -r / diag
        new = main + w * r, q - w[:, None] * value
        return new, new

    _, (diag, value) = lax.scan(down, (main[0], q[0]), (main[1:], r, q[1:]))
    last = value[-1] / diag[-1][:, None]
    diag, value = jnp.concatenate((main[:1], diag[:-1])), jnp.concatenate((q[:1], value[:-1]))

    def up(below, level):
        diag, r, value = level
        new = (value + r[:, None] * below) / diag[:, None]
        return new, new

    _, rest = lax.scan(up, last, (diag, r, value), reverse=True)
    return jnp.concatenate((rest, last[None]))


@partial(jax.jit, static_argnums=7)
def kppocean(u, v, b, stress, loss, dz, dt, steps):
    n = b.shape[1]
    z = (jnp.arange(n) + 0.5) * dz
    ustar = jnp.sqrt(stress)

    def step(_, state):
        u, v, b, depth = state
        scale = (KARMAN * ustar + 0.6 * jnp.cbrt(loss * depth))[:, None]
        stable = jnp.sqrt(jnp.maximum((b[:, :-1] - b[:, 1:]) / dz, 0.0))
        far = (u[:, :1] - u[:, 1:]) ** 2 + (v[:, :1] - v[:, 1:]) ** 2
        rib = jnp.pad((b[:, :1] - b[:, 1:]) * z[1:] / (far + 1.6 * z[1:] * stable * scale + 1e-10), ((0, 0), (1, 0)))
        over = rib > CRITICAL
        k = jnp.where(jnp.any(over, axis=1), jnp.argmax(over, axis=1), n - 1)[:, None]
        low, high = jnp.take_along_axis(rib, k - 1, 1)[:, 0], jnp.take_along_axis(rib, k, 1)[:, 0]
        part = jnp.clip((CRITICAL - low) / jnp.maximum(high - low, 1e-12), 0.0, 1.0)
        depth = z[k[:, 0] - 1] + part * dz
        sigma = dz * jnp.arange(1, n) / depth[:, None]
        inside = depth[:, None] * scale * sigma * (1.0 - sigma) ** 2
        shear = (jnp.diff(u, axis=1) ** 2 + jnp.diff(v, axis=1) ** 2) / dz ** 2
        ri = jnp.clip(-jnp.diff(b, axis=1) / dz / (shear + 1e-12), 0.0, 0.7)
        below = 5e-3 * (1.0 - (ri / 0.7) ** 2) ** 3 + 1e-5
        mix = jnp.where(sigma < 1.0, jnp.maximum(inside, below), below)
        u, b = u.at[:, 0].add(dt * stress / dz), b.at[:, 0].add(-dt * loss / dz)
        q = diffuse(jnp.stack((u.T, v.T, b.T), axis=2), mix.T * dt / dz ** 2)
        return q[..., 0].T, q[..., 1].T, q[..., 2].T, depth

    u, v, b, depth = lax.fori_loop(0, steps, step, (u, v, b, jnp.full(b.shape[0], z[1])))
    return depth, u, v, b
