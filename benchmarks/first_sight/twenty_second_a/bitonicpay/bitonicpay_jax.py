import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def bitonicpay(keys, load):
    n = keys.size
    levels = range(1, n.bit_length())
    stages = np.array([(1 << a, 1 << b) for a in levels for b in range(a - 1, -1, -1)])
    place = jnp.arange(n)

    def stage(state, pair):
        keys, load, swaps = state
        k, j = pair
        mate = place ^ j
        lower = (place & j) == 0
        other = keys[mate]
        more = jnp.where(lower, keys > other, other > keys)
        swap = more == ((place & k) == 0)
        return (jnp.where(swap, other, keys), jnp.where(swap, load[mate], load), swaps + jnp.sum(swap) // 2), None

    (keys, load, swaps), _ = lax.scan(stage, (keys, load, jnp.int64(0)), stages)
    return swaps, keys, load
