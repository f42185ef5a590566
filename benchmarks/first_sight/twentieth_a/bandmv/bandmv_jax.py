from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(2, 3))
def bandmv(alpha, beta, kl, ku, AB, x, y, z):
    n = x.size
    total = jnp.zeros(n + kl + ku)
    for d in range(kl + ku + 1):
        total = total.at[d:d + n].add(x * AB[d])
    y = beta * y + alpha * total[ku:ku + n]
    padded = jnp.pad(y, (ku, kl))
    z = jnp.zeros(n)
    for d in range(kl + ku + 1):
        z = z + AB[d] * padded[d:d + n]
    return y, z
