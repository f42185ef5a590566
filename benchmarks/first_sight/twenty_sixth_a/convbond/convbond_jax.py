from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=11)
def convbond(spot, sigma, rate, spread, dividend, face, coupon, ratio, call, put, years, steps, every):
    dt = years / steps
    u = jnp.exp(sigma * jnp.sqrt(dt))
    p = (jnp.exp((rate - dividend) * dt) - 1.0 / u) / (u - 1.0 / u)
    free, risky = jnp.exp(-rate * dt), jnp.exp(-(rate + spread) * dt)
    j = jnp.arange(steps + 1)
    S = spot * u ** (2.0 * j - steps)
    shares = ratio * S > face + coupon

    def back(v, discount):
        return discount * (p * jnp.roll(v, -1) + (1.0 - p) * v)

    def step(state, i):
        S, equity, debt, delta = state
        S = S * u
        e = back(equity, free)
        d = back(debt, risky) + jnp.where((i > 0) & (i % every == 0), coupon, 0.0)
        called, given = e + d > call, e + d < put
        d = jnp.where(called, call, jnp.where(given, put, d))
        e = jnp.where(called | given, 0.0, e)
        turned = ratio * S > e + d
        e, d = jnp.where(turned, ratio * S, e), jnp.where(turned, 0.0, d)
        there = turned & (j <= i)
        delta = jnp.where(i == 1, (e[1] + d[1] - e[0] - d[0]) / (S[1] - S[0]), delta)
        return (S, e, d, delta), jnp.where(jnp.any(there), S[jnp.argmax(there)], 0.0)

    start = S, jnp.where(shares, ratio * S, 0.0), jnp.where(shares, 0.0, face + coupon), 0.0
    (_, e, d, delta), frontier = lax.scan(step, start, jnp.arange(steps), reverse=True)
    return e[0] + d[0], d[0], delta, frontier
