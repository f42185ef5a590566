import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def sqrtm_tri(T):
    n = T.shape[0]
    d = jnp.sqrt(jnp.diag(T))
    places = jnp.arange(n)

    def fix(step, state):
        R, i = state, n - 1 - step

        def move(k, row):
            x = row[k] / (d[i] + d[k])
            return jnp.where(places > k, row - x * R[k], row).at[k].set(x)
        row = lax.fori_loop(i + 1, n, move, jnp.where(places > i, T[i], 0.0))
        return R.at[i].set(row.at[i].set(d[i]))

    R = lax.fori_loop(0, n, fix, jnp.zeros_like(T))
    return R, jnp.sqrt(jnp.sum(R.real**2 + R.imag**2))
