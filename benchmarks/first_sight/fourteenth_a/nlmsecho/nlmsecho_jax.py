from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def cancel(far, near, taps, mu):
    def sample(state, t):
        w, talks = state
        x = lax.dynamic_slice(far, (t - taps + 1,), (taps,))
        error = near[t] - w @ x
        both = jnp.abs(near[t]) > 2.0 * jnp.max(jnp.abs(x))
        step = jnp.where(both, 0.1 * mu, mu)
        return (w + step * error / (1e-3 + x @ x) * x, talks + both), error
    (w, talks), error = lax.scan(sample, (jnp.zeros(taps), 0), jnp.arange(taps - 1, far.size))
    return jnp.concatenate([near[:taps - 1], error]), w[::-1], talks
