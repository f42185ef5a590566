from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def vortblob(z, strength, core, dt, steps):
    def velocity(p):
        d = p[:, None] - p[None, :]
        f = strength / (jnp.sum(d ** 2, axis=2) + core ** 2)
        turned = jnp.stack((-d[..., 1], d[..., 0]), axis=2)
        return jnp.einsum("ij,ijk->ik", f, turned) / (2.0 * jnp.pi)

    def step(_, p):
        k1 = velocity(p)
        k2 = velocity(p + 0.5 * dt * k1)
        k3 = velocity(p + 0.5 * dt * k2)
        k4 = velocity(p + dt * k3)
        return p + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)

    p = lax.fori_loop(0, steps, step, jnp.stack((z.real, z.imag), axis=1))
    z = p[:, 0] + 1j * p[:, 1]
    far = (p[:, None, 0] - p[None, :, 0]) ** 2 + (p[:, None, 1] - p[None, :, 1]) ** 2 + core ** 2
    logs = jnp.where(jnp.eye(z.size, dtype=bool), 0.0, jnp.log(far))
    energy = -0.5 * (strength @ logs @ strength) / (4.0 * jnp.pi)
    return z, energy, jnp.stack((strength @ z, strength @ jnp.abs(z) ** 2))
