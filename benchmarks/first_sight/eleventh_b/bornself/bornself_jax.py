import jax
import jax.numpy as jnp


@jax.jit
def born(green, coupling, occupied, sigma):
    ne = green.shape[1]
    nw = occupied.shape[0]
    adjoint = coupling.conj().transpose(0, 2, 1)
    lower = jnp.einsum("mij,kejl,mln->kemin", coupling, green, adjoint)
    upper = jnp.einsum("mij,kejl,mln->kemin", adjoint, green, coupling)
    for w in range(min(nw, ne - 1)):
        sigma = sigma.at[:, w + 1:].add(jnp.einsum("m,kemij->keij", occupied[w] + 1.0, lower[:, : ne - w - 1]))
        sigma = sigma.at[:, : ne - w - 1].add(jnp.einsum("m,kemij->keij", occupied[w], upper[:, w + 1:]))
    return jnp.einsum("keij,keji->e", sigma, green).real, sigma
