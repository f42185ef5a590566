import jax
import jax.numpy as jnp
from jax import lax


def lowest(s):
    return s & (~s + jnp.uint8(1))


@jax.jit
def fitchpars(genes, weight, left, right):
    taxa, sites = genes.shape
    start = jnp.concatenate((genes, jnp.zeros((taxa - 1, sites), jnp.uint8)))

    def upwards(left, right):
        def node(k, state):
            sets, score = state
            a, b = sets[left[k]], sets[right[k]]
            both = a & b
            none = both == 0
            return sets.at[taxa + k].set(jnp.where(none, a | b, both)), score + jnp.sum(jnp.where(none, weight, 0))

        return lax.fori_loop(0, taxa - 1, node, (start, jnp.zeros((), weight.dtype)))

    score = lax.map(lambda lr: upwards(*lr)[1], (left, right))
    best = jnp.argmin(score)
    sets, _ = upwards(left[best], right[best])
    sets = sets.at[-1].set(lowest(sets[-1]))

    def down(i, state):
        sets, changes = state
        k = taxa - 2 - i
        above = sets[taxa + k]
        for child in (left[best, k], right[best, k]):
            new = jnp.where(sets[child] & above, above, lowest(sets[child]))
            sets = sets.at[child].set(new)
            changes = changes.at[child].set(jnp.sum(jnp.where(new != above, weight, 0)))
        return sets, changes

    _, changes = lax.fori_loop(0, taxa - 1, down, (sets, jnp.zeros(2 * taxa - 1, weight.dtype)))
    return score, best, changes
