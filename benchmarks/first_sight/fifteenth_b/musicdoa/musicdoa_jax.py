from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=1)
def bearings(X, sources, angles):
    n, count = X.shape
    R = X @ X.conj().T / count
    w, V = jnp.linalg.eigh(0.5 * (R + R[::-1, ::-1].conj()))
    A = jnp.exp(1j * jnp.pi * jnp.arange(n)[:, None] * jnp.sin(angles)[None, :])
    left = V[:, :n - sources].conj().T @ A
    return 10.0 * jnp.log10(n / jnp.sum(left.real**2 + left.imag**2, axis=0))
