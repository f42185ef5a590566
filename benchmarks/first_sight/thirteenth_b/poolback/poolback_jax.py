import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def pooled(x, gradient):
    def forward(x):
        return lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 3, 3), (1, 1, 2, 2), "VALID")
    out, back = jax.vjp(forward, x)
    return out, back(gradient)[0]
