import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def search(letters, wanted, lengths):
    one = jnp.uint64(1)
    place = jnp.arange(wanted.shape[1])
    bits = (one << place.astype(jnp.uint64)) * (place < lengths[:, None]).astype(jnp.uint64)
    equal = jnp.stack([jnp.sum(jnp.where(wanted == c, bits, jnp.uint64(0)), axis=1, dtype=jnp.uint64) for c in range(4)])
    shift = (lengths - 1).astype(jnp.uint64)

    def step(state, given):
        up, down, score, least, end = state
        letter, j = given
        eq = equal[letter]
        vertical = eq | down
        horizontal = (((eq & up) + up) ^ up) | eq
        plus = down | ~(horizontal | up)
        minus = up & horizontal
        score = score + ((plus >> shift) & one).astype(int) - ((minus >> shift) & one).astype(int)
        better = score < least
        plus, minus = plus << one, minus << one
        return (minus | ~(vertical | plus), plus & vertical, score, jnp.where(better, score, least), jnp.where(better, j, end)), None
    zero = jnp.zeros(lengths.size, jnp.uint64)
    start = (~zero, zero, lengths, lengths, jnp.full(lengths.size, -1))
    (_, _, score, least, end), _ = lax.scan(step, start, (letters, jnp.arange(letters.size)))
    return least, end, score
