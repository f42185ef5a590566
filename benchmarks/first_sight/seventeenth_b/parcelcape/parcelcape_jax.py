import jax
import jax.numpy as jnp
from jax import lax

RD, CP, LV, EPS = 287.04, 1005.7, 2.501e6, 0.622
KAPPA = RD / CP


def saturation(p, t):
    e = 6.112 * jnp.exp(17.67 * (t - 273.15) / (t - 29.65))
    return EPS * e / (p - e)


def moist_slope(p, t):
    r = saturation(p, t)
    return (RD * t + LV * r) / (CP + LV**2 * r * EPS / (RD * t**2)) / p


def virtual(t, r):
    return t * (1.0 + r / EPS) / (1.0 + r)


@jax.jit
def ascent(p, t, r):
    t0, r0 = t[0], r[0]
    e = p[0] * r0 / (EPS + r0)
    cold = 2840.0 / (3.5 * jnp.log(t0) - jnp.log(e) - 4.805) + 55.0
    lcl = p[0] * (cold / t0) ** (1.0 / KAPPA)

    def rise(now, pair):
        below, here = pair
        start = jnp.minimum(below, lcl)
        warm = jnp.where(below > lcl, cold, now)
        dp = here - start
        middle = warm + 0.5 * dp * moist_slope(start, warm)
        moist = warm + dp * moist_slope(start + 0.5 * dp, middle)
        now = jnp.where(here >= lcl, t0 * (here / p[0]) ** KAPPA, moist)
        return now, (now, jnp.where(here >= lcl, r0, saturation(here, now)))
    _, (tp, rp) = lax.scan(rise, t0, (p[:-1], p[1:]))
    force = RD * (virtual(jnp.vstack([t0[None], tp]), jnp.vstack([r0[None], rp])) - virtual(t, r))
    layer = 0.5 * (force[1:] + force[:-1]) * jnp.log(p[:-1] / p[1:])[:, None]
    free = (layer > 0.0) & (p[1:, None] < lcl)
    some = free.any(axis=0)
    first = jnp.argmax(free, axis=0)
    last = free.shape[0] - 1 - jnp.argmax(free[::-1], axis=0)
    index = jnp.arange(layer.shape[0])[:, None]
    cin = jnp.where((index < first) & (layer < 0.0), layer, 0.0).sum(axis=0)
    return (jnp.where(free, layer, 0.0).sum(axis=0), jnp.where(some, cin, 0.0), lcl, jnp.where(some, p[first], jnp.nan),
            jnp.where(some, p[last + 1], jnp.nan))
