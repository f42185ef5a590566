from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def laplacian(f):
    return jnp.roll(f, 1, 1) + jnp.roll(f, -1, 1) + jnp.roll(f, 1, 2) + jnp.roll(f, -1, 2) - 4.0 * f


def free_energy(eta, kappa):
    squares = jnp.sum(eta ** 2, axis=0)
    pairs = 0.5 * (squares ** 2 - jnp.sum(eta ** 4, axis=0))
    bulk = jnp.sum(-0.5 * eta ** 2 + 0.25 * eta ** 4) + jnp.sum(pairs)
    slope = (jnp.roll(eta, -1, axis=1) - eta) ** 2 + (jnp.roll(eta, -1, axis=2) - eta) ** 2
    return bulk + 0.5 * kappa * jnp.sum(slope)


@partial(jax.jit, static_argnums=4)
def grainphase(eta, kappa, rate, dt, steps):
    def step(eta, _):
        squares = jnp.sum(eta * eta, axis=0)
        drive = eta ** 3 - eta + 2.0 * eta * (squares - eta ** 2) - kappa * laplacian(eta)
        eta = jnp.clip(eta - dt * rate * drive, 0.0, 1.0)
        return eta, free_energy(eta, kappa)

    eta, energy = lax.scan(step, eta, None, length=steps)
    owner = jnp.argmax(eta, axis=0)
    border = (owner != jnp.roll(owner, 1, 0)) | (owner != jnp.roll(owner, 1, 1))
    return energy, jnp.bincount(owner.ravel(), length=eta.shape[0]), jnp.mean(border, dtype=jnp.float64), eta
