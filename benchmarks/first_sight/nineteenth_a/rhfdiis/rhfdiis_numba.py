import numba as nb
import numpy as np


@nb.njit
def density(F, X, occupied):
    e, c = np.linalg.eigh(X @ F @ X)
    lowest = X @ np.ascontiguousarray(c[:, :occupied])
    return e, 2.0 * (lowest @ lowest.T)


@nb.njit(error_model="numpy")
def scf(S, H, eri, occupied, most, tol):
    n, keep = S.shape[0], 5
    s, v = np.linalg.eigh(S)
    X = np.ascontiguousarray(v / np.sqrt(s)) @ v.T
    e, D = density(H, X, occupied)
    table = eri.reshape(n * n, n * n)
    focks, errors = np.zeros((keep, n, n)), np.zeros((keep, n, n))
    products = np.zeros((keep, keep))
    energy, turn = 0.0, 0
    for turn in range(most):
        F = H + (table @ D.reshape(n * n)).reshape(n, n)
        for p in range(n):
            for r in range(n):
                for q in range(n):
                    total = 0.0
                    for t in range(n):
                        total += eri[p, r, q, t] * D[r, t]
                    F[p, q] -= 0.5 * total
        energy = 0.5 * np.sum((H + F) * D)
        FDS = F @ D @ S
        error = X @ (FDS - FDS.T) @ X
        if np.max(np.abs(error)) < tol:
            break
        place = turn % keep
        focks[place] = F
        errors[place] = error
        m = min(turn + 1, keep)
        for i in range(m):
            products[i, place] = np.sum(errors[i] * error)
            products[place, i] = products[i, place]
        B = np.full((m + 1, m + 1), -1.0)
        B[m, m] = 0.0
        B[:m, :m] = products[:m, :m] / products[place, place]
        right = np.zeros(m + 1)
        right[m] = -1.0
        weights = np.linalg.solve(B, right)
        F = np.zeros((n, n))
        for i in range(m):
            F += weights[i] * focks[i]
        e, D = density(F, X, occupied)
    return energy, e, D, turn
