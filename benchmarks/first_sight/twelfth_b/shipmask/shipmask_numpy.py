import numpy as np


def ship(x, y, limit, horizon=4.0):
    c = x + 1j * y[:, np.newaxis]
    z = np.zeros_like(c)
    count = np.zeros(c.shape, dtype=np.int32)
    bound = np.zeros(limit)
    for step in range(limit):
        inside = np.abs(z) < horizon
        z[inside] = (np.abs(z[inside].real) + 1j * np.abs(z[inside].imag)) ** 2 + c[inside]
        count[inside] += 1
        bound[step] = np.count_nonzero(inside) / inside.size
    return count, bound
