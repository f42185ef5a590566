from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def faddeeva(x, y):
    t = y - 1j * x
    s, u = jnp.abs(x) + y, t * t
    far = t * 0.5641896 / (0.5 + u)
    middle = t * (1.410474 + u * 0.5641896) / (0.75 + u * (3.0 + u))
    inner = ((16.4955 + t * (20.20933 + t * (11.96482 + t * (3.778987 + t * 0.5642236))))
             / (16.4955 + t * (38.82363 + t * (39.27121 + t * (21.69274 + t * (6.699398 + t))))))
    u = jnp.where(s < 5.5, u, 0.0)
    top = 36183.31 - u * (3321.9905 - u * (1540.787 - u * (219.0313 - u * (35.76683 - u * (1.320522 - u * 0.56419)))))
    low = 32066.6 - u * (24322.84 - u * (9022.228 - u * (2186.181 - u * (364.2191 - u * (61.57037 - u * (1.841439 - u))))))
    near = jnp.where(y >= 0.195 * jnp.abs(x) - 0.176, inner, jnp.exp(u) - t * top / low)
    return jnp.where(s >= 15.0, far, jnp.where(s >= 5.5, middle, near))


@partial(jax.jit, static_argnums=7)
def absorbed(grid, centre, strength, doppler, pressure, cut, amount, widest):
    lo, hi = jnp.searchsorted(grid, centre - cut), jnp.searchsorted(grid, centre + cut)

    def add(sigma, line):
        lo, hi, centre, strength, doppler, pressure = line
        first = jnp.minimum(lo, grid.size - widest)
        k = first + jnp.arange(widest)
        scale = np.sqrt(np.log(2.0)) / doppler
        w = faddeeva((lax.dynamic_slice(grid, (first,), (widest,)) - centre) * scale, pressure * scale)
        new = jnp.where((k >= lo) & (k < hi), strength * scale / np.sqrt(np.pi) * w.real, 0.0)
        old = lax.dynamic_slice(sigma, (first,), (widest,))
        return lax.dynamic_update_slice(sigma, old + new, (first,)), None

    sigma, _ = lax.scan(add, jnp.zeros(grid.size), (lo, hi, centre, strength, doppler, pressure))
    through = jnp.exp(-amount * sigma)
    return sigma, through, jnp.trapezoid(1.0 - through, grid)


def humvoigt(grid, centre, strength, doppler, pressure, cut=1.5, amount=0.3):
    """How many points the widest line covers is found outside of what is compiled."""
    widest = int(np.max(np.searchsorted(grid, centre + cut) - np.searchsorted(grid, centre - cut)))
    return absorbed(grid, centre, strength, doppler, pressure, cut, amount, widest)
