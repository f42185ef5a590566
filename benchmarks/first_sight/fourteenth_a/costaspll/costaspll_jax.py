from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def demodulate(signal, start, bandwidth, samples):
    n = signal.shape[0]
    alpha, beta, smooth = bandwidth, 0.25 * bandwidth**2, 0.15

    def sample(state, x):
        phase, frequency, i_arm, q_arm, lock = state
        i_arm = i_arm + smooth * (2.0 * x * jnp.cos(phase) - i_arm)
        q_arm = q_arm + smooth * (-2.0 * x * jnp.sin(phase) - q_arm)
        error = jnp.where(i_arm > 0.0, q_arm, -q_arm)
        frequency = frequency + beta * error
        phase = phase + frequency + alpha * error
        phase = jnp.where(phase > jnp.pi, phase - 2.0 * jnp.pi, phase)
        lock = lock + 0.01 * (i_arm * i_arm - q_arm * q_arm - lock)
        return (phase, frequency, i_arm, q_arm, lock), (phase, i_arm)
    zero = jnp.zeros(())
    (*_, lock), (phases, arms) = lax.scan(sample, (zero, start + zero, zero, zero, zero), signal)
    whole = n // samples
    sums = arms[:whole * samples].reshape(whole, samples).sum(axis=1)
    return (sums > 0.0).astype(jnp.int64), phases, lock
