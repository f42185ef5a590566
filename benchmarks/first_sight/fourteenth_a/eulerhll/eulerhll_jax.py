from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def primitive(U, gamma):
    rho = U[0]
    u, v = U[1] / rho, U[2] / rho
    return rho, u, v, (gamma - 1.0) * (U[3] - 0.5 * rho * (u**2 + v**2))


def flux(U, u, p):
    return U * u + jnp.stack([jnp.zeros_like(p), p, jnp.zeros_like(p), p * u])


def hll(left, right, gamma):
    rl, ul, _, pl = primitive(left, gamma)
    rr, ur, _, pr = primitive(right, gamma)
    cl, cr = jnp.sqrt(gamma * pl / rl), jnp.sqrt(gamma * pr / rr)
    slow = jnp.minimum(ul - cl, ur - cr)
    fast = jnp.maximum(ul + cl, ur + cr)
    fl, fr = flux(left, ul, pl), flux(right, ur, pr)
    middle = (fast * fl - slow * fr + slow * fast * (right - left)) / (fast - slow)
    return jnp.where(slow >= 0.0, fl, jnp.where(fast <= 0.0, fr, middle))


def sweep(U, ratio, gamma):
    F = hll(U[:, :-1], U[:, 1:], gamma)
    inner = U[:, 1:-1] - ratio * (F[:, 1:] - F[:, :-1])
    return jnp.concatenate([inner[:, :1], inner, inner[:, -1:]], axis=1)


@partial(jax.jit, static_argnums=3)
def gas(U, gamma, h, steps):
    turn = jnp.array([0, 2, 1, 3])

    def step(_, state):
        U, time = state
        rho, u, v, p = primitive(U, gamma)
        dt = 0.4 * h / jnp.max(jnp.maximum(jnp.abs(u), jnp.abs(v)) + jnp.sqrt(gamma * p / rho))
        U = sweep(U, dt / h, gamma)
        U = sweep(U[turn].swapaxes(1, 2), dt / h, gamma).swapaxes(1, 2)[turn]
        return U, time + dt
    U, time = lax.fori_loop(0, steps, step, (U, 0.0))
    return time, U
