import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def randsvd(A, omega, k, powers=2):
    m, n = A.shape
    Q = np.ascontiguousarray(np.linalg.qr(np.dot(A, omega))[0])
    for _ in range(powers):
        Z = np.ascontiguousarray(np.linalg.qr(np.dot(A.T, Q))[0])
        Q = np.ascontiguousarray(np.linalg.qr(np.dot(A, Z))[0])
    small, s, right = np.linalg.svd(np.dot(Q.T, A), False)
    u = np.dot(Q, np.ascontiguousarray(small[:, :k]))
    vt = np.ascontiguousarray(right[:k])
    for c in range(k):
        best = 0
        for i in range(m):
            if abs(u[i, c]) > abs(u[best, c]):
                best = i
        if u[best, c] < 0.0:
            for i in range(m):
                u[i, c] = -u[i, c]
            for j in range(n):
                vt[c, j] = -vt[c, j]
    near = np.dot(u * s[:k], vt)
    left, whole = 0.0, 0.0
    for i in range(m):
        for j in range(n):
            left += (A[i, j] - near[i, j]) ** 2
            whole += A[i, j] ** 2
    return u, s[:k].copy(), vt, np.sqrt(left / whole)
