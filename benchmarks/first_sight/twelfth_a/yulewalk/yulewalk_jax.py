import jax
import jax.numpy as jnp
from jax import lax


def durbin(r):
    n = r.shape[0] - 1
    at = jnp.arange(n)

    def step(k, state):
        a, e = state
        kappa = (r[k + 1] - jnp.sum(jnp.where(at < k, a * r[k - at], 0.0))) / e
        a = a - kappa * jnp.where(at < k, jnp.roll(a[::-1], k), 0.0)
        return a.at[k].set(kappa), e * (1.0 - kappa ** 2)
    return lax.fori_loop(0, n, step, (jnp.zeros(n), r[0]))


@jax.jit
def yulewalk(r):
    return jax.vmap(durbin)(r)
