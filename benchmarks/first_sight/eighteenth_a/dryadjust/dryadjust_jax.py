import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def adjust(T, p, dp, tol):
    """Columns that are stable do not change any more, so all of them take part to the end."""
    exner = (p / 1e5) ** 0.2857
    weight = dp * exner

    def unstable(theta):
        return jnp.any(theta[1:] > theta[:-1] + tol, axis=0)

    def mix(below, given):
        above, w_below, w_above = given
        mixed = (w_below * below + w_above * above) / (w_below + w_above)
        on = below > above + tol
        return jnp.where(on, mixed, above), jnp.where(on, mixed, below)

    def turn(state):
        theta, turns, on = state
        top, rest = lax.scan(mix, theta[-1], (theta[:-1], weight[1:], weight[:-1]), reverse=True)
        theta = jnp.concatenate((top[None], rest))
        return theta, turns + on, unstable(theta)

    n = len(T)
    theta = (T / exner).T
    theta, turns, _ = lax.while_loop(lambda s: jnp.any(s[2]), turn, (theta, jnp.zeros(n, jnp.int64), jnp.ones(n, bool)))
    return turns, theta.T * exner
