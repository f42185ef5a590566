import jax
import jax.numpy as jnp
from jax import lax


def normalise(x):
    mean = jnp.mean(x, axis=(0, 1, 2))
    return (x - mean) / jnp.sqrt(jnp.var(x, axis=(0, 1, 2)) + 1e-5)


@jax.jit
def block(x, w1, w2, w3):
    y = jnp.maximum(normalise(x @ w1), 0)
    y = lax.conv_general_dilated(y, w2, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    y = jnp.maximum(normalise(y), 0)
    return jnp.maximum(normalise(y @ w3) + x, 0)
