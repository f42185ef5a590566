from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=5)
def convback(x, dy, weights, speed, bias, stride, rate=np.float32(0.01), momentum=np.float32(0.9)):
    def layer(x, weights):
        return lax.conv_general_dilated(x, weights, (stride, stride), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    dx, dw = jax.vjp(layer, x, weights)[1](dy)
    scale = rate / np.float32(dy.shape[0])
    speed = momentum * speed - scale * dw
    return dx, weights + speed, speed, bias - scale * jnp.sum(dy, axis=(0, 1, 2))
