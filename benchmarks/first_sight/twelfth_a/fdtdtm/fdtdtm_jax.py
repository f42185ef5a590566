from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def fdtdtm(eps, sigma, T, courant=0.5):
    nx, ny = eps.shape
    loss = 0.5 * sigma / eps
    ca = ((1.0 - loss) / (1.0 + loss))[1:-1, 1:-1]
    cb = (courant / eps / (1.0 + loss))[1:-1, 1:-1]

    def step(state, t):
        ez, hx, hy = state
        hx = hx - courant * (ez[:, 1:] - ez[:, :-1])
        hy = hy + courant * (ez[1:] - ez[:-1])
        curl = hy[1:, 1:-1] - hy[:-1, 1:-1] - (hx[1:-1, 1:] - hx[1:-1, :-1])
        ez = ez.at[1:-1, 1:-1].set(ca * ez[1:-1, 1:-1] + cb * curl)
        ez = ez.at[1:-1, 5].add(jnp.sin(0.2 * t) * (1.0 - jnp.exp(-(t / 15.0) ** 2)))
        return (ez, hx, hy), jnp.sum(sigma * ez ** 2)
    start = jnp.zeros((nx, ny)), jnp.zeros((nx, ny - 1)), jnp.zeros((nx - 1, ny))
    (ez, hx, hy), power = lax.scan(step, start, jnp.arange(T))
    return ez, hx, hy, power
