from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def tdglink(psi, ax, ay, field, steps, dt=0.01, h=0.5, kappa=2.0):
    def step(state, _):
        psi, ax, ay, _ = state
        ux, uy = jnp.exp(-1j * h * ax), jnp.exp(-1j * h * ay)
        curl = (ay[1:] - ay[:-1] - ax[:, 1:] + ax[:, :-1]) / h
        edged = jnp.pad(curl, 1, constant_values=field)
        jx = jnp.imag(jnp.conj(psi[:-1]) * ux * psi[1:]) / h
        jy = jnp.imag(jnp.conj(psi[:, :-1]) * uy * psi[:, 1:]) / h
        spread = jnp.zeros_like(psi).at[:-1].add(ux * psi[1:] - psi[:-1]).at[1:].add(jnp.conj(ux) * psi[:-1] - psi[1:])
        spread = spread.at[:, :-1].add(uy * psi[:, 1:] - psi[:, :-1]).at[:, 1:].add(jnp.conj(uy) * psi[:, :-1] - psi[:, 1:])
        psi = psi + dt * (spread / h ** 2 + (1.0 - jnp.abs(psi) ** 2) * psi)
        ax = ax + dt * (jx - kappa ** 2 * (edged[1:-1, 1:] - edged[1:-1, :-1]) / h)
        ay = ay + dt * (jy + kappa ** 2 * (edged[1:, 1:-1] - edged[:-1, 1:-1]) / h)
        return (psi, ax, ay, curl), jnp.mean(jnp.abs(psi) ** 2)

    (psi, ax, ay, curl), order = lax.scan(step, (psi, ax, ay, jnp.zeros((psi.shape[0] - 1, psi.shape[1] - 1))), None, length=steps)
    return order, curl, psi, ax, ay
