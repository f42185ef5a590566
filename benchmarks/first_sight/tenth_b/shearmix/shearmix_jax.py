import jax
import jax.numpy as jnp


@jax.jit
def horizontal_mix(u, v, tend_u, tend_v, dx, cs):
    length = (cs * dx) ** 2
    dudx = (u[:, 1:-1, 2:] - u[:, 1:-1, :-2]) / (2 * dx)
    dvdy = (v[:, 2:, 1:-1] - v[:, :-2, 1:-1]) / (2 * dx)
    dudy = (u[:, 2:, 1:-1] - u[:, :-2, 1:-1]) / (2 * dx)
    dvdx = (v[:, 1:-1, 2:] - v[:, 1:-1, :-2]) / (2 * dx)
    visc = length * jnp.sqrt((dudx - dvdy) ** 2 + (dudy + dvdx) ** 2)
    t = visc * (dudx - dvdy)
    s = visc * (dudy + dvdx)
    tu = (t[:, 1:-1, 2:] - t[:, 1:-1, :-2] + s[:, 2:, 1:-1] - s[:, :-2, 1:-1]) / (2 * dx)
    tv = (s[:, 1:-1, 2:] - s[:, 1:-1, :-2] - t[:, 2:, 1:-1] + t[:, :-2, 1:-1]) / (2 * dx)
    return tend_u.at[:, 2:-2, 2:-2].add(tu), tend_v.at[:, 2:-2, 2:-2].add(tv)
