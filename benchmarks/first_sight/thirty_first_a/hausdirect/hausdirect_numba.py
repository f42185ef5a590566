import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def directed(a, b):
    farthest, first, second = 0.0, 0, 0
    for i in range(a.shape[0]):
        least, at = np.inf, 0
        for j in range(b.shape[0]):
            x, y, z = a[i, 0] - b[j, 0], a[i, 1] - b[j, 1], a[i, 2] - b[j, 2]
            d = x * x + y * y + z * z
            if d < least:
                least, at = d, j
                if least <= farthest:
                    break
        if least > farthest:
            farthest, first, second = least, i, at
    return farthest, first, second


@nb.njit(error_model="numpy")
def hausdirect(a, b):
    there, first, second = directed(a, b)
    back, last, other = directed(b, a)
    if there >= back:
        return np.sqrt(there), first, second
    return np.sqrt(back), other, last
