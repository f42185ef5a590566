import jax
import jax.numpy as jnp
from jax import lax


def phi(x):
    t = 1.0 / (1.0 + 0.2316419 * jnp.abs(x))
    tail = jnp.exp(-0.5 * x * x) / jnp.sqrt(2.0 * jnp.pi)
    tail = tail * t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    return jnp.where(x > 0.0, 1.0 - tail, tail)


def quantile(p):
    def newton(_, x):
        return x - jnp.clip((phi(x) - p) * jnp.sqrt(2.0 * jnp.pi) * jnp.exp(0.5 * x * x), -0.7, 0.7)
    return lax.fori_loop(0, 12, newton, jnp.full_like(p, -1.0))


def tranche_losses(hazard, loading, units, z, weights, dates, tranches):
    return compiled(int(units.sum()), hazard, loading, units, z, weights, dates, tranches)


def recursion(total, hazard, loading, units, z, weights, dates, tranches, recovery=0.4, rate=0.02):
    """All dates side by side."""
    threshold = quantile(1.0 - jnp.exp(-hazard * dates[:, None]))
    given = phi((threshold[:, None] - loading * z[:, None]) / jnp.sqrt(1.0 - loading**2))
    index = jnp.arange(total + 1)

    def add(losses, name):
        p, u = name
        moved = jnp.where(index >= u, jnp.roll(losses, u, axis=-1), 0.0)
        return losses * (1.0 - p[..., None]) + p[..., None] * moved, None
    start = jnp.zeros((dates.size, z.size, total + 1)).at[:, :, 0].set(1.0)
    losses, _ = lax.scan(add, start, (jnp.moveaxis(given, 2, 0), units))
    low, high = tranches[:, :1], tranches[:, 1:]
    share = (jnp.clip((1.0 - recovery) * index / total, low, high) - low) / (high - low)
    expected = jnp.einsum("q,dqs,as->da", weights, losses, share)
    expected = jnp.vstack([jnp.zeros((1, tranches.shape[0])), expected])
    discount = jnp.exp(-rate * dates)[:, None]
    period = jnp.diff(dates, prepend=0.0)[:, None]
    annuity = jnp.sum(discount * period * (1.0 - 0.5 * (expected[1:] + expected[:-1])), axis=0)
    return expected, jnp.sum(discount * jnp.diff(expected, axis=0), axis=0) / annuity


compiled = jax.jit(recursion, static_argnums=0)
