"""Poisson with zero boundary by V-cycles: red-black Gauss-Seidel, full weighting, bilinear interpolation, a list of levels."""

import jax
import jax.numpy as jnp
import numpy as np


def residual(u, f, h):
    inner = (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * u[1:-1, 1:-1]) / h**2
    return jnp.pad(f[1:-1, 1:-1] - inner, 1)


def smooth(u, f, h, sweeps):
    n = u.shape[0]
    parity = jnp.add.outer(jnp.arange(n - 2), jnp.arange(n - 2)) % 2

    def sweep(_, u):
        for colour in (0, 1):
            new = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - h**2 * f[1:-1, 1:-1])
            u = u.at[1:-1, 1:-1].set(jnp.where(parity == colour, new, u[1:-1, 1:-1]))
        return u

    return jax.lax.fori_loop(0, sweeps, sweep, u)


def restrict(r):
    kernel = jnp.array([[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [1.0, 2.0, 1.0]], r.dtype) / 16.0
    coarse = jax.lax.conv_general_dilated(r[None, None, 1:-1, 1:-1], kernel[None, None], (2, 2), "VALID")[0, 0]
    return jnp.pad(coarse, 1)


def prolong(e):
    n = e.shape[0]
    fine = jnp.zeros((2 * n - 1, 2 * n - 1), e.dtype).at[::2, ::2].set(e)
    fine = fine.at[1::2, ::2].set(0.5 * (e[1:] + e[:-1]))
    return fine.at[:, 1::2].set(0.5 * (fine[:, 2::2] + fine[:, :-2:2]))


def v_cycle(u, f, h):
    if u.shape[0] <= 3:
        return smooth(u, f, h, 4)
    u = smooth(u, f, h, 2)
    coarse = restrict(residual(u, f, h))
    return smooth(u + prolong(v_cycle(jnp.zeros_like(coarse), coarse, 2 * h)), f, h, 2)


@jax.jit
def multigrid(f, tol):
    h = 1.0 / (f.shape[0] - 1)
    norm = lambda u: jnp.sqrt(jnp.mean(residual(u, f, h) ** 2))
    start = norm(jnp.zeros_like(f))

    def cond(state):
        return (state[1] > tol * start) & (state[2] < 12)

    def body(state):
        u = v_cycle(state[0], f, h)
        return u, norm(u), state[2] + 1

    return jax.lax.while_loop(cond, body, (jnp.zeros_like(f), start, jnp.int32(0)))


def initialize(preset):
    n = {"S": 33, "L": 513}[preset]
    x = np.linspace(0.0, 1.0, n)
    f = np.sin(np.pi * x)[:, None] * np.sin(2 * np.pi * x) + (np.hypot(x[:, None] - 0.3, x - 0.6) < 0.1)
    return f.astype(np.float32), 1e-3
