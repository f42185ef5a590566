from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def smooth(u, f, h, sweeps, omega=0.8):
    def sweep(_, u):
        jacobi = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] + h**2 * f[1:-1, 1:-1])
        return u.at[1:-1, 1:-1].add(omega * (jacobi - u[1:-1, 1:-1]))
    return lax.fori_loop(0, sweeps, sweep, u)


def residual(u, f, h):
    return jnp.pad(f[1:-1, 1:-1] + (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * u[1:-1, 1:-1]) / h**2, 1)


def coarser(r):
    return jnp.pad((4.0 * r[2:-2:2, 2:-2:2]
                    + 2.0 * (r[1:-3:2, 2:-2:2] + r[3:-1:2, 2:-2:2] + r[2:-2:2, 1:-3:2] + r[2:-2:2, 3:-1:2])
                    + r[1:-3:2, 1:-3:2] + r[1:-3:2, 3:-1:2] + r[3:-1:2, 1:-3:2] + r[3:-1:2, 3:-1:2]) / 16.0, 1)


def finer(c):
    e = jnp.zeros((2 * c.shape[0] - 1, 2 * c.shape[1] - 1)).at[::2, ::2].set(c).at[1::2, ::2].set(0.5 * (c[:-1] + c[1:]))
    return e.at[:, 1::2].set(0.5 * (e[:, :-2:2] + e[:, 2::2]))


@partial(jax.jit, static_argnums=(2, 3))
def poisson(u, f, levels, cycles, sweeps=2):
    h = 1.0 / (u.shape[0] - 1)

    def cycle(u, _):
        us, fs = [u], [f]
        for level in range(levels - 1):
            us[level] = smooth(us[level], fs[level], h * 2**level, sweeps)
            fs.append(coarser(residual(us[level], fs[level], h * 2**level)))
            us.append(jnp.zeros_like(fs[-1]))
        us[-1] = smooth(us[-1], fs[-1], h * 2 ** (levels - 1), 20)
        for level in range(levels - 2, -1, -1):
            us[level] = smooth(us[level] + finer(us[level + 1]), fs[level], h * 2**level, sweeps)
        return us[0], jnp.linalg.norm(residual(us[0], f, h)) * h
    u, norms = lax.scan(cycle, u, None, length=cycles)
    return norms, u
