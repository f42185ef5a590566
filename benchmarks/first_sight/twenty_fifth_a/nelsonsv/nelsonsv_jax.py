import jax
import jax.numpy as jnp
from jax import lax


def shapes(years, near, far):
    a, b = years / near, years / far
    slope = (1.0 - jnp.exp(-a)) / a
    return jnp.stack((jnp.ones_like(years), slope, slope - jnp.exp(-a), (1.0 - jnp.exp(-b)) / b - jnp.exp(-b)), axis=1)


@jax.jit
def nelsonsv(years, rates, nears, fars, ridge):
    dates = rates.shape[0]
    pairs = jnp.stack((jnp.repeat(nears, fars.size), jnp.tile(fars, nears.size)), axis=1)

    def attempt(best, pair):
        least, beta, decay = best
        x = shapes(years, pair[0], pair[1])
        fitted = jnp.linalg.solve(x.T @ x + ridge * jnp.eye(4), x.T @ rates.T).T
        error = jnp.sum((rates - fitted @ x.T) ** 2, axis=1)
        better = error < least
        wide = better[:, None]
        return (jnp.where(better, error, least), jnp.where(wide, fitted, beta), jnp.where(wide, pair, decay)), None

    start = jnp.full(dates, jnp.inf), jnp.zeros((dates, 4)), jnp.zeros((dates, 2))
    (least, beta, decay), _ = lax.scan(attempt, start, pairs)
    a, b = 5.0 / decay[:, 0], 5.0 / decay[:, 1]
    forward = beta[:, 0] + (beta[:, 1] + beta[:, 2] * a) * jnp.exp(-a) + beta[:, 3] * b * jnp.exp(-b)
    return jnp.sqrt(least / years.size), beta, decay, forward
