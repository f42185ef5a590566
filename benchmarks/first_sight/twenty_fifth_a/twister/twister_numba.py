import numba as nb
import numpy as np

N, M = 624, 397


@nb.njit(error_model="numpy")
def temper(y):
    y ^= y >> np.uint32(11)
    y ^= (y << np.uint32(7)) & np.uint32(0x9D2C5680)
    y ^= (y << np.uint32(15)) & np.uint32(0xEFC60000)
    return np.uint32(y ^ (y >> np.uint32(18)))


@nb.njit(error_model="numpy")
def twister(seeds, turns):
    streams = seeds.size
    state = np.empty((N, streams), np.uint32)
    digest, share = np.zeros(streams, np.uint32), np.empty(streams)
    s, u = np.empty(N, np.uint32), np.empty(N // 2)
    for k in range(streams):
        s[0] = seeds[k]
        for i in range(1, N):
            s[i] = np.uint32(1812433253) * (s[i - 1] ^ (s[i - 1] >> np.uint32(30))) + np.uint32(i)
        total, inside = np.uint32(0), 0
        for t in range(turns):
            for i in range(N):
                following = i + 1 if i + 1 < N else 0
                far = i + M if i + M < N else i + M - N
                y = (s[i] & np.uint32(0x80000000)) | (s[following] & np.uint32(0x7FFFFFFF))
                mask = np.uint32(0x9908B0DF) if y & np.uint32(1) else np.uint32(0)
                s[i] = s[far] ^ (y >> np.uint32(1)) ^ mask
            mixed = np.uint32(0)
            for i in range(0, N, 2):
                a, b = temper(s[i]), temper(s[i + 1])
                mixed ^= a ^ b
                u[i // 2] = ((a >> np.uint32(5)) * 67108864.0 + (b >> np.uint32(6))) / 9007199254740992.0
            total = np.uint32(total * np.uint32(31) + mixed)
            for i in range(0, N // 2, 2):
                inside += u[i] * u[i] + u[i + 1] * u[i + 1] < 1.0
        for i in range(N):
            state[i, k] = s[i]
        digest[k], share[k] = total, 4.0 * inside / (turns * (N // 4))
    return state, digest, share
