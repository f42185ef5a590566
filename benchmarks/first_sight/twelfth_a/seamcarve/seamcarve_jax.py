from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def seamcarve(energy, K):
    h, w = energy.shape
    inf = jnp.full(1, jnp.inf)

    def down(above, e):
        wide = jnp.concatenate([inf, above, inf])
        row = e + jnp.minimum(jnp.minimum(wide[:-2], above), wide[2:])
        return row, row

    def one(energy, _):
        last, rows = lax.scan(down, energy[0], energy[1:])
        j = jnp.argmin(last)
        M = jnp.concatenate([energy[:1], rows])
        wide = jnp.pad(M[:-1], ((0, 0), (1, 1)), constant_values=jnp.inf)

        def up(j, row):
            j = j - 1 + jnp.argmin(lax.dynamic_slice(row, (j,), (3,)))
            return j, j
        _, path = lax.scan(up, j, wide, reverse=True)
        path = jnp.concatenate([path, j[None]])
        return energy.at[jnp.arange(h), path].set(100.0), (path, last[j])
    energy, (seams, cost) = lax.scan(one, energy, None, length=K)
    return seams, cost, energy
