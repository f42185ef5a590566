import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def conv3pool(x, weights, bias):
    y = lax.conv_general_dilated(x, weights, (1, 1, 1), "VALID", dimension_numbers=("NDHWC", "DHWIO", "NDHWC"))
    y = jnp.maximum(y + bias, 0)
    return lax.reduce_window(y, np.float32(-np.inf), lax.max, (1, 2, 2, 2, 1), (1, 2, 2, 2, 1), "VALID")
