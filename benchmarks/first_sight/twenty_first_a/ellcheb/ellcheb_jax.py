import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def ellcheb(columns, values, b, x, tol, low=0.05, high=1.95):
    middle, half = 0.5 * (high + low), 0.5 * (high - low)
    sigma = middle / half
    goal = tol * jnp.sqrt(b @ b)

    def multiply(x):
        return jnp.sum(values * x[columns], axis=0)

    def body(state):
        rounds, x, r, d, rho = state
        x, r = x + d, r - multiply(d)
        after = 1.0 / (2.0 * sigma - rho)
        return rounds + 1, x, r, after * rho * d + 2.0 * after / half * (r / values[0]), after

    r = b - multiply(x)
    start = 0, x, r, r / values[0] / middle, 1.0 / sigma
    rounds, x, r, _, _ = lax.while_loop(lambda s: (jnp.sqrt(s[2] @ s[2]) > goal) & (s[0] < 500), body, start)
    return rounds, jnp.sqrt(r @ r), x
