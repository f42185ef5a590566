import numpy as np

N, M = 624, 397


def seeded(seeds):
    state = np.empty((N, seeds.size), dtype=np.uint32)
    state[0] = seeds
    for i in range(1, N):
        state[i] = np.uint32(1812433253) * (state[i - 1] ^ (state[i - 1] >> np.uint32(30))) + np.uint32(i)
    return state


def twist(state, lo, hi, low_next, far):
    """Words lo to hi of the next state, in place; words that they need lie from low_next and far on."""
    count = hi - lo
    y = (state[lo:hi] & np.uint32(0x80000000)) | (state[low_next:low_next + count] & np.uint32(0x7FFFFFFF))
    state[lo:hi] = state[far:far + count] ^ (y >> np.uint32(1)) ^ np.where(y & np.uint32(1), np.uint32(0x9908B0DF), np.uint32(0))


def temper(y):
    y = y ^ (y >> np.uint32(11))
    y ^= (y << np.uint32(7)) & np.uint32(0x9D2C5680)
    y ^= (y << np.uint32(15)) & np.uint32(0xEFC60000)
    return y ^ (y >> np.uint32(18))


def twister(seeds, turns):
    """Matsumoto's and Nishimura's generator in many streams: sums of all words, and points in a quarter of a disk."""
    state = seeded(seeds)
    digest = np.zeros(seeds.size, dtype=np.uint32)
    inside = np.zeros(seeds.size, dtype=np.int64)
    for t in range(turns):
        twist(state, 0, N - M, 1, M)
        twist(state, N - M, 2 * (N - M), N - M + 1, 0)
        twist(state, 2 * (N - M), N - 1, 2 * (N - M) + 1, N - M)
        twist(state, N - 1, N, 0, M - 1)
        words = temper(state)
        digest = digest * np.uint32(31) + np.bitwise_xor.reduce(words, axis=0)
        high, low = words[0::2] >> np.uint32(5), words[1::2] >> np.uint32(6)
        u = (high * 67108864.0 + low) / 9007199254740992.0
        inside += np.count_nonzero(u[0::2] ** 2 + u[1::2] ** 2 < 1.0, axis=0)
    return state, digest, 4.0 * inside / (turns * (N // 4))
