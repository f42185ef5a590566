import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def logp(a, b):
    across = b - 0.5 * a ** 2 + 1.0
    p, q = -0.5 * (a - 1.5) ** 2, -0.9 * (a + 1.2) ** 2
    return -2.0 * across ** 2 + max(p, q) + np.log1p(np.exp(-abs(p - q)))


@nb.njit(error_model="numpy")
def along(d, at, other):
    return logp(at, other) if d == 0 else logp(other, at)


@nb.njit(error_model="numpy")
def slicesamp(x, draws, width=0.8):
    steps, dims, tries, chains = draws.shape
    means = np.zeros((steps, dims))
    for t in range(steps):
        for c in range(chains):
            for d in range(dims):
                here, other = x[d, c], x[1 - d, c]
                level = along(d, here, other) + np.log(draws[t, d, 0, c])
                left = here - width * draws[t, d, 1, c]
                right = left + width
                for _ in range(6):
                    if not along(d, left, other) > level:
                        break
                    left -= width
                for _ in range(6):
                    if not along(d, right, other) > level:
                        break
                    right += width
                for k in range(2, tries):
                    new = left + draws[t, d, k, c] * (right - left)
                    if along(d, new, other) > level:
                        x[d, c] = new
                        break
                    if new < here:
                        left = new
                    else:
                        right = new
            means[t, 0] += x[0, c]
            means[t, 1] += x[1, c]
    return means / chains
