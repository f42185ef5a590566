import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def utmkruger(lat, lon, radius, flat, k0=0.9996):
    n = flat / (2.0 - flat)
    e = jnp.sqrt(flat * (2.0 - flat))
    alpha = (n / 2 - 2 * n ** 2 / 3 + 5 * n ** 3 / 16 + 41 * n ** 4 / 180, 13 * n ** 2 / 48 - 3 * n ** 3 / 5 + 557 * n ** 4 / 1440,
             61 * n ** 3 / 240 - 103 * n ** 4 / 140, 49561 * n ** 4 / 161280)
    beta = (n / 2 - 2 * n ** 2 / 3 + 37 * n ** 3 / 96 - n ** 4 / 360, n ** 2 / 48 + n ** 3 / 15 - 437 * n ** 4 / 1440,
            17 * n ** 3 / 480 - 37 * n ** 4 / 840, 4397 * n ** 4 / 161280)
    A = radius / (1.0 + n) * (1.0 + n ** 2 / 4.0 + n ** 4 / 64.0)
    zone = jnp.floor((lon + 180.0) / 6.0).astype(jnp.int64) % 60 + 1
    middle = 6.0 * zone - 183.0
    phi, lam = jnp.deg2rad(lat), jnp.deg2rad(lon - middle)
    t = jnp.sinh(jnp.arctanh(jnp.sin(phi)) - e * jnp.arctanh(e * jnp.sin(phi)))
    q = jnp.sqrt(1.0 + t ** 2)
    xi, eta = jnp.arctan2(t, jnp.cos(lam)), jnp.arctanh(jnp.sin(lam) / q)
    x, y, sigma, tau = xi, eta, 1.0, 0.0
    for j, a in enumerate(alpha):
        w = 2.0 * (j + 1)
        s, c, h, k = jnp.sin(w * xi), jnp.cos(w * xi), jnp.sinh(w * eta), jnp.cosh(w * eta)
        x, y, sigma, tau = x + a * s * k, y + a * c * h, sigma + w * a * c * k, tau + w * a * s * h
    stretch = (1.0 + ((1.0 - n) / (1.0 + n) * jnp.tan(phi)) ** 2) * (sigma ** 2 + tau ** 2) / (t ** 2 + jnp.cos(lam) ** 2)
    turn = jnp.arctan2(tau * q + sigma * t * jnp.tan(lam), sigma * q - tau * t * jnp.tan(lam))
    xip, etap = x, y
    for j, b in enumerate(beta):
        w = 2.0 * (j + 1)
        xip, etap = xip - b * jnp.sin(w * x) * jnp.cosh(w * y), etap - b * jnp.cos(w * x) * jnp.sinh(w * y)
    chi = jnp.sin(xip) / jnp.cosh(etap)

    def better(state):
        old, _ = state
        new = jnp.arcsin(jnp.tanh(jnp.arctanh(chi) + e * jnp.arctanh(e * jnp.sin(old))))
        return new, jnp.max(jnp.abs(new - old))

    back, _ = lax.while_loop(lambda s: s[1] > 1e-14, better, (jnp.arcsin(chi), 1.0))
    north = jnp.where(lat < 0.0, 1e7, 0.0) + k0 * A * x
    lon2 = jnp.rad2deg(jnp.arctan2(jnp.sinh(etap), jnp.cos(xip))) + middle
    return 500000.0 + k0 * A * y, north, zone, k0 * A / radius * jnp.sqrt(stretch), turn, jnp.rad2deg(back), lon2
