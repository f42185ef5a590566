import numpy as np


def multiply(a, b, leaf):
    """The product of two square matrices by seven products of halves, until they are small; Winograd's fifteen sums."""
    n = a.shape[0]
    if n <= leaf or n % 2:
        return a @ b
    h = n // 2
    a11, a12, a21, a22 = a[:h, :h], a[:h, h:], a[h:, :h], a[h:, h:]
    b11, b12, b21, b22 = b[:h, :h], b[:h, h:], b[h:, :h], b[h:, h:]
    s1 = a21 + a22
    s2 = s1 - a11
    s3 = a11 - a21
    s4 = a12 - s2
    t1 = b12 - b11
    t2 = b22 - t1
    t3 = b22 - b12
    t4 = t2 - b21
    p1 = multiply(a11, b11, leaf)
    p2 = multiply(a12, b21, leaf)
    p3 = multiply(s4, b22, leaf)
    p4 = multiply(a22, t4, leaf)
    p5 = multiply(s1, t1, leaf)
    p6 = multiply(s2, t2, leaf)
    p7 = multiply(s3, t3, leaf)
    u2 = p1 + p6
    u3 = u2 + p7
    u4 = u2 + p5
    c = np.empty((n, n))
    c[:h, :h] = p1 + p2
    c[:h, h:] = u4 + p3
    c[h:, :h] = u3 - p4
    c[h:, h:] = u3 + p5
    return c
