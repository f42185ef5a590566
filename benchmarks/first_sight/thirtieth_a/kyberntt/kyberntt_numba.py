import numba as nb
import numpy as np

Q = 3329
ZETAS = np.array([pow(17, int(f"{i:07b}"[::-1], 2), Q) for i in range(128)]).astype(np.int32)


@nb.njit(error_model="numpy")
def ntt(r):
    k, length = 1, 128
    while length >= 2:
        for start in range(0, 256, 2 * length):
            z = ZETAS[k]
            for i in range(start, start + length):
                t = np.int32(z * r[i + length]) % np.int32(Q)
                r[i + length] = r[i] - t if r[i] >= t else r[i] - t + Q
                r[i] = r[i] + t if r[i] + t < Q else r[i] + t - Q
            k += 1
        length //= 2


@nb.njit(error_model="numpy")
def inverse_ntt(r):
    k, length = 127, 2
    while length <= 128:
        for start in range(0, 256, 2 * length):
            z = ZETAS[k]
            for i in range(start, start + length):
                t, u = r[i], r[i + length]
                r[i] = t + u if t + u < Q else t + u - Q
                r[i + length] = np.int32(z * np.int32(u - t + Q)) % np.int32(Q)
            k -= 1
        length *= 2
    for i in range(256):
        r[i] = np.int32(3303 * r[i]) % np.int32(Q)


@nb.njit(error_model="numpy")
def kyberntt(matrix, secret, error, bits=4):
    keys, rank, _ = secret.shape
    a, s = np.empty((rank, rank, 256), np.int32), np.empty((rank, 256), np.int32)
    t, few = np.empty((keys, rank, 256), np.int64), np.empty((keys, rank, 256), np.uint8)
    sums = np.empty(256, np.int32)
    for i in range(rank):
        for j in range(rank):
            for c in range(256):
                a[i, j, c] = matrix[i, j, c]
            ntt(a[i, j])
    for key in range(keys):
        for j in range(rank):
            for c in range(256):
                s[j, c] = secret[key, j, c] + Q if secret[key, j, c] < 0 else secret[key, j, c]
            ntt(s[j])
        for i in range(rank):
            sums[:] = 0
            for j in range(rank):
                for c in range(0, 256, 2):
                    z = np.int64(ZETAS[64 + c // 4]) if c % 4 == 0 else Q - np.int64(ZETAS[64 + c // 4])
                    p, q = np.int64(a[i, j, c]), np.int64(a[i, j, c + 1])
                    u, v = np.int64(s[j, c]), np.int64(s[j, c + 1])
                    sums[c] = (sums[c] + p * u + z * (q * v % Q)) % Q
                    sums[c + 1] = (sums[c + 1] + p * v + q * u) % Q
            inverse_ntt(sums)
            for c in range(256):
                r = (sums[c] + error[key, i, c]) % Q
                t[key, i, c] = r
                few[key, i, c] = ((r << bits) + Q // 2) // Q & ((1 << bits) - 1)
    return t, few
