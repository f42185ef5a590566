import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def viterbi(start, trans, emit, seen):
    def step(score, x):
        reach = score[:, None] + trans
        return jnp.max(reach, axis=0) + emit[:, x], jnp.argmax(reach, axis=0)
    score, back = lax.scan(step, start + emit[:, seen[0]], seen[1:])
    last = jnp.argmax(score)

    def trace(at, row):
        return row[at], row[at]
    _, path = lax.scan(trace, last, back, reverse=True)
    return jnp.concatenate((path, last[None])), score[last]
