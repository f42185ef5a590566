import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def mirror(i, n):
    if i < 0:
        return -i
    return 2 * n - 2 - i if i >= n else i


@nb.njit(error_model="numpy")
def blur(image, sigma, reach):
    n, m = image.shape
    bell = np.empty(2 * reach + 1)
    for k in range(bell.size):
        bell[k] = np.exp(-0.5 * ((k - reach) / sigma) ** 2)
    bell /= np.sum(bell)
    tall, out = np.zeros((n, m)), np.zeros((n, m))
    wide = np.empty(m + 2 * reach)
    for i in range(n):
        for k in range(bell.size):
            source = mirror(i + k - reach, n)
            for j in range(m):
                tall[i, j] += bell[k] * image[source, j]
        for j in range(m + 2 * reach):
            wide[j] = tall[i, mirror(j - reach, m)]
        for k in range(bell.size):
            for j in range(m):
                out[i, j] += bell[k] * wide[j + k]
    return out


@nb.njit(error_model="numpy")
def gradient(a, axis, out):
    n, m = a.shape
    for i in range(n):
        for j in range(m):
            if axis == 0:
                low, high = max(i - 1, 0), min(i + 1, n - 1)
                out[i, j] = (a[high, j] - a[low, j]) / (high - low)
            else:
                low, high = max(j - 1, 0), min(j + 1, m - 1)
                out[i, j] = (a[i, high] - a[i, low]) / (high - low)


@nb.njit(error_model="numpy")
def frangives(image, scales):
    n, m = image.shape
    best, where = np.zeros((n, m)), np.zeros((n, m), np.int8)
    d, yy, yx, xx = np.empty((n, m)), np.empty((n, m)), np.empty((n, m)), np.empty((n, m))
    for s in range(scales):
        sigma = 1.5 * 2 ** s
        smooth = blur(image, sigma, 4 * 2 ** s)
        gradient(smooth, 0, d)
        gradient(d, 0, yy)
        gradient(d, 1, yx)
        gradient(smooth, 1, d)
        gradient(d, 1, xx)
        most = 0.0
        for i in range(n):
            for j in range(m):
                half, root = 0.5 * (yy[i, j] + xx[i, j]), np.sqrt(0.25 * (yy[i, j] - xx[i, j]) ** 2 + yx[i, j] ** 2)
                a, b = sigma ** 2 * (half + root), sigma ** 2 * (half - root)
                if abs(a) > abs(b):
                    a, b = b, a
                yy[i, j], xx[i, j] = a, b
                most = max(most, a * a + b * b)
        for i in range(n):
            for j in range(m):
                a, b = yy[i, j], xx[i, j]
                if b <= 0.0:
                    ratio = a / (b if b != 0.0 else 1e-10)
                    v = np.exp(-ratio * ratio / 0.5) * (1.0 - np.exp(-(a * a + b * b) / (0.5 * most)))
                    if v > best[i, j]:
                        best[i, j] = v
                        where[i, j] = s + 1
    return best, where
