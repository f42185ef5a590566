from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

GAS = 8.314462618


@partial(jax.jit, static_argnames="steps")
def react(conc, temp, logk, energy, orders, net, steps, dt=1e-3):
    k = jnp.exp(logk - jnp.multiply.outer(1.0 / (GAS * temp), energy)).T

    def rates(c):
        p = jnp.ones_like(k)
        for s in range(c.shape[0]):
            x = c[s][None]
            o = orders[:, s][:, None]
            p = p * jnp.where(o == 0, 1.0, jnp.where(o == 1, x, x * x))
        return net.T @ (k * p)

    def step(_, c):
        k1 = rates(c)
        k2 = rates(c + 0.5 * dt * k1)
        k3 = rates(c + 0.5 * dt * k2)
        k4 = rates(c + dt * k3)
        return jnp.maximum(c + dt / 6.0 * (k1 + 2.0 * (k2 + k3) + k4), 0.0)
    return lax.fori_loop(0, steps, step, conc.T).T
