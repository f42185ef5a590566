import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def pushppr(start, target, seed, alpha, eps):
    degree = jnp.diff(start)
    n = degree.size
    source = jnp.repeat(jnp.arange(n), degree, total_repeat_length=target.size)

    def push(state):
        rank, held, pushes = state
        active = held > eps * degree
        amount = jnp.where(active, held, 0.0)
        share = (1.0 - alpha) * amount / degree
        held = jnp.where(active, 0.0, held).at[target].add(share[source])
        return rank + alpha * amount, held, pushes + jnp.sum(active)

    first = jnp.zeros(n), jnp.zeros(n).at[seed].set(1.0), 0
    rank, held, pushes = lax.while_loop(lambda s: jnp.any(s[1] > eps * degree), push, first)
    best = jnp.argsort(-rank / degree, stable=True)
    return rank, jnp.sum(held), pushes, jnp.cumsum(degree[best])[:10]
