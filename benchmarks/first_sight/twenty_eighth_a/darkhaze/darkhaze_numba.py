import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def least_near(a, reach, half, out):
    n, m = a.shape
    for i in range(n):
        half[i] = a[max(i - reach, 0)]
        for k in range(max(i - reach, 0) + 1, min(i + reach, n - 1) + 1):
            for j in range(m):
                half[i, j] = min(half[i, j], a[k, j])
    for i in range(n):
        out[i] = half[i]
        for k in range(1, reach + 1):
            for j in range(m - k):
                out[i, j] = min(out[i, j], half[i, j + k])
            for j in range(k, m):
                out[i, j] = min(out[i, j], half[i, j - k])


@nb.njit(error_model="numpy")
def mean_near(a, reach, half, out):
    n, m = a.shape
    share = np.float32(1.0) / np.float32((2 * reach + 1) ** 2)
    for i in range(n):
        half[i] = 0.0
        for k in range(-reach, reach + 1):
            row = a[min(max(i + k, 0), n - 1)]
            for j in range(m):
                half[i, j] += row[j]
    for i in range(n):
        for j in range(m):
            s = np.float32(0.0)
            if reach <= j < m - reach:
                for k in range(j - reach, j + reach + 1):
                    s += half[i, k]
            else:
                for k in range(j - reach, j + reach + 1):
                    s += half[i, min(max(k, 0), m - 1)]
            out[i, j] = s * share


@nb.njit(error_model="numpy")
def darkhaze(image, reach, keep=0.95, least=0.1):
    n, m = image.shape[0], image.shape[1]
    a, half, dark = np.empty((n, m), np.float32), np.empty((n, m), np.float32), np.empty((n, m), np.float32)
    for i in range(n):
        for j in range(m):
            a[i, j] = min(image[i, j, 0], image[i, j, 1], image[i, j, 2])
    least_near(a, reach, half, dark)
    count = max(1, n * m // 500)
    level = np.partition(dark.ravel(), n * m - count)[n * m - count]
    total, found = np.zeros(3), 0
    for i in range(n):
        for j in range(m):
            if dark[i, j] >= level:
                found += 1
                for c in range(3):
                    total[c] += image[i, j, c]
    air = (total / found).astype(np.float32)
    for i in range(n):
        for j in range(m):
            a[i, j] = min(image[i, j, 0] / air[0], image[i, j, 1] / air[1], image[i, j, 2] / air[2])
    least_near(a, reach, half, dark)
    for i in range(n):
        for j in range(m):
            a[i, j] = np.float32(1.0) - np.float32(keep) * dark[i, j]
    through, clear = np.empty((n, m), np.float32), np.empty((n, m, 3), np.float32)
    mean_near(a, reach, half, through)
    for i in range(n):
        for j in range(m):
            through[i, j] = max(through[i, j], np.float32(least))
            for c in range(3):
                v = (image[i, j, c] - air[c]) / through[i, j] + air[c]
                clear[i, j, c] = min(max(v, np.float32(0.0)), np.float32(1.0))
    return clear, through, air
