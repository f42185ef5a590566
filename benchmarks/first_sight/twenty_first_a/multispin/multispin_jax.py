import jax
import jax.numpy as jnp
from jax import lax


def half(spins, row, start, often, seldom):
    here = spins[row::2, start::2]
    up = jnp.roll(spins, 1, axis=0)[row::2, start::2] ^ here
    down = jnp.roll(spins, -1, axis=0)[row::2, start::2] ^ here
    left = jnp.roll(spins, 1, axis=1)[row::2, start::2] ^ here
    right = jnp.roll(spins, -1, axis=1)[row::2, start::2] ^ here
    a, b = up ^ down, up & down
    c, d = left ^ right, left & right
    odd, two = a ^ c, b | d | (a & c)
    turned = here ^ (two | (odd & often[row::2]) | (~odd & ~two & seldom[row::2]))
    return spins.at[row::2, start::2].set(turned)


@jax.jit
def multispin(spins, chance):
    def sweep(spins, words):
        for colour in range(2):
            often = words[colour, 0]
            seldom = often & words[colour, 1]
            spins = half(spins, 0, colour, often, seldom)
            spins = half(spins, 1, 1 - colour, often, seldom)
        return spins, jnp.sum(lax.population_count(spins))

    spins, up = lax.scan(sweep, spins, chance)
    return up, spins
