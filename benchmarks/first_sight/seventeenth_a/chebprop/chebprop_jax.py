from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=7)
def propagate(psi, potential, coefficients, phase, h, centre, radius, steps):
    kinetic = 0.5 / (h * h * radius)
    diagonal = (potential - centre) / radius + 4.0 * kinetic

    def energy(psi):
        p = jnp.pad(psi, 1)
        return diagonal * psi - kinetic * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:])

    def term(state, c):
        before, now, total = state
        before, now = now, 2.0 * energy(now) - before
        return (before, now, total + c * now), None

    def step(psi, _):
        now = energy(psi)
        (_, _, total), _ = lax.scan(term, (psi, now, coefficients[0] * psi + coefficients[1] * now), coefficients[2:])
        psi = phase * total
        return psi, jnp.sum(psi.real**2 + psi.imag**2) * h**2
    return lax.scan(step, psi, None, length=steps)
