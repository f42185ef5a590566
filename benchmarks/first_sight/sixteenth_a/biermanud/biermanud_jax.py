import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def bierman(x, U, D, H, z, noise):
    n = x.shape[0]
    rows = jnp.arange(n)

    def take(state, data):
        x, U, D = state
        h, value, r = data
        f = h @ U
        g = D * f

        def column(j, inner):
            alpha, gain, U, D = inner
            after = alpha + f[j] * g[j]
            old = jnp.where(rows < j, U[:, j], 0.0)
            U = U.at[:, j].add(-f[j] / alpha * jnp.where(rows < j, gain, 0.0))
            gain = (gain + g[j] * old).at[j].set(g[j])
            return after, gain, U, D.at[j].multiply(alpha / after)

        alpha, gain, U, D = lax.fori_loop(0, n, column, (r, jnp.zeros(n), U, D))
        return (x + gain * ((value - h @ x) / alpha), U, D), None

    state, _ = lax.scan(take, (x, U, D), (H, z, noise))
    return state
