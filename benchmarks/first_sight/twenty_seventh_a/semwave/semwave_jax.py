from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=6)
def semwave(D, weight, at, speed, u, mass, steps):
    order = D.shape[0] - 1
    dt = 0.4 / (jnp.sqrt(at.shape[0]) * order ** 2 * jnp.sqrt(jnp.max(speed)))
    flow = weight * speed

    def step(state, _):
        old, now = state
        local = now[at]
        ux = jnp.einsum("ij,ejk->eik", D, local)
        uy = jnp.einsum("kj,eij->eik", D, local)
        part = jnp.einsum("ji,ejk->eik", D, flow * ux) + jnp.einsum("jk,eij->eik", D, flow * uy)
        force = jnp.zeros_like(u).at[at].add(part)
        new = 2.0 * now - old - dt ** 2 * force / mass
        motion = (new - now) / dt
        return (now, new), 0.5 * jnp.sum(mass * motion ** 2) + 0.5 * jnp.dot(new, force)

    (old, now), energy = lax.scan(step, (u, u), None, length=steps)
    return now, old, energy
