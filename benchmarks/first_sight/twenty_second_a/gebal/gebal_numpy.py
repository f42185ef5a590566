import numpy as np


def gebal(A, scale, radix=2.0):
    """Rows and columns scaled by powers of the radix until their sums are near; how many rounds that took."""
    n = A.shape[0]
    rounds = 0
    balanced = False
    while not balanced:
        balanced = True
        for i in range(n):
            c = np.sum(np.abs(A[:, i])) - abs(A[i, i])
            r = np.sum(np.abs(A[i, :])) - abs(A[i, i])
            if c == 0.0 or r == 0.0:
                continue
            f, before = 1.0, c + r
            while c < r / radix:
                f *= radix
                c *= radix * radix
            while c >= r * radix:
                f /= radix
                c /= radix * radix
            if (c + r) / f < 0.95 * before:
                balanced = False
                scale[i] *= f
                A[i, :] /= f
                A[:, i] *= f
        rounds += 1
    return rounds
