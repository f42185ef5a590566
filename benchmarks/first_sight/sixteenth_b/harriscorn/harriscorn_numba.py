import numba as nb
import numpy as np


@nb.njit
def mirrored(i, n):
    return -i if i < 0 else 2 * (n - 1) - i if i >= n else i


@nb.njit
def across(row, out):
    w = row.size
    for j in range(w):
        if 2 <= j < w - 2:
            continue
        a, b, c, d = row[mirrored(j - 2, w)], row[mirrored(j - 1, w)], row[mirrored(j + 1, w)], row[mirrored(j + 2, w)]
        out[j] = 0.0625 * a + 0.25 * b + 0.375 * row[j] + 0.25 * c + 0.0625 * d
    for j in range(2, w - 2):
        out[j] = 0.0625 * row[j - 2] + 0.25 * row[j - 1] + 0.375 * row[j] + 0.25 * row[j + 1] + 0.0625 * row[j + 2]


@nb.njit(inline="always")
def down(m, p, q, i, r, s, j):
    return 0.0625 * m[p, j] + 0.25 * m[q, j] + 0.375 * m[i, j] + 0.25 * m[r, j] + 0.0625 * m[s, j]


@nb.njit
def corners(image, most, kappa=0.05, share=0.02):
    h, w = image.shape
    smooth = np.empty((3, h, w))
    gi, gj, product = np.empty(w), np.empty(w), np.empty(w)
    for i in range(h):
        above, below = max(i - 1, 0), min(i + 1, h - 1)
        scale = 0.5 if below - above == 2 else 1.0
        for j in range(w):
            gi[j] = (image[below, j] - image[above, j]) * scale
        for j in range(1, w - 1):
            gj[j] = (image[i, j + 1] - image[i, j - 1]) * 0.5
        gj[0], gj[w - 1] = image[i, 1] - image[i, 0], image[i, w - 1] - image[i, w - 2]
        for j in range(w):
            product[j] = gi[j] * gi[j]
        across(product, smooth[0, i])
        for j in range(w):
            product[j] = gi[j] * gj[j]
        across(product, smooth[1, i])
        for j in range(w):
            product[j] = gj[j] * gj[j]
        across(product, smooth[2, i])
    response = np.empty((h, w))
    top = -np.inf
    for i in range(h):
        p, q, r, s = mirrored(i - 2, h), mirrored(i - 1, h), mirrored(i + 1, h), mirrored(i + 2, h)
        for j in range(w):
            a = down(smooth[0], p, q, i, r, s, j)
            b = down(smooth[1], p, q, i, r, s, j)
            c = down(smooth[2], p, q, i, r, s, j)
            response[i, j] = a * c - b * b - kappa * (a + c) * (a + c)
        top = max(top, response[i].max())
    value, place = np.empty(h * w), np.empty(h * w, np.int64)
    count = 0
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            x = response[i, j]
            if x <= share * top:
                continue
            if (x > response[i - 1, j - 1] and x > response[i - 1, j] and x > response[i - 1, j + 1] and x > response[i, j - 1]
                    and x > response[i, j + 1] and x > response[i + 1, j - 1] and x > response[i + 1, j] and x > response[i + 1, j + 1]):
                value[count], place[count] = -x, i * w + j
                count += 1
    order = np.argsort(value[:count], kind="mergesort")
    rows, cols = np.full(most, -1, np.int64), np.full(most, -1, np.int64)
    for k in range(min(most, count)):
        rows[k], cols[k] = place[order[k]] // w, place[order[k]] % w
    return response, rows, cols, count
