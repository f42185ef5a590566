from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=0)
def hofstbut(n, fluxes, energies, width=0.08):
    site = np.arange(n * n).reshape(n, n)

    def one(flux):
        H = jnp.zeros((n * n, n * n), complex).at[site[1:], site[:-1]].set(-1.0)
        H = H.at[site[:, 1:], site[:, :-1]].set(-jnp.exp(2j * jnp.pi * flux * jnp.arange(n))[:, None])
        levels = jnp.linalg.eigvalsh(H + H.conj().T)
        return levels, jnp.exp(-0.5 * ((energies[:, None] - levels) / width) ** 2).sum(axis=1)

    levels, density = lax.map(one, fluxes)
    return levels, density / (jnp.sqrt(2.0 * jnp.pi) * width * n * n)
