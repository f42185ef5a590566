from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

VELOCITY = [(x, y, z) for x in (0, 1, -1) for y in (0, 1, -1) for z in (0, 1, -1) if abs(x) + abs(y) + abs(z) < 3]


@partial(jax.jit, static_argnums=4)
def lbmd3q(f, force, velocity, weight, steps, tau=0.8):
    def step(f, _):
        rho = jnp.sum(f, axis=0)
        u = jnp.tensordot(velocity.T.astype(f.dtype), f, axes=1) / rho
        u = u.at[0].add(tau * force)
        square = jnp.sum(u * u, axis=0)
        along = jnp.tensordot(velocity.astype(f.dtype), u, axes=1)
        rest = weight[:, None, None, None] * rho * (1.0 + 3.0 * along + 4.5 * along ** 2 - 1.5 * square)
        out = f + (rest - f) / tau
        moved = jnp.stack([jnp.roll(out[q], c, axis=(0, 1, 2)) for q, c in enumerate(VELOCITY)])
        return moved, 0.5 * jnp.mean(rho * square)

    f, energy = lax.scan(step, f, None, length=steps)
    return energy, f
