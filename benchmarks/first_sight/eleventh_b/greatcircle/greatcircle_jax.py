import jax
import jax.numpy as jnp

EARTH = 6371.0088


@jax.jit
def nearest(lat, lon, slat, slon):
    lat, lon, slat, slon = (jnp.radians(v) for v in (lat, lon, slat, slon))
    s1, c1, s2, c2 = jnp.sin(lat)[:, None], jnp.cos(lat)[:, None], jnp.sin(slat), jnp.cos(slat)
    dlon = slon[None, :] - lon[:, None]
    s, c = jnp.sin(dlon), jnp.cos(dlon)
    d = EARTH * jnp.arctan2(jnp.sqrt((c2 * s) ** 2 + (c1 * s2 - s1 * c2 * c) ** 2), s1 * s2 + c1 * c2 * c)
    w = jnp.exp(-d / 1000.0)
    return jnp.argmin(d, axis=1), jnp.min(d, axis=1), jnp.sum(w * d, axis=1) / jnp.sum(w, axis=1)
