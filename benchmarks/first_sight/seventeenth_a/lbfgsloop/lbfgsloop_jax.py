from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def objective(x, data, weight, edge):
    jump = jnp.diff(x)
    length = jnp.sqrt(jump**2 + edge**2)
    pull = weight * jump / length
    gradient = (x - data).at[:-1].add(-pull).at[1:].add(pull)
    return 0.5 * jnp.sum((x - data) ** 2) + weight * jnp.sum(length), gradient


@partial(jax.jit, static_argnums=4)
def minimise(x, data, weight, edge, memory, history):
    """The ring of pairs begins with zeros, which change nothing."""
    def step(state, k):
        x, value, gradient, S, Y, rho = state
        order = (k + jnp.arange(memory)) % memory

        def back(q, i):
            a = rho[i] * (S[i] @ q)
            return q - a * Y[i], a

        def forth(q, given):
            i, a = given
            return q + (a - rho[i] * (Y[i] @ q)) * S[i], None
        q, alpha = lax.scan(back, gradient, order[::-1])
        last = (k - 1) % memory
        q = q * jnp.where(k > 0, 1.0 / (rho[last] * (Y[last] @ Y[last])), 1.0)
        q, _ = lax.scan(forth, q, (order, alpha[::-1]))
        d = -q
        slope = d @ gradient

        def shorter(s):
            return 0.5 * s[0], *objective(x + 0.5 * s[0] * d, data, weight, edge)
        first = 1.0, *objective(x + d, data, weight, edge)
        length, ahead, after = lax.while_loop(lambda s: (s[1] > value + 1e-4 * s[0] * slope) & (s[0] > 1e-6), shorter, first)
        s, y = length * d, after - gradient
        slot = k % memory
        return (x + s, ahead, after, S.at[slot].set(s), Y.at[slot].set(y), rho.at[slot].set(1.0 / (s @ y))), ahead
    pairs = jnp.zeros((memory, x.size))
    (x, *_), history = lax.scan(step, (x, *objective(x, data, weight, edge), pairs, pairs, jnp.zeros(memory)), jnp.arange(history.size))
    return x, history
