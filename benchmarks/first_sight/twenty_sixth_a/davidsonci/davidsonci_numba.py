import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def davidsonci(A, roots, most, tol):
    """Vectors are rows here, so that each is whole in memory."""
    n = A.shape[0]
    V, AV = np.zeros((most, n)), np.zeros((most, n))
    diag = np.empty(n)
    for i in range(n):
        diag[i] = A[i, i]
    order = np.argsort(diag)
    for k in range(roots):
        V[k, order[k]] = 1.0
        AV[k] = A[order[k]]
    H = np.zeros((most, most))
    m, done = roots, 0
    while True:
        for i in range(done, m):
            for j in range(i + 1):
                H[i, j] = np.dot(V[i], AV[j])
                H[j, i] = H[i, j]
        done = m
        energy, s = np.linalg.eigh(H[:m, :m].copy())
        front = s[:, :roots].T.copy()
        X = np.dot(front, V[:m])
        R = np.dot(front, AV[:m])
        size = np.empty(roots)
        fine = True
        for k in range(roots):
            for i in range(n):
                R[k, i] -= energy[k] * X[k, i]
            size[k] = np.sqrt(np.dot(R[k], R[k]))
            fine &= size[k] < tol
        if fine or m + roots > most:
            weight = np.zeros(n)
            for k in range(roots):
                for i in range(n):
                    weight[i] += X[k, i] ** 2
            return energy[:roots].copy(), weight, m
        for k in range(roots):
            if size[k] < tol:
                continue
            q = V[m]
            for i in range(n):
                below = energy[k] - diag[i]
                q[i] = R[k, i] / (1e-6 if abs(below) < 1e-6 else below)
            for _ in range(2):
                q -= np.dot(np.dot(V[:m], q), V[:m])
            q /= np.sqrt(np.dot(q, q))
            AV[m] = np.dot(A, q)
            m += 1
