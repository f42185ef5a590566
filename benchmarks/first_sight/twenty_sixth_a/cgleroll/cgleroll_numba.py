import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def advance(base, A, out, b, c, h, dt):
    n, m = A.shape
    spread, bend = (1.0 + 1j * b) / h ** 2, 1.0 + 1j * c
    for i in range(n):
        up, down = i - 1 if i > 0 else n - 1, i + 1 if i < n - 1 else 0
        for j in range(m):
            left, right = j - 1 if j > 0 else m - 1, j + 1 if j < m - 1 else 0
            a = A[i, j]
            around = A[up, j] + A[down, j] + A[i, left] + A[i, right]
            size = a.real * a.real + a.imag * a.imag
            out[i, j] = base[i, j] + dt * (a + spread * (around - 4.0 * a) - bend * (size * a))


@nb.njit(error_model="numpy")
def turn(a, b):
    z = a * b.conjugate()
    return np.arctan2(z.imag, z.real)


@nb.njit(error_model="numpy")
def cgleroll(A, b, c, h, dt, steps):
    n, m = A.shape
    A = A.copy()
    half = np.empty_like(A)
    for _ in range(steps):
        advance(A, A, half, b, c, h, 0.5 * dt)
        advance(A, half, A, b, c, h, dt)
    down, along = np.empty((n, m)), np.empty((n, m))
    total = 0.0
    for i in range(n):
        for j in range(m):
            a = A[i, j]
            down[i, j] = turn(A[(i + 1) % n, j], a)
            along[i, j] = turn(A[i, (j + 1) % m], a)
            total += a.real * a.real + a.imag * a.imag
    charge = np.zeros((n, m), np.int64)
    count = 0
    for i in range(n):
        for j in range(m):
            winding = along[i, j] + down[i, (j + 1) % m] - along[(i + 1) % n, j] - down[i, j]
            charge[i, j] = int(np.rint(winding / (2.0 * np.pi)))
            count += charge[i, j] != 0
    return A, charge, count, total / (n * m)
