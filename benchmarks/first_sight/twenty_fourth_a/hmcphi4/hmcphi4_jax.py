from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=6)
def hmcphi4(phi, momenta, chance, mass, coupling, eps, leaps):
    def energy(phi, p):
        bonds = phi * (jnp.roll(phi, 1, axis=0) + jnp.roll(phi, 1, axis=1))
        square = phi * phi
        return jnp.sum((2.0 + 0.5 * mass) * square + coupling * square * square - bonds + 0.5 * p * p)

    def force(phi):
        near = jnp.roll(phi, 1, 0) + jnp.roll(phi, -1, 0) + jnp.roll(phi, 1, 1) + jnp.roll(phi, -1, 1)
        return near - (4.0 + mass) * phi - 4.0 * coupling * phi * phi * phi

    def trajectory(phi, given):
        start, chance = given

        def leap(_, state):
            new, p = state
            new = new + eps * p
            return new, p + eps * force(new)

        new, p = lax.fori_loop(0, leaps, leap, (phi, start + 0.5 * eps * force(phi)))
        p = p - 0.5 * eps * force(new)
        heat = energy(new, p) - energy(phi, start)
        taken = jnp.log(chance) < -heat
        phi = jnp.where(taken, new, phi)
        return phi, (taken, jnp.mean(phi), heat)

    phi, (accepted, magnet, heat) = lax.scan(trajectory, phi, (momenta, chance))
    return accepted, magnet, heat, phi
