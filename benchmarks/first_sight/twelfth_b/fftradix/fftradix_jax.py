from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(1, 2))
def transform(x, R, K):
    N = R**K
    i = jnp.arange(R)
    F = jnp.exp(-2.0j * jnp.pi * jnp.outer(i, i) / R)
    y = x
    for k in range(K):
        s = R**k
        m = N // (R * s)
        twiddle = jnp.exp(-2.0j * jnp.pi * jnp.outer(i, jnp.arange(m)) / (R * m))
        mixed = (F @ y.reshape(R, m * s)).reshape(R, m, s) * twiddle[:, :, None]
        y = mixed.transpose(1, 0, 2).reshape(N)
    return y, jnp.sum(jnp.abs(y) ** 2) / N
