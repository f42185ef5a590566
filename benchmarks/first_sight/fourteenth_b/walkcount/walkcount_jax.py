import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def walks(indptr, indices, starts, draws, restart):
    n = indptr.size - 1
    steps = draws.shape[0]
    degrees = jnp.diff(indptr)

    def step(at, draw):
        pick = indptr[at] + (draw[0] * degrees[at]).astype(jnp.int64)
        at = jnp.where(draw[1] < restart, starts, indices[pick])
        return at, at
    ends, every = lax.scan(step, starts, draws)
    every = jnp.concatenate([starts[None], every])
    times = jnp.broadcast_to(jnp.arange(steps + 1)[:, None], every.shape)
    first = jnp.full(n, steps + 1).at[every].min(times)
    return jnp.zeros(n, jnp.int64).at[every].add(1), first, ends
