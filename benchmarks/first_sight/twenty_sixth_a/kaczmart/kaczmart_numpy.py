import numpy as np


def kaczmart(data, col, ptr, b, pixels, sweeps, relax):
    """A picture from sums along rays: each ray in its turn after Kaczmarz, then nothing below zero."""
    x = np.zeros(pixels)
    norm = np.add.reduceat(data ** 2, ptr[:-1])
    miss = np.zeros(sweeps)
    for s in range(sweeps):
        for i in range(b.size):
            at = col[ptr[i]:ptr[i + 1]]
            a = data[ptr[i]:ptr[i + 1]]
            gap = b[i] - a @ x[at]
            x[at] += relax * gap / norm[i] * a
            miss[s] += gap ** 2
        np.maximum(x, 0.0, out=x)
    return x, np.sqrt(miss)
