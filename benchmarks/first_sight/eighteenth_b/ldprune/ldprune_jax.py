from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(1, 2))
def prune(genotypes, window, shift, limit):
    """All partners of a site at once: it goes at the first that is commoner, and drops those before."""
    n, m = genotypes.shape
    known = genotypes >= 0
    mean = jnp.where(known, genotypes, 0).sum(axis=0) / jnp.maximum(known.sum(axis=0), 1)
    centred = jnp.where(known, genotypes - mean, 0.0)
    length = jnp.sqrt(jnp.sum(centred**2, axis=0))
    z = centred / jnp.where(length > 0.0, length, 1.0)
    rarer = jnp.minimum(mean / 2.0, 1.0 - mean / 2.0)
    padded, rare = jnp.pad(z, ((0, 0), (0, window))), jnp.pad(rarer, (0, window))
    place = jnp.arange(window)

    def look(keep, w):
        begin = w * shift
        part, share = lax.dynamic_slice(padded, (0, begin), (n, window)), lax.dynamic_slice(rare, (begin,), (window,))
        close = (part.T @ part) ** 2 > limit
        before = lax.dynamic_slice(keep, (begin,), (window,))

        def site(i, alive):
            partner = alive[i] & alive & close[i] & (place > i)
            beaten = partner & (share[i] < share)
            first = jnp.where(beaten.any(), jnp.argmax(beaten), window)
            return (alive & ~(partner & (place < first))).at[i].set(alive[i] & (first == window))

        alive = lax.fori_loop(0, window, site, before)
        return lax.dynamic_update_slice(keep, alive, (begin,)), jnp.sum(before & ~alive)

    keep, dropped = lax.scan(look, rare > 0.01, jnp.arange((m + shift - 1) // shift))
    keep = keep[:m]
    return keep, dropped, z @ jnp.where(keep, rarer, 0.0)
