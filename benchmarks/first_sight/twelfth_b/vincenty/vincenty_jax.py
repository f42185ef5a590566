from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

A, F = 6378137.0, 1.0 / 298.257223563


@partial(jax.jit, static_argnums=4)
def inverse(lat1, lon1, lat2, lon2, steps):
    b = (1.0 - F) * A
    u1 = jnp.arctan((1.0 - F) * jnp.tan(jnp.radians(lat1)))
    u2 = jnp.arctan((1.0 - F) * jnp.tan(jnp.radians(lat2)))
    su1, cu1, su2, cu2 = jnp.sin(u1), jnp.cos(u1), jnp.sin(u2), jnp.cos(u2)
    away = jnp.radians(lon2 - lon1)

    def step(_, state):
        lam = state[0]
        sl, cl = jnp.sin(lam), jnp.cos(lam)
        ss = jnp.sqrt((cu2 * sl) ** 2 + (cu1 * su2 - su1 * cu2 * cl) ** 2)
        cs = su1 * su2 + cu1 * cu2 * cl
        sigma = jnp.arctan2(ss, cs)
        sa = cu1 * cu2 * sl / ss
        c2a = 1.0 - sa**2
        cm = cs - 2.0 * su1 * su2 / c2a
        c = F / 16.0 * c2a * (4.0 + F * (4.0 - 3.0 * c2a))
        lam = away + (1.0 - c) * F * sa * (sigma + c * ss * (cm + c * cs * (2.0 * cm**2 - 1.0)))
        return lam, ss, cs, sigma, c2a, cm
    zero = jnp.zeros_like(away)
    lam, ss, cs, sigma, c2a, cm = lax.fori_loop(0, steps, step, (away, zero, zero, zero, zero, zero))
    k = c2a * (A**2 - b**2) / b**2
    big = 1.0 + k / 16384.0 * (4096.0 + k * (-768.0 + k * (320.0 - 175.0 * k)))
    small = k / 1024.0 * (256.0 + k * (-128.0 + k * (74.0 - 47.0 * k)))
    delta = small * ss * (cm + small / 4.0 * (cs * (2.0 * cm**2 - 1.0)
                                              - small / 6.0 * cm * (4.0 * ss**2 - 3.0) * (4.0 * cm**2 - 3.0)))
    bearing = jnp.degrees(jnp.arctan2(cu2 * jnp.sin(lam), cu1 * su2 - su1 * cu2 * jnp.cos(lam)))
    return b * big * (sigma - delta), bearing % 360.0
