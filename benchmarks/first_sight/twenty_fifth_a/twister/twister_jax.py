from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

N, M = 624, 397
K = N - M


def u32(x):
    return jnp.uint32(x)


def twist(here, following, far):
    y = (here & u32(0x80000000)) | (following & u32(0x7FFFFFFF))
    return far ^ (y >> u32(1)) ^ jnp.where(y & u32(1), u32(0x9908B0DF), u32(0))


def temper(y):
    y = y ^ (y >> u32(11))
    y = y ^ ((y << u32(7)) & u32(0x9D2C5680))
    y = y ^ ((y << u32(15)) & u32(0xEFC60000))
    return y ^ (y >> u32(18))


@partial(jax.jit, static_argnums=1)
def twister(seeds, turns):
    def grow(word, i):
        return (new := u32(1812433253) * (word ^ (word >> u32(30))) + i), new

    _, rest = lax.scan(grow, seeds, jnp.arange(1, N, dtype=jnp.uint32))
    state = jnp.concatenate((seeds[None], rest))

    def turn(carry, _):
        s, digest, inside = carry
        one = twist(s[:K], s[1:K + 1], s[M:])
        two = twist(s[K:2 * K], s[K + 1:2 * K + 1], one)
        three = twist(s[2 * K:N - 1], s[2 * K + 1:], two[:N - 1 - 2 * K])
        new = jnp.concatenate((one, two, three))
        s = jnp.concatenate((new, twist(s[N - 1:], new[:1], new[M - 1:M])))
        words = temper(s)
        digest = digest * u32(31) + lax.reduce(words, u32(0), lax.bitwise_xor, (0,))
        u = ((words[0::2] >> u32(5)) * 67108864.0 + (words[1::2] >> u32(6))) / 9007199254740992.0
        return (s, digest, inside + jnp.sum(u[0::2] ** 2 + u[1::2] ** 2 < 1.0, axis=0)), None

    first = state, jnp.zeros_like(seeds), jnp.zeros(seeds.size, jnp.int64)
    (state, digest, inside), _ = lax.scan(turn, first, None, length=turns)
    return state, digest, 4.0 * inside / (turns * (N // 4))
