from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def moved(f, u, v, h, dt, nu):
    fc, uc, vc = f[1:-1, 1:-1], u[1:-1, 1:-1], v[1:-1, 1:-1]
    dx = jnp.where(uc > 0, fc - f[1:-1, :-2], f[1:-1, 2:] - fc) / h
    dy = jnp.where(vc > 0, fc - f[:-2, 1:-1], f[2:, 1:-1] - fc) / h
    lap = (f[2:, 1:-1] + f[:-2, 1:-1] + f[1:-1, 2:] + f[1:-1, :-2] - 4 * fc) / h**2
    return f.at[1:-1, 1:-1].set(fc + dt * (nu * lap - uc * dx - vc * dy))


@partial(jax.jit, static_argnums=6)
def cavity(u, v, p, h, dt, nu, steps, tol, limit):
    def step(state, _):
        u, v, p = state
        u, v = moved(u, u, v, h, dt, nu), moved(v, u, v, h, dt, nu)
        source = (u[1:-1, 2:] - u[1:-1, :-2] + v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * h) / dt

        def sweep(s):
            q, _, count = s
            inner = (q[2:, 1:-1] + q[:-2, 1:-1] + q[1:-1, 2:] + q[1:-1, :-2] - h * h * source) / 4.0
            p = jnp.pad(inner, 1, mode="edge")
            return p, jnp.sum(jnp.abs(p - q)) / (jnp.sum(jnp.abs(q)) + 1e-9), count + 1
        p, _, count = lax.while_loop(lambda s: (s[1] > tol) & (s[2] < limit), sweep, (p, tol + 1.0, 0))
        u = u.at[1:-1, 1:-1].add(-dt * (p[1:-1, 2:] - p[1:-1, :-2]) / (2 * h))
        v = v.at[1:-1, 1:-1].add(-dt * (p[2:, 1:-1] - p[:-2, 1:-1]) / (2 * h))
        return (u, v, p), count
    (u, v, p), used = lax.scan(step, (u, v, p), None, length=steps)
    return used, u, v, p
