from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def equalize(signal, taps, mu):
    n = signal.shape[0]

    def step(state, k):
        w, spread = state
        x = lax.dynamic_slice(signal, (k - taps,), (taps,))
        y = jnp.sum(w * x)
        power = y.real**2 + y.imag**2
        return (w - mu * (power - 1.0) * y * jnp.conj(x), 0.99 * spread + 0.01 * (power - 1.0)**2), y
    w = jnp.zeros(taps, dtype=jnp.complex128).at[taps // 2].set(1.0)
    (w, spread), y = lax.scan(step, (w, jnp.zeros(())), jnp.arange(taps, n))
    return jnp.concatenate([jnp.zeros(taps, dtype=y.dtype), y]), w, spread
