import jax
import jax.numpy as jnp
from jax import lax

LANCZOS = (76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5)
TINY = 1e-300


def log_gamma(a):
    total = 1.000000000190015 + sum(c / (a + k + 1.0) for k, c in enumerate(LANCZOS))
    return (a + 0.5) * jnp.log(a + 5.5) - (a + 5.5) + jnp.log(2.5066282746310005 * total / a)


def away_from_zero(v):
    return jnp.where(jnp.abs(v) < TINY, TINY, v)


@jax.jit
def gammas(a, x):
    """Both ways for all places, turns go on until the last is done; one that is done stays."""
    tol, most = 1e-10, 500

    def series_turn(state):
        term, total, turns, busy, k = state
        term = term * x / (a + k)
        total = jnp.where(busy, total + term, total)
        turns = jnp.where(busy, k, turns)
        return term, total, turns, busy & ~(jnp.abs(term) < jnp.abs(total) * tol), k + 1

    def fraction_turn(state):
        b, c, d, h, turns, busy, k = state
        an = -k * (k - a)
        b = b + 2.0
        c = away_from_zero(b + an / c)
        d = 1.0 / away_from_zero(an * d + b)
        h = jnp.where(busy, h * d * c, h)
        turns = jnp.where(busy, k, turns)
        return b, c, d, h, turns, busy & ~(jnp.abs(d * c - 1.0) < tol), k + 1

    low = x < a + 1.0
    zero = jnp.zeros(a.size, jnp.int64)
    _, total, ns, _, _ = lax.while_loop(lambda s: jnp.any(s[3]) & (s[4] < most), series_turn, (1.0 / a, 1.0 / a, zero, low, 1))
    b = x + 1.0 - a
    start = b, jnp.full(a.size, 1.0 / TINY), 1.0 / b, 1.0 / b, zero, ~low, 1
    _, _, _, h, nf, _, _ = lax.while_loop(lambda s: jnp.any(s[5]) & (s[6] < most), fraction_turn, start)
    factor = jnp.exp(a * jnp.log(x) - x - log_gamma(a))
    return jnp.where(low, factor * total, 1.0 - factor * h), jnp.where(low, ns, nf)
