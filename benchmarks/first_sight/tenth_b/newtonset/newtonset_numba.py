import numba as nb
import numpy as np


@nb.njit
def basins(re, im, steps, tol=1e-8):
    n, m = len(im), len(re)
    count = np.zeros((n, m), np.int32)
    root = np.full((n, m), -1, np.int8)
    for i in range(n):
        for j in range(m):
            z = complex(re[j], im[i])
            for it in range(steps):
                z2 = z * z
                z = z - (z2 * z - 1.0) / (3.0 * z2)
                d = z * z * z - 1.0
                if not np.sqrt(d.real * d.real + d.imag * d.imag) > tol:
                    break
                count[i, j] += 1
            for k in range(3):
                tr = 1.0 if k == 0 else -0.5
                ti = 0.0 if k == 0 else (0.8660254037844386 if k == 1 else -0.8660254037844386)
                if np.hypot(z.real - tr, z.imag - ti) < 1e-3:
                    root[i, j] = k
    return root, count
