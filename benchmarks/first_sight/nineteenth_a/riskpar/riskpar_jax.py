from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(2, 3))
def allocate(returns, budget, window, every, tol):
    days, n = returns.shape
    decay = 0.98 ** jnp.arange(window - 1, -1, -1)
    decay = decay / decay.sum()

    def at(start):
        past = lax.dynamic_slice(returns, (start, 0), (window, n))
        centred = past - decay @ past
        cov = (decay[:, None] * centred).T @ centred
        w = 1.0 / jnp.sqrt(jnp.diag(cov))

        def one(i, state):
            w, force, risk = state
            c = cov[i]
            rest = force[i] - c[i] * w[i]
            new = (-rest + jnp.sqrt(rest**2 + 4.0 * c[i] * budget[i] * risk)) / (2.0 * c[i])
            force = force + c * (new - w[i])
            w = w.at[i].set(new)
            return w, force, jnp.sqrt(w @ force)

        def cycle(state):
            w, turns, _ = state
            force = cov @ w
            w, force, risk = lax.fori_loop(0, n, one, (w, force, jnp.sqrt(w @ force)))
            return w, turns + 1, jnp.max(jnp.abs(w * force / risk**2 - budget))

        w, turns, _ = lax.while_loop(lambda s: (s[2] > tol) & (s[1] < 101), cycle, (w / jnp.sum(w), 0, jnp.inf))
        return w / jnp.sum(w), turns - 1

    weights, cycles = lax.map(at, jnp.arange(0, days - window + 1, every))
    return weights, cycles, jnp.abs(jnp.diff(weights, axis=0)).sum(axis=1)
