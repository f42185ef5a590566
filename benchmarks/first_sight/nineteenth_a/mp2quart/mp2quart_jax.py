from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=3)
def correlate(eri, C, e, occupied):
    occ, virt = C[:, :occupied], C[:, occupied:]
    step = jnp.einsum("iqrs,qa->iars", jnp.einsum("pqrs,pi->iqrs", eri, occ), virt)
    ovov = jnp.einsum("iajs,sb->iajb", jnp.einsum("iars,rj->iajs", step, occ), virt)
    pair = e[:occupied, None] - e[None, occupied:]
    t = ovov / (pair[:, :, None, None] + pair[None, None])
    exchanged = t.swapaxes(1, 3)
    opposite, same = jnp.sum(t * ovov), jnp.sum((t - exchanged) * ovov)
    both = 2.0 * t - exchanged
    pairs = jnp.einsum("iajb,iajb->ij", both, ovov)
    return opposite, same, 1.2 * opposite + same / 3.0, pairs, -jnp.einsum("iakb,jakb->ij", t, both)
