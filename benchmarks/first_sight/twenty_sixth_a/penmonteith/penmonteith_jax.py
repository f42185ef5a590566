import jax
import jax.numpy as jnp
from jax import lax


def vapour(t):
    return 0.6108 * jnp.exp(17.27 * t / (t + 237.3))


@jax.jit
def penmonteith(tmax, tmin, humid, wind, sunny, rain, lat, height, room=120.0):
    days, cells = tmax.shape
    t = 0.5 * (tmax + tmin)
    gamma = 0.000665 * 101.3 * ((293.0 - 0.0065 * height) / 293.0) ** 5.26
    full = 0.5 * (vapour(tmax) + vapour(tmin))
    there = full * humid / 100.0
    slope = 4098.0 * vapour(t) / (t + 237.3) ** 2
    angle = 2.0 * jnp.pi * jnp.arange(1, days + 1)[:, None] / 365.0
    tilt = 0.409 * jnp.sin(angle - 1.39)
    sunset = jnp.arccos(jnp.clip(-jnp.tan(lat) * jnp.tan(tilt), -1.0, 1.0))
    level = sunset * jnp.sin(lat) * jnp.sin(tilt) + jnp.cos(lat) * jnp.cos(tilt) * jnp.sin(sunset)
    top = 37.586 * (1.0 + 0.033 * jnp.cos(angle)) * level
    clear = 0.25 + 0.5 * sunny
    cloud = 1.35 * clear / (0.75 + 2e-5 * height) - 0.35
    warm = 0.5 * ((tmax + 273.16) ** 4 + (tmin + 273.16) ** 4)
    net = 0.77 * clear * top - 4.903e-9 * warm * (0.34 - 0.14 * jnp.sqrt(there)) * cloud
    needed = (0.408 * slope * net + gamma * 900.0 / (t + 273.0) * wind * (full - there)) / (slope + gamma * (1.0 + 0.34 * wind))
    needed = jnp.maximum(needed, 0.0)

    def day(state, today):
        water, total, lost = state
        need, wet = today
        give = jnp.minimum(jnp.minimum(water / (0.5 * room), 1.0) * need, water)
        water = water + wet - give
        over = jnp.maximum(water - room, 0.0)
        return (water - over, total + give, lost + over), None

    start = jnp.full(cells, 0.5 * room), jnp.zeros(cells), jnp.zeros(cells)
    (water, total, lost), _ = lax.scan(day, start, (needed, rain))
    return needed, total, lost, water
