import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def times(A, B, C):
    for i in range(3):
        for j in range(3):
            C[i, j] = A[i, 0] * B[0, j] + A[i, 1] * B[1, j] + A[i, 2] * B[2, j]


@nb.njit(error_model="numpy")
def times_dagger(A, B, C):
    for i in range(3):
        for j in range(3):
            C[i, j] = A[i, 0] * np.conj(B[j, 0]) + A[i, 1] * np.conj(B[j, 1]) + A[i, 2] * np.conj(B[j, 2])


@nb.njit(error_model="numpy")
def dagger_times(A, B, C):
    for i in range(3):
        for j in range(3):
            C[i, j] = np.conj(A[0, i]) * B[0, j] + np.conj(A[1, i]) * B[1, j] + np.conj(A[2, i]) * B[2, j]


@nb.njit(error_model="numpy")
def unitary(X, S, T):
    for _ in range(8):
        dagger_times(X, X, S)
        times(X, S, T)
        for i in range(3):
            for j in range(3):
                X[i, j] = 1.5 * X[i, j] - 0.5 * T[i, j]
    det = (X[0, 0] * (X[1, 1] * X[2, 2] - X[1, 2] * X[2, 1]) - X[0, 1] * (X[1, 0] * X[2, 2] - X[1, 2] * X[2, 0])
           + X[0, 2] * (X[1, 0] * X[2, 1] - X[1, 1] * X[2, 0]))
    root = det ** (1.0 / 3.0)
    for i in range(3):
        for j in range(3):
            X[i, j] /= root


@nb.njit(error_model="numpy")
def plaquette(U, S, T):
    n = U.shape[1]
    total = 0.0
    for mu in range(3):
        for nu in range(mu):
            for x in range(n):
                for y in range(n):
                    for z in range(n):
                        mx, my, mz = (x + (mu == 0)) % n, (y + (mu == 1)) % n, (z + (mu == 2)) % n
                        nx, ny, nz = (x + (nu == 0)) % n, (y + (nu == 1)) % n, (z + (nu == 2)) % n
                        times(U[mu, x, y, z], U[nu, mx, my, mz], S)
                        times_dagger(S, U[mu, nx, ny, nz], T)
                        for i in range(3):
                            for j in range(3):
                                total += (T[i, j] * np.conj(U[nu, x, y, z, i, j])).real
    return total / (9.0 * n ** 3)


@nb.njit(error_model="numpy")
def apesmear(U, alpha, rounds):
    n = U.shape[1]
    mean = np.zeros(rounds + 1)
    new = np.empty_like(U)
    S, T = np.empty((3, 3), np.complex128), np.empty((3, 3), np.complex128)
    for r in range(rounds):
        mean[r] = plaquette(U, S, T)
        for mu in range(3):
            for x in range(n):
                for y in range(n):
                    for z in range(n):
                        X = new[mu, x, y, z]
                        for i in range(3):
                            for j in range(3):
                                X[i, j] = (1.0 - alpha) * U[mu, x, y, z, i, j]
                        mx, my, mz = (x + (mu == 0)) % n, (y + (mu == 1)) % n, (z + (mu == 2)) % n
                        for nu in range(3):
                            if nu == mu:
                                continue
                            ux, uy, uz = (x + (nu == 0)) % n, (y + (nu == 1)) % n, (z + (nu == 2)) % n
                            dx, dy, dz = (x - (nu == 0)) % n, (y - (nu == 1)) % n, (z - (nu == 2)) % n
                            ex, ey, ez = (dx + (mu == 0)) % n, (dy + (mu == 1)) % n, (dz + (mu == 2)) % n
                            times(U[nu, x, y, z], U[mu, ux, uy, uz], S)
                            times_dagger(S, U[nu, mx, my, mz], T)
                            for i in range(3):
                                for j in range(3):
                                    X[i, j] += alpha / 4.0 * T[i, j]
                            dagger_times(U[nu, dx, dy, dz], U[mu, dx, dy, dz], S)
                            times(S, U[nu, ex, ey, ez], T)
                            for i in range(3):
                                for j in range(3):
                                    X[i, j] += alpha / 4.0 * T[i, j]
                        unitary(X, S, T)
        U[:] = new
    mean[rounds] = plaquette(U, S, T)
    return mean
