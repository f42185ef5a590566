import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def residual(offsets, data, b, x, r):
    n = x.size
    r[:] = b
    for k in range(offsets.size):
        d, row = offsets[k], data[k]
        low, high = max(0, -d), min(n, n - d)
        for i in range(low, high):
            r[i] -= row[i] * x[i + d]
    total = 0.0
    for i in range(n):
        total += r[i] * r[i]
    return np.sqrt(total)


@nb.njit(error_model="numpy")
def diajacobi(offsets, data, b, x, damp=0.9, tol=1e-6, most=400):
    main = 0
    while offsets[main] != 0:
        main += 1
    r = np.empty_like(x)
    scale = damp / data[main]
    rest, goal, steps = residual(offsets, data, b, x, r), tol * np.linalg.norm(b), 0
    while rest > goal and steps < most:
        rest = residual(offsets, data, b, x, r)
        for i in range(x.size):
            x[i] += scale[i] * r[i]
        steps += 1
    return steps, rest
