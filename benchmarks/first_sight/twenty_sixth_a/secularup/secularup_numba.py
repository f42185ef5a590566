import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def secular(t, d, origin, z2, rho):
    total = 0.0
    for k in range(d.size):
        total += z2[k] / (d[k] - origin - t)
    return 1.0 + rho * total


@nb.njit(error_model="numpy")
def secularup(d, z, rho, tol):
    n = d.size
    z2 = z * z
    lam, zhat, t, origin = np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    vectors = np.empty((n, n))
    for i in range(n):
        width = d[i + 1] - d[i] if i < n - 1 else rho * np.sum(z2)
        origin[i], lo, hi = d[i], 0.0, 0.5 * width
        if i == n - 1:
            hi = width
        elif secular(0.5 * width, d, d[i], z2, rho) < 0.0:
            origin[i], lo, hi = d[i + 1], -0.5 * width, 0.0
        while hi - lo > tol * max(abs(lo), abs(hi)):
            mid = 0.5 * (lo + hi)
            if secular(mid, d, origin[i], z2, rho) < 0.0:
                lo = mid
            else:
                hi = mid
        t[i] = 0.5 * (lo + hi)
        lam[i] = origin[i] + t[i]
    product = np.ones(n)
    for i in range(n):
        for k in range(n):
            apart = 1.0
            if i < n - 1:
                apart = d[i] - d[k] if i < k else d[i + 1] - d[k]
            gap = t[i] - (d[k] - origin[i])
            vectors[i, k] = gap
            product[k] *= gap / apart
    for k in range(n):
        zhat[k] = np.copysign(np.sqrt(product[k] / rho), z[k])
    for i in range(n):
        total = 0.0
        for k in range(n):
            vectors[i, k] = zhat[k] / vectors[i, k]
            total += vectors[i, k] ** 2
        scale = 1.0 / np.sqrt(total)
        for k in range(n):
            vectors[i, k] *= scale
    return lam, zhat, vectors
