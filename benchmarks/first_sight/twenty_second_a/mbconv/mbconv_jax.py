import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def hswish(x):
    return x * jnp.clip(x + 3, 0, 6) / 6


@jax.jit
def mbconv(x, expand, bias, kernel, shift, squeeze, excite, project):
    wide = expand.shape[1]
    y = hswish(x @ expand + bias)
    y = lax.conv_general_dilated(y, kernel[:, :, None, :], (2, 2), ((1, 1), (1, 1)),
                                 dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=wide)
    y = hswish(y + shift)
    gate = jnp.maximum(jnp.mean(y, axis=(1, 2)) @ squeeze, 0) @ excite
    out = (y * (jnp.clip(gate + 3, 0, 6) / 6)[:, None, None, :]) @ project
    mean = jnp.mean(out, axis=-1, keepdims=True)
    return (out - mean) / jnp.sqrt(jnp.mean((out - mean) ** 2, axis=-1, keepdims=True) + np.float32(1e-5))
