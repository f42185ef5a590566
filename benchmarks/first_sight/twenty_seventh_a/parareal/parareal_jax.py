from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def rates(u, mu):
    x, v = u
    return jnp.stack((v, mu * (1.0 - x * x) * v - x))


def march(u, dt, steps, mu):
    h = dt / steps

    def step(_, u):
        k1 = rates(u, mu)
        k2 = rates(u + 0.5 * h * k1, mu)
        k3 = rates(u + 0.5 * h * k2, mu)
        k4 = rates(u + h * k3, mu)
        return u + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)

    return lax.fori_loop(0, steps, step, u)


@partial(jax.jit, static_argnums=(4, 5, 6))
def parareal(start, mu, end, tol, slices, rough, fine_steps):
    """Slices that rest already are marched again: their states do not change."""
    dt = end / slices

    def first(u, _):
        new = march(u, dt, rough, mu)
        return new, new

    G = lax.scan(first, start, None, length=slices)[1].T
    U = jnp.concatenate((start[:, None], G), axis=1)

    def turn(state):
        U, G, r, _ = state
        fine = march(U[:, :-1], dt, fine_steps, mu)

        def slice_(carry, k):
            u, jump = carry
            coarse = march(u, dt, rough, mu)
            rests = k < r
            new = jnp.where(rests, U[:, k + 1], coarse + fine[:, k] - G[:, k])
            jump = jnp.maximum(jump, jnp.max(jnp.abs(new - U[:, k + 1])))
            return (new, jump), (new, jnp.where(rests, G[:, k], coarse))

        (_, jump), (new, coarse) = lax.scan(slice_, (start, 0.0), jnp.arange(slices))
        return jnp.concatenate((start[:, None], new.T), axis=1), coarse.T, r + 1, jump

    U, _, rounds, _ = lax.while_loop(lambda s: (s[2] < slices) & (s[3] >= tol), turn, (U, G, 0, jnp.inf))
    return U, rounds
