import jax
import jax.numpy as jnp
from jax import lax


def rotate(word, by):
    return (word << by) | (word >> ((jnp.uint64(64) - by) & jnp.uint64(63)))


@jax.jit
def keccakf(data, rc, turn):
    messages, blocks, rate = data.shape

    def turn_round(r, A):
        C = A[0] ^ A[1] ^ A[2] ^ A[3] ^ A[4]
        A = A ^ jnp.roll(C, 1, axis=0) ^ rotate(jnp.roll(C, -1, axis=0), jnp.uint64(1))
        B = [[None] * 5 for _ in range(5)]
        for y in range(5):
            for x in range(5):
                B[(2 * x + 3 * y) % 5][y] = rotate(A[y, x], turn[y, x])
        B = jnp.stack([jnp.stack(row) for row in B])
        return (B ^ (~jnp.roll(B, -1, axis=1) & jnp.roll(B, -2, axis=1))).at[0, 0].set(B[0, 0] ^ (~B[0, 1] & B[0, 2]) ^ rc[r])

    def absorb(b, state):
        state = state.at[:rate].set(state[:rate] ^ data[:, b].T)
        return lax.fori_loop(0, rc.size, turn_round, state.reshape(5, 5, messages)).reshape(25, messages)

    return lax.fori_loop(0, blocks, absorb, jnp.zeros((25, messages), jnp.uint64))[:4].T
