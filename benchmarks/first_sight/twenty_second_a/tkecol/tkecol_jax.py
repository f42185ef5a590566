from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

G, KAPPA, LEAST = 9.81, 0.4, 1e-4


def diffuse(f, k, gap, thick, dt, bottom):
    """f (levels, columns), k (levels - 1, columns)."""
    upper = jnp.pad(dt * k / (gap * thick[:-1]), ((0, 1), (0, 0)))
    lower = jnp.pad(dt * k / (gap * thick[1:]), ((1, 0), (0, 0)))
    diagonal = 1.0 + upper + lower
    f = f.at[0].add(dt * bottom / thick[0, 0])

    def forward(before, row):
        d0, u0, f0 = before
        low, d, up, x = row
        m = -low / d0
        d, x = d + m * u0, x - m * f0
        return (d, up, x), (d, x)

    first = diagonal[0], upper[0], f[0]
    _, (d, x) = lax.scan(forward, first, (lower[1:], diagonal[1:], upper[1:], f[1:]))
    d, x = jnp.concatenate((diagonal[:1], d)), jnp.concatenate((f[:1], x))

    def backward(behind, row):
        d, up, x = row
        x = (x + up * behind) / d
        return x, x

    return lax.scan(backward, jnp.zeros_like(f[0]), (d, upper, x), reverse=True)[1]


@partial(jax.jit, static_argnums=6)
def tkecol(z, u, v, theta, tke, heat, steps, dt=60.0):
    thick, gap = jnp.gradient(z)[:, None], jnp.diff(z)[:, None]
    mid = 0.5 * (z[1:] + z[:-1])[:, None]

    def step(state, _):
        u, v, theta, tke = state
        shear = ((u[1:] - u[:-1]) / gap) ** 2 + ((v[1:] - v[:-1]) / gap) ** 2
        stable = 2.0 * G * (theta[1:] - theta[:-1]) / (gap * (theta[1:] + theta[:-1]))
        energy = 0.5 * (tke[1:] + tke[:-1])
        calm = stable > 1e-6
        length = KAPPA * mid / (1.0 + KAPPA * mid / 100.0)
        length = jnp.where(calm, jnp.minimum(length, 0.76 * jnp.sqrt(energy / jnp.where(calm, stable, 1.0))), length)
        km = 0.1 * length * jnp.sqrt(energy)
        kh = km * (1.0 + 2.0 * length / jnp.maximum(mid, 100.0))
        made = 0.5 * (km * shear - kh * stable)
        tke = tke + dt * (jnp.pad(made, ((0, 1), (0, 0))) + jnp.pad(made, ((1, 0), (0, 0))))
        tke = jnp.maximum(tke, LEAST)
        tke = tke / (1.0 + dt * 0.7 * jnp.sqrt(tke) / jnp.concatenate((length, length[-1:])))
        drag = -2e-3 * jnp.hypot(u[0], v[0])
        tke = diffuse(tke, 2.0 * km, gap, thick, dt, 0.0)
        theta = diffuse(theta, kh, gap, thick, dt, heat)
        u, v = diffuse(u, km, gap, thick, dt, drag * u[0]), diffuse(v, km, gap, thick, dt, drag * v[0])
        height = z[jnp.argmax(tke < 0.05 * jnp.max(tke, axis=0), axis=0)]
        return (u, v, theta, tke), height

    (u, v, theta, tke), height = lax.scan(step, (u.T, v.T, theta.T, tke.T), None, length=steps)
    return height, u.T, v.T, theta.T, tke.T
