import jax
import jax.numpy as jnp


@jax.jit
def solve(x, f):
    n = x.size
    g = f.T
    for k in range(n - 1):
        g = jnp.concatenate((g[:k + 1], (g[k + 1:] - g[k:-1]) / (x[k + 1:] - x[:n - k - 1])[:, None]))
    for k in range(n - 2, -1, -1):
        g = jnp.concatenate((g[:k], g[k:-1] - x[k] * g[k + 1:], g[-1:]))
    return g.T
