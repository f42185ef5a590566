import numba as nb
import numpy as np


@nb.njit
def tables():
    label, least = np.empty(256, np.int64), np.empty(256, np.uint8)
    for code in range(256):
        ones, changes, low = 0, 0, code
        edges = code ^ (((code << 1) | (code >> 7)) & 255)
        for k in range(8):
            ones += (code >> k) & 1
            changes += (edges >> k) & 1
            low = min(low, ((code << k) | (code >> (8 - k))) & 255)
        label[code] = ones if changes <= 2 else 9
        least[code] = low
    return label, least


@nb.njit(error_model="numpy")
def lbphist(image, cell):
    n, m = image.shape
    label, turned = tables()
    least = np.empty((n - 2, m - 2), np.uint8)
    rows, columns = (n - 2) // cell, (m - 2) // cell
    hist = np.zeros((rows, columns, 10))
    for i in range(1, n - 1):
        a = (i - 1) // cell
        for j in range(1, m - 1):
            c = image[i, j]
            code = np.int64(image[i - 1, j - 1] >= c)
            code |= np.int64(image[i - 1, j] >= c) << 1
            code |= np.int64(image[i - 1, j + 1] >= c) << 2
            code |= np.int64(image[i, j + 1] >= c) << 3
            code |= np.int64(image[i + 1, j + 1] >= c) << 4
            code |= np.int64(image[i + 1, j] >= c) << 5
            code |= np.int64(image[i + 1, j - 1] >= c) << 6
            code |= np.int64(image[i, j - 1] >= c) << 7
            least[i - 1, j - 1] = turned[code]
            b = (j - 1) // cell
            if a < rows and b < columns:
                hist[a, b, label[code]] += 1.0
    mean = np.zeros(10)
    for a in range(rows):
        for b in range(columns):
            for k in range(10):
                hist[a, b, k] /= cell ** 2
                mean[k] += hist[a, b, k]
    mean /= rows * columns
    far = np.zeros((rows, columns))
    for a in range(rows):
        for b in range(columns):
            for k in range(10):
                h = hist[a, b, k]
                far[a, b] += (h - mean[k]) ** 2 / (h + mean[k] + 1e-12)
    return hist, far, least
