from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def damped(rho, H, C, observables, dt, steps):
    dag = C.conj().swapaxes(1, 2)
    decay = jnp.sum(dag @ C, axis=0)
    left, right = -1j * H - 0.5 * decay, 1j * H - 0.5 * decay

    def change(rho):
        return left @ rho + rho @ right + jnp.sum(C @ rho @ dag, axis=0)

    def step(rho, _):
        k1 = change(rho)
        k2 = change(rho + 0.5 * dt * k1)
        k3 = change(rho + 0.5 * dt * k2)
        k4 = change(rho + dt * k3)
        rho = rho + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        rho = rho / jnp.trace(rho).real
        return rho, (jnp.sum(observables * rho.T, axis=(1, 2)).real, jnp.sum(rho.real**2 + rho.imag**2))
    rho, (seen, purity) = lax.scan(step, rho, None, length=steps)
    return rho, seen, purity
