import jax
import jax.numpy as jnp
from jax import lax


def conv2d(x, w):
    return lax.conv_general_dilated(x[None], w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))[0]


@jax.jit
def convlstm(x, wx, wh, bias, peep, h, s):
    n = h.shape[2]

    def step(state, x):
        h, s = state
        gates = conv2d(x, wx) + conv2d(h, wh) + bias
        i = jax.nn.sigmoid(gates[:, :, :n] + peep[0] * s)
        f = jax.nn.sigmoid(gates[:, :, n:2 * n] + peep[1] * s)
        s = f * s + i * jnp.tanh(gates[:, :, 2 * n:3 * n])
        return (jax.nn.sigmoid(gates[:, :, 3 * n:] + peep[2] * s) * jnp.tanh(s), s), None

    return lax.scan(step, (h, s), x)[0]
