import numba as nb
import numpy as np


@nb.njit
def order(a, b):
    return min(a, b), max(a, b)


@nb.njit
def medianet(image, limit, rounds):
    ny, nx = image.shape
    replaced = np.zeros(rounds, np.int64)
    new = image.copy()
    for t in range(rounds):
        count = 0
        for j in range(1, ny - 1):
            for i in range(1, nx - 1):
                a, b, c = image[j - 1, i - 1], image[j - 1, i], image[j - 1, i + 1]
                d, e, f = image[j, i - 1], image[j, i], image[j, i + 1]
                g, h, k = image[j + 1, i - 1], image[j + 1, i], image[j + 1, i + 1]
                b, c = order(b, c)
                e, f = order(e, f)
                h, k = order(h, k)
                a, b = order(a, b)
                d, e = order(d, e)
                g, h = order(g, h)
                b, c = order(b, c)
                e, f = order(e, f)
                h, k = order(h, k)
                d = max(a, d)
                f = min(f, k)
                e, h = order(e, h)
                g = max(d, g)
                e = max(b, e)
                c = min(c, f)
                e = min(e, h)
                e, c = min(e, c), max(e, c)
                e = max(g, e)
                e = min(e, c)
                here = image[j, i]
                off = abs(np.int32(here) - np.int32(e)) > limit
                count += off
                new[j, i] = e if off else here
        replaced[t] = count
        image[1:-1, 1:-1] = new[1:-1, 1:-1]
    return replaced
