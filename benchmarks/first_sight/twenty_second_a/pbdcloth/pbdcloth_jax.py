from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def stretch(a, b, wa, wb, rest, stiff):
    d = b - a
    length = jnp.sqrt(jnp.sum(d * d, axis=-1))
    share = wa + wb
    pull = stiff * jnp.where(share > 0.0, (length - rest) / (length * jnp.maximum(share, 1.0)), 0.0)
    return a + (wa * pull)[..., None] * d, b - (wb * pull)[..., None] * d


def project(p, w, h, stiff):
    for start in (0, 1):
        end = start + 2 * ((p.shape[1] - start) // 2)
        a, b = stretch(p[:, start:end:2], p[:, start + 1:end:2], w[:, start:end:2], w[:, start + 1:end:2], h, stiff)
        p = p.at[:, start:end].set(jnp.stack((a, b), axis=2).reshape(p.shape[0], -1, 3))
        end = start + 2 * ((p.shape[0] - start) // 2)
        a, b = stretch(p[start:end:2], p[start + 1:end:2], w[start:end:2], w[start + 1:end:2], h, stiff)
        p = p.at[start:end].set(jnp.stack((a, b), axis=1).reshape(-1, p.shape[1], 3))
    return p


@partial(jax.jit, static_argnums=(3, 4))
def pbdcloth(pos, vel, mobile, steps, rounds, dt=0.01, h=0.1, damp=0.995):
    ny, nx = mobile.shape
    centre, gravity = jnp.array([0.5 * h * nx, 0.6 * h * ny, -0.3]), jnp.array([0.0, 0.0, -9.81])

    def mend(_, state):
        p, touched = state
        p = project(p, mobile, h, 0.9)
        d = p - centre
        far = jnp.sqrt(jnp.sum(d * d, axis=-1))
        inside = far < 0.28
        p = jnp.where(inside[..., None], centre + d * (0.28 / far)[..., None], p)
        return p, touched + jnp.sum(inside)

    def step(state, _):
        pos, vel = state
        vel = (vel + dt * gravity * mobile[..., None]) * damp
        p, touched = lax.fori_loop(0, rounds, mend, (pos + dt * vel, jnp.int64(0)))
        return (p, (p - pos) / dt), touched

    (pos, vel), touched = lax.scan(step, (pos, vel), None, length=steps)
    return touched, pos, vel
