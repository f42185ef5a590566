from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def tuckerproj(T, A, B, C, steps, pace=0.3):
    def step(state, _):
        A, B, C, core = state
        core = jnp.einsum("ijk,ip,jq,kr->pqr", T, A, B, C, optimize=True)
        rows = jnp.tensordot(core, C, axes=(2, 1))
        wide = jnp.einsum("pqk,jq->pjk", rows, B)
        rest = T - jnp.tensordot(A, wide, axes=1)
        half = jnp.einsum("ijk,ip->pjk", rest, A)
        rate = pace / jnp.sum(core ** 2)
        dC = jnp.einsum("pjk,pqr,jq->kr", half, core, B, optimize=True)
        new = A + rate * jnp.einsum("ijk,pjk->ip", rest, wide), B + rate * jnp.einsum("pjk,pqk->jq", half, rows), C + rate * dC, core
        return new, jnp.sum(rest ** 2)

    core = jnp.zeros((A.shape[1], B.shape[1], C.shape[1]))
    (A, B, C, core), left = lax.scan(step, (A, B, C, core), None, length=steps)
    return core, left, A, B, C
