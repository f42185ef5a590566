import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def warshall(reach):
    def through(k, reach):
        return reach | (reach[:, k, None] & reach[k])
    reach = lax.fori_loop(0, reach.shape[0], through, reach)
    return jnp.count_nonzero(reach), reach
