import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def selfenergy(neighbour, dH, G, D):
    nk, ne, na, orb, _ = G.shape
    nq, nw = D.shape[:2]

    def one(rank, sigma):
        q, w = rank // nw, rank % nw
        shifted = jnp.roll(G, q, axis=0)
        wide = jnp.pad(shifted, ((0, 0), (nw, nw), (0, 0), (0, 0), (0, 0)))
        size = (nk, ne, na, orb, orb)
        green = (lax.dynamic_slice(wide, (0, nw - w - 1, 0, 0, 0), size)
                 + lax.dynamic_slice(wide, (0, nw + w + 1, 0, 0, 0), size))[:, :, neighbour]
        right = jnp.einsum("abij,abjmc->abimc", D[q, w], dH)
        left = jnp.einsum("abirm,keabmn->keabirn", dH, green)
        return sigma + jnp.einsum("keabirn,abinc->kearc", left, right)
    return lax.fori_loop(0, nq * nw, one, jnp.zeros_like(G))
