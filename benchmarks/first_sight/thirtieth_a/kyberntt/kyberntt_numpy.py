import numpy as np

Q = 3329
ZETAS = np.array([pow(17, int(f"{i:07b}"[::-1], 2), Q) for i in range(128)])


def ntt(r):
    """In place, along the last axis, down to pairs."""
    k, length = 1, 128
    while length >= 2:
        for start in range(0, 256, 2 * length):
            lo, hi = r[..., start:start + length], r[..., start + length:start + 2 * length]
            t = ZETAS[k] * hi % Q
            hi[...] = (lo - t) % Q
            lo[...] = (lo + t) % Q
            k += 1
        length //= 2


def inverse_ntt(r):
    k, length = 127, 2
    while length <= 128:
        for start in range(0, 256, 2 * length):
            lo, hi = r[..., start:start + length], r[..., start + length:start + 2 * length]
            t = lo.copy()
            lo[...] = (t + hi) % Q
            hi[...] = ZETAS[k] * (hi - t) % Q
            k -= 1
        length *= 2
    r *= 3303
    r %= Q


def add_product(out, a, b):
    """Products of pairs modulo x^2 - z and x^2 + z, added to out."""
    z = ZETAS[64:]
    out[..., 0::4] += a[..., 0::4] * b[..., 0::4] + z * (a[..., 1::4] * b[..., 1::4] % Q)
    out[..., 1::4] += a[..., 0::4] * b[..., 1::4] + a[..., 1::4] * b[..., 0::4]
    out[..., 2::4] += a[..., 2::4] * b[..., 2::4] - z * (a[..., 3::4] * b[..., 3::4] % Q)
    out[..., 3::4] += a[..., 2::4] * b[..., 3::4] + a[..., 3::4] * b[..., 2::4]
    out %= Q


def kyberntt(matrix, secret, error, bits=4):
    """matrix times secret plus error for each key, and the same in few bits."""
    a, s = matrix.copy(), secret % Q
    ntt(a)
    ntt(s)
    t = np.zeros_like(s)
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            add_product(t[:, i], a[i, j], s[:, j])
    inverse_ntt(t)
    t = (t + error) % Q
    return t, (((t << bits) + Q // 2) // Q & ((1 << bits) - 1)).astype(np.uint8)
