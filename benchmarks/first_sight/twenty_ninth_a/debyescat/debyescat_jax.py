import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def debyescat(places, factor, q):
    r = jnp.sqrt(jnp.sum((places[:, None] - places) ** 2, axis=-1))
    return lax.map(lambda k: factor @ jnp.sinc(k * r / jnp.pi) @ factor, q)
