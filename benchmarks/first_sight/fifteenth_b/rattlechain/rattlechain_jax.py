import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def swing(x, v, masses, length, dt, steps, gravity=9.81, tolerance=1e-6):
    n = x.shape[0]
    inverse = (1.0 / masses).at[0].set(0.0)

    def step(_, state):
        old, v = state
        v = v.at[1:, 1].add(-gravity * dt)
        links = old[1:] - old[:-1]

        def link(i, state):
            x, worst = state
            d = x[i + 1] - x[i]
            off = jnp.sum(d * d) - length * length
            g = off / (2.0 * (inverse[i] + inverse[i + 1]) * jnp.sum(d * links[i]))
            x = x.at[i].add(g * inverse[i] * links[i]).at[i + 1].add(-g * inverse[i + 1] * links[i])
            return x, jnp.maximum(worst, jnp.abs(off) / (length * length))

        def sweep(state):
            x, _, sweeps = state
            x, worst = lax.fori_loop(0, n - 1, link, (x, 0.0))
            return x, worst, sweeps + 1
        x, _, _ = lax.while_loop(lambda s: (s[1] > tolerance) & (s[2] < 200), sweep, (old.at[1:].add(dt * v[1:]), 1.0, 0))
        return x, (x - old) / dt
    return lax.fori_loop(0, steps, step, (x, v))
