from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=6)
def psorput(spots, strike, rate, sigma, years, tol, steps, omega=1.2):
    n = spots.size - 1
    dt = years / steps
    i = jnp.arange(n + 1)
    low = 0.25 * dt * (sigma ** 2 * i ** 2 - rate * i)
    mid = -0.5 * dt * (sigma ** 2 * i ** 2 + rate)
    high = 0.25 * dt * (sigma ** 2 * i ** 2 + rate * i)
    payoff = jnp.maximum(strike - spots, 0.0)

    def sweep(state, right):
        value, _, count = state

        def place(left, now):
            right, low, mid, high, payoff, old, after = now
            relaxed = (right + low * left + high * after) / (1.0 - mid)
            new = jnp.maximum(payoff, old + omega * (relaxed - old))
            return new, new

        inner = slice(1, -1)
        _, new = lax.scan(place, value[0], (right, low[inner], mid[inner], high[inner], payoff[inner], value[inner], value[2:]))
        return value.at[1:-1].set(new), jnp.sum((new - value[1:-1]) ** 2), count + 1

    def step(value, _):
        right = low[1:-1] * value[:-2] + (1.0 + mid[1:-1]) * value[1:-1] + high[1:-1] * value[2:]
        value, _, count = lax.while_loop(lambda s: s[1] > tol, lambda s: sweep(s, right), (value, jnp.inf, 0))
        used = (value[:-1] <= payoff[:-1] + 1e-12) & (payoff[:-1] > 0.0)
        return value, (jnp.max(jnp.where(used, spots[:-1], 0.0)), count)

    value, (frontier, sweeps) = lax.scan(step, payoff, None, length=steps)
    return value, jnp.gradient(value, spots[1] - spots[0]), frontier, sweeps
