import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

DAYLIGHT = np.array([6.5, 7.5, 9.0, 12.8, 13.9, 13.9, 12.4, 10.9, 9.4, 8.0, 7.0, 6.0])
DRYING = np.array([-1.6, -1.6, -1.6, 0.9, 3.8, 5.8, 6.4, 5.0, 2.4, 0.4, -1.6, -1.6])


def fine_fuel(code, temp, humid, wind, rain):
    before = 147.2 * (101.0 - code) / (59.5 + code)
    fell = jnp.where(rain > 0.5, rain - 0.5, 1.0)
    after = before + 42.5 * fell * jnp.exp(-100.0 / (251.0 - before)) * (1.0 - jnp.exp(-6.93 / fell))
    after += jnp.where(before > 150.0, 0.0015 * (before - 150.0) ** 2 * jnp.sqrt(fell), 0.0)
    m = jnp.where(rain > 0.5, jnp.minimum(after, 250.0), before)
    common = 0.18 * (21.1 - temp) * (1.0 - jnp.exp(-0.115 * humid))
    damp = jnp.exp((humid - 100.0) / 10.0)
    dry = 0.942 * humid ** 0.679 + 11.0 * damp + common
    moist = 0.618 * humid ** 0.753 + 10.0 * damp + common
    far = jnp.where(m > dry, humid, 100.0 - humid) / 100.0
    k = 0.581 * jnp.exp(0.0365 * temp) * (0.424 * (1.0 - far ** 1.7) + 0.0694 * jnp.sqrt(wind) * (1.0 - far ** 8))
    goal = jnp.where(m > dry, dry, moist)
    m = jnp.where((m > dry) | (m < moist), goal + (m - goal) * 10.0 ** -k, m)
    return jnp.clip(59.5 * (250.0 - m) / (147.2 + m), 0.0, 101.0)


def duff_moisture(p, temp, humid, rain, daylight):
    wet = rain > 1.5
    log = jnp.log(jnp.maximum(p, 33.0))
    slope = jnp.where(p <= 33.0, 100.0 / (0.5 + 0.3 * p), jnp.where(p <= 65.0, 14.0 - 1.3 * log, 6.2 * log - 17.2))
    fell = jnp.where(wet, 0.92 * rain - 1.27, 0.0)
    m = jnp.exp(5.6348 - p / 43.43) + 1000.0 * fell / (48.77 + slope * fell)
    kept = jnp.where(wet, jnp.maximum(244.72 - 43.43 * jnp.log(m), 0.0), p)
    return kept + 1.894e-4 * (jnp.maximum(temp, -1.1) + 1.1) * (100.0 - humid) * daylight


def drought(d, temp, rain, drying):
    wet = rain > 2.8
    q = 800.0 * jnp.exp(-d / 400.0) + jnp.where(wet, 3.937 * (0.83 * rain - 1.27), 0.0)
    kept = jnp.where(wet, jnp.maximum(400.0 * jnp.log(800.0 / q), 0.0), d)
    return kept + jnp.maximum(0.36 * (jnp.maximum(temp, -2.8) + 2.8) + drying, 0.0) / 2.0


def fire_index(f, p, d, wind):
    m = 147.2 * (101.0 - f) / (59.5 + f)
    spread = 0.208 * jnp.exp(0.05039 * wind) * 91.9 * jnp.exp(-0.1386 * m) * (1.0 + m ** 5.31 / 4.93e7)
    deep = 0.4 * d
    ratio = 0.8 * d / jnp.where(p + deep > 0.0, p + deep, 1.0)
    u = jnp.maximum(jnp.where(p <= deep, ratio * p, p - (1.0 - ratio) * (0.92 + (0.0114 * p) ** 1.7)), 0.0)
    burn = jnp.where(u <= 80.0, 0.626 * u ** 0.809 + 2.0, 1000.0 / (25.0 + 108.64 * jnp.exp(-0.023 * u)))
    b = 0.1 * spread * burn
    return jnp.where(b > 1.0, jnp.exp(2.72 * (0.434 * jnp.log(jnp.maximum(b, 1.0))) ** 0.647), b)


@jax.jit
def fwicanada(temp, humid, wind, rain, month, litter0=85.0, duff0=6.0, deep0=15.0):
    def day(state, row):
        f, p, d = state
        t, h, w, r, light, dry = row
        f = fine_fuel(f, t, h, w, r)
        p = duff_moisture(p, t, h, r, light)
        d = drought(d, t, r, dry)
        return (f, p, d), (f, p, d)

    start = tuple(jnp.full(temp.shape[1], v) for v in (litter0, duff0, deep0))
    _, (litter, duff, deep) = lax.scan(day, start, (temp, humid, wind, rain, jnp.asarray(DAYLIGHT)[month], jnp.asarray(DRYING)[month]))
    index = fire_index(litter, duff, deep, wind)
    return litter, duff, deep, index, jnp.mean(0.0272 * index ** 1.77, axis=0)
