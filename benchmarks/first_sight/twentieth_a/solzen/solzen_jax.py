from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def solzen(lat, lon, hours, day=102):
    g = 2.0 * jnp.pi * (day - 1) / 365.0
    decl = 0.006918 - 0.399912 * jnp.cos(g) + 0.070257 * jnp.sin(g) - 0.006758 * jnp.cos(2 * g) + 0.000907 * jnp.sin(2 * g)
    minutes = 229.18 * (0.000075 + 0.001868 * jnp.cos(g) - 0.032077 * jnp.sin(g) - 0.014615 * jnp.cos(2 * g) - 0.040849 * jnp.sin(2 * g))
    distance = 1.00011 + 0.034221 * jnp.cos(g) + 0.00128 * jnp.sin(g)
    phi = jnp.radians(lat)[:, None]
    a, b = jnp.sin(phi) * jnp.sin(decl), jnp.cos(phi) * jnp.cos(decl)

    def hour(k, state):
        mean, light = state
        mu = a + b * jnp.cos(jnp.radians(15.0 * (24.0 * k / hours - 12.0) + lon + minutes / 4.0))
        return mean + 1361.0 * distance * jnp.maximum(mu, 0.0), light + (mu > 0.0)

    shape = lat.size, lon.size
    mean, light = lax.fori_loop(0, hours, hour, (jnp.zeros(shape), jnp.zeros(shape, jnp.int64)))
    return mean / hours, light
