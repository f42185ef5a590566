import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def cascade(x, sos):
    ns = sos.shape[0]

    def step(state, v):
        new = []
        for s in range(ns):
            b0, b1, b2, a1, a2 = sos[s]
            z1, z2 = state[s]
            o = b0 * v + z1
            new.append((b1 * v - a1 * o + z2, b2 * v - a2 * o))
            v = o
        return tuple(new), v
    zero = jnp.zeros(x.shape[0])
    state = tuple((zero, zero) for _ in range(ns))
    _, y = lax.scan(step, state, x.T)
    _, y = lax.scan(step, state, y, reverse=True)
    return y.T
