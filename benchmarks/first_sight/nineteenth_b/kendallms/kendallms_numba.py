import numba as nb
import numpy as np


@nb.njit
def swaps(a):
    n = len(a)
    b = np.empty_like(a)
    total = 0
    width = 1
    while width < n:
        for begin in range(0, n, 2 * width):
            middle, end = min(begin + width, n), min(begin + 2 * width, n)
            i, j, k = begin, middle, begin
            while i < middle and j < end:
                if a[i] <= a[j]:
                    b[k] = a[i]
                    i += 1
                else:
                    b[k] = a[j]
                    j += 1
                    total += middle - i
                k += 1
            while i < middle:
                b[k] = a[i]
                i += 1
                k += 1
            while j < end:
                b[k] = a[j]
                j += 1
                k += 1
        a, b = b, a
        width *= 2
    return total, a


@nb.njit
def tied(v):
    total, run = 0, 1
    for i in range(1, len(v)):
        if v[i] == v[i - 1]:
            run += 1
        else:
            total += run * (run - 1) // 2
            run = 1
    return total + run * (run - 1) // 2


@nb.njit
def kendall(data):
    n, columns = data.shape
    pairs = n * (n - 1) // 2
    tau = np.eye(columns)
    for p in range(columns):
        ordered = np.argsort(data[:, p], kind="mergesort")
        x = data[ordered, p]
        in_x = tied(x)
        for q in range(p + 1, columns):
            y = data[ordered, q]
            begin, both = 0, 0
            for i in range(1, n + 1):
                if i == n or x[i] != x[begin]:
                    part = y[begin:i]
                    part.sort()
                    both += tied(part)
                    begin = i
            crossed, y = swaps(y)
            in_y = tied(y)
            concordance = pairs - in_x - in_y + both - 2 * crossed
            tau[p, q] = tau[q, p] = concordance / np.sqrt(float(pairs - in_x) * (pairs - in_y))
    return tau
