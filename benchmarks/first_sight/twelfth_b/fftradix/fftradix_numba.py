import numba as nb
import numpy as np


@nb.njit
def transform(x, R, K):
    N = R**K
    F = np.empty((R, R), np.complex128)
    for i in range(R):
        for j in range(R):
            F[i, j] = np.exp(-2.0j * np.pi * i * j / R)
    a = x.copy()
    b = np.empty_like(a)
    for k in range(K):
        s = R**k
        m = N // (s * R)
        for p in range(m):
            for r in range(R):
                turn = np.exp(-2.0j * np.pi * (r * p) / (R * m))
                for q in range(s):
                    t = 0.0j
                    for j in range(R):
                        t += F[r, j] * a[(j * m + p) * s + q]
                    b[(p * R + r) * s + q] = t * turn
        a, b = b, a
    power = 0.0
    for i in range(N):
        power += a[i].real ** 2 + a[i].imag ** 2
    return a, power / N
