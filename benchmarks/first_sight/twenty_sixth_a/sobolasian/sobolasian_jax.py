from functools import partial

import jax
import jax.numpy as jnp
from jax.scipy.special import erf


def normal(u):
    low = jnp.minimum(u, 1.0 - u)
    q = jnp.sqrt(-2.0 * jnp.log(low))
    tail = jnp.polyval(jnp.array([-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838, -2.549732539343734,
                                  4.374664141464968, 2.938163982698783]), q)
    tail /= jnp.polyval(jnp.array([7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996, 3.754408661907416, 1.0]), q)
    c = u - 0.5
    r = c * c
    middle = c * jnp.polyval(jnp.array([-3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02,
                                        -3.066479806614716e+01, 2.506628277459239]), r)
    middle /= jnp.polyval(jnp.array([-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
                                     -1.328068155288572e+01, 1.0]), r)
    return jnp.where(low < 0.02425, jnp.where(u < 0.5, tail, -tail), middle)


@partial(jax.jit, static_argnums=7)
def sobolasian(V, shift, spot, strike, rate, sigma, years, points):
    dates = V.shape[0]
    dt = years / dates
    i = jnp.arange(points, dtype=jnp.uint32)
    gray = i ^ (i >> 1)
    x = jnp.broadcast_to(shift[:, None], (dates, points))
    for bit in range(points.bit_length()):
        x = x ^ V[:, bit, None] * ((gray >> bit) & 1)
    z = normal((x.astype(jnp.float64) + 0.5) / 4294967296.0)
    paths = jnp.log(spot) + jnp.cumsum((rate - 0.5 * sigma ** 2) * dt + sigma * jnp.sqrt(dt) * z, axis=0)
    discount = jnp.exp(-rate * years)
    pay = discount * jnp.maximum(jnp.exp(paths).mean(axis=0) - strike, 0.0)
    known = discount * jnp.maximum(jnp.exp(paths.mean(axis=0)) - strike, 0.0)
    beta = jnp.mean((pay - pay.mean()) * (known - known.mean())) / jnp.var(known)
    m = jnp.log(spot) + (rate - 0.5 * sigma ** 2) * dt * (dates + 1) / 2.0
    v = sigma ** 2 * dt * (dates + 1) * (2 * dates + 1) / (6.0 * dates)
    d1 = (m - jnp.log(strike) + v) / jnp.sqrt(v)
    d2 = d1 - jnp.sqrt(v)
    exact = discount * 0.5 * (jnp.exp(m + 0.5 * v) * (1.0 + erf(d1 / jnp.sqrt(2.0))) - strike * (1.0 + erf(d2 / jnp.sqrt(2.0))))
    return pay.mean() - beta * (known.mean() - exact), beta, pay.mean(), jnp.std(pay - beta * known) / jnp.sqrt(points)
