import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def adjustment(draws, fixed, notional, maturity, party, agreements):
    a, mean, sigma = 0.15, 0.03, 0.012
    dates, paths = draws.shape
    dt = 6.0 / dates
    decay = jnp.exp(-a * dt)
    scatter = sigma * jnp.sqrt((1.0 - decay**2) / (2.0 * a))
    long = mean - sigma**2 / (2.0 * a**2)

    def step(now, draw):
        now = mean + (now - mean) * decay + scatter * draw
        return now, now

    _, r = lax.scan(step, jnp.full(paths, 0.025), draws)
    times = dt * jnp.arange(1, dates + 1)
    discount = jnp.exp(-jnp.cumsum(r, axis=0) * dt)

    def bond(tau):
        b = (1.0 - jnp.exp(-a * tau)) / a
        return jnp.exp(long * (b - tau) - sigma**2 * b**2 / (4.0 * a) - b * r)

    def swap(value, terms):
        rate, size, end, who = terms
        left = jnp.maximum(end - times, 0.0)[:, None]
        coupons = 0.25 * left * sum(bond(0.25 * q * left) for q in range(1, 5))
        return value.at[who].add(size * (1.0 - bond(left) - rate * coupons)), None

    value, _ = lax.scan(swap, jnp.zeros((len(agreements), dates, paths)), (fixed, notional, maturity, party))
    threshold, least, hazard = agreements.T
    call = jnp.maximum(value[:, :-1] - threshold[:, None, None], 0.0)
    call = jnp.where(call > least[:, None, None], call, 0.0)
    exposure = jnp.maximum(value - jnp.pad(call, ((0, 0), (1, 0), (0, 0))), 0.0)
    survival = jnp.exp(-hazard[:, None] * jnp.concatenate((jnp.zeros(1), times)))
    cva = 0.6 * jnp.sum(jnp.mean(discount * exposure, axis=2) * -jnp.diff(survival, axis=1), axis=1)
    return cva, jnp.mean(exposure, axis=2), jnp.quantile(exposure, 0.95, axis=2).max(axis=1)
