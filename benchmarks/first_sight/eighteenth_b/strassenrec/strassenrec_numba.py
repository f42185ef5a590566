import numba as nb
import numpy as np


@nb.njit
def sums_of_a(a, h, s1, s2, s3, s4):
    for i in range(h):
        for j in range(h):
            s1[i, j] = a[h + i, j] + a[h + i, h + j]
            s2[i, j] = s1[i, j] - a[i, j]
            s3[i, j] = a[i, j] - a[h + i, j]
            s4[i, j] = a[i, h + j] - s2[i, j]


@nb.njit
def sums_of_b(b, h, t1, t2, t3, t4):
    for i in range(h):
        for j in range(h):
            t1[i, j] = b[i, h + j] - b[i, j]
            t2[i, j] = b[h + i, h + j] - t1[i, j]
            t3[i, j] = b[h + i, h + j] - b[i, h + j]
            t4[i, j] = t2[i, j] - b[h + i, j]


@nb.njit
def whole(c, h, p1, p2, p3, p4, p5, p6, p7):
    for i in range(h):
        for j in range(h):
            u2 = p1[i, j] + p6[i, j]
            u3 = u2 + p7[i, j]
            c[i, j] = p1[i, j] + p2[i, j]
            c[i, h + j] = u2 + p5[i, j] + p3[i, j]
            c[h + i, j] = u3 - p4[i, j]
            c[h + i, h + j] = u3 + p5[i, j]


def multiply(a, b, leaf):
    """NumPy's products of blocks where they lie, loops for the sums."""
    n = a.shape[0]
    if n <= leaf or n % 2:
        return a @ b
    h = n // 2
    s1, s2, s3, s4, t1, t2, t3, t4 = np.empty((8, h, h))
    sums_of_a(a, h, s1, s2, s3, s4)
    sums_of_b(b, h, t1, t2, t3, t4)
    p1 = multiply(a[:h, :h], b[:h, :h], leaf)
    p2 = multiply(a[:h, h:], b[h:, :h], leaf)
    p3 = multiply(s4, b[h:, h:], leaf)
    p4 = multiply(a[h:, h:], t4, leaf)
    p5, p6, p7 = multiply(s1, t1, leaf), multiply(s2, t2, leaf), multiply(s3, t3, leaf)
    c = np.empty((n, n))
    whole(c, h, p1, p2, p3, p4, p5, p6, p7)
    return c
