import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def stack(lam, index, thick, n0, ns):
    def layer(state, item):
        (b, c), (n, d) = state, item
        delta = 2.0 * jnp.pi * n * d / lam
        cos, sin = jnp.cos(delta), jnp.sin(delta)
        return (cos * b + 1j * sin / n * c, 1j * n * sin * b + cos * c), None
    one = jnp.ones(lam.shape[0], dtype=jnp.complex128)
    (b, c), _ = lax.scan(layer, (one, ns * one), (index, thick), reverse=True)
    return jnp.abs((n0 * b - c) / (n0 * b + c)) ** 2, 4.0 * n0 * ns / jnp.abs(n0 * b + c) ** 2
