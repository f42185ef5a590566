import numba as nb
import numpy as np

ANGLES = np.round(np.arctan(2.0 ** -np.arange(28)) / (2.0 * np.pi) * 2.0 ** 32).astype(np.int32)
GAIN = int(np.round(2.0 ** 31 / np.prod(np.sqrt(1.0 + 4.0 ** -np.arange(28)))))
BLOCK = 512


@nb.njit(error_model="numpy")
def rotate(x, y, z, count, by_angle):
    """All turns of a block of vectors, without branches, so that several go at once."""
    for s in range(ANGLES.size):
        shift, angle = np.int32(s), ANGLES[s]
        for t in range(count):
            a, b = x[t], y[t]
            m = z[t] >> np.int32(31) if by_angle else ~(b >> np.int32(31))
            x[t] = a - (((b >> shift) ^ m) - m)
            y[t] = b + (((a >> shift) ^ m) - m)
            z[t] -= (angle ^ m) - m


@nb.njit(error_model="numpy")
def cordicvec(i, q, advance):
    n = i.size
    size, angle, growth = np.empty(n, np.int32), np.empty(n, np.int32), np.zeros(n, np.int32)
    xs, ys = np.empty(n, np.int32), np.empty(n, np.int32)
    x, y, z = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    for start in range(0, n, BLOCK):
        count = min(BLOCK, n - start)
        for t in range(count):
            m = i[start + t] >> np.int32(31)
            x[t], y[t] = (i[start + t] ^ m) - m, (q[start + t] ^ m) - m
            z[t] = m << np.int32(31)
        rotate(x, y, z, count, False)
        for t in range(count):
            size[start + t], angle[start + t] = np.int32((np.int64(x[t]) * GAIN) >> 31), z[t]
            a = np.int32(-((start + t) * advance))
            far = a < -1073741824 or a >= 1073741824
            x[t], y[t] = -i[start + t] if far else i[start + t], -q[start + t] if far else q[start + t]
            z[t] = np.int32(a - 2147483648) if far else a
        rotate(x, y, z, count, True)
        for t in range(count):
            xs[start + t] = np.int32((np.int64(x[t]) * GAIN) >> 31)
            ys[start + t] = np.int32((np.int64(y[t]) * GAIN) >> 31)
    for t in range(1, n):
        growth[t] = angle[t] - angle[t - 1]
    return size, angle, growth, xs, ys
