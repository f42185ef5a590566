from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def scf(S, H, eri, occupied, most, tol):
    n, keep = S.shape[0], 5
    s, v = jnp.linalg.eigh(S)
    X = (v / jnp.sqrt(s)) @ v.T

    def density(F):
        e, c = jnp.linalg.eigh(X @ F @ X)
        lowest = X @ c[:, :occupied]
        return e, 2.0 * lowest @ lowest.T

    def fock(D):
        F = H + jnp.einsum("pqrs,rs->pq", eri, D) - 0.5 * jnp.einsum("prqs,rs->pq", eri, D)
        return F, 0.5 * jnp.sum((H + F) * D), X @ (F @ D @ S - S @ D @ F) @ X

    def step(state):
        turn, e, D, focks, errors, F, energy, error = state
        place = turn % keep
        focks, errors = focks.at[place].set(F), errors.at[place].set(error)
        there = jnp.arange(keep) <= turn
        products = jnp.einsum("ipq,jpq->ij", errors, errors)
        products = jnp.where(there[:, None] & there[None, :], products / products[place, place], jnp.eye(keep))
        B = jnp.pad(products, ((0, 1), (0, 1))).at[keep, :keep].set(-1.0 * there).at[:keep, keep].set(-1.0 * there)
        weights = jnp.linalg.solve(B, jnp.zeros(keep + 1).at[keep].set(-1.0))[:keep]
        e, D = density(jnp.einsum("i,ipq->pq", weights, focks))
        return (turn + 1, e, D, focks, errors, *fock(D))

    e, D = density(H)
    kept = jnp.zeros((keep, n, n))
    state = (0, e, D, kept, kept, *fock(D))
    state = lax.while_loop(lambda s: (jnp.max(jnp.abs(s[-1])) >= tol) & (s[0] < most - 1), step, state)
    return state[6], state[1], state[2], state[0]
