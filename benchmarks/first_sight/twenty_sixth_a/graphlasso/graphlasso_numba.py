import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def lasso(W, S, j, B, v, penalty, tol):
    """v holds W times the coefficients, so that one that stays costs nothing."""
    p = S.shape[0]
    for k in range(p):
        v[k] = 0.0
        for m in range(p):
            v[k] += W[k, m] * B[j, m]
    worst = np.inf
    while worst > tol:
        worst = 0.0
        for k in range(p):
            if k == j:
                continue
            x = S[k, j] - v[k] + W[k, k] * B[j, k]
            new = np.sign(x) * max(abs(x) - penalty, 0.0) / W[k, k]
            change = new - B[j, k]
            if change != 0.0:
                B[j, k] = new
                for m in range(p):
                    v[m] += change * W[k, m]
                worst = max(worst, abs(change))


@nb.njit(error_model="numpy")
def graphlasso(S, penalty, tol=1e-11, rounds=100):
    p = S.shape[0]
    W, B, v = S + penalty * np.eye(p), np.zeros((p, p)), np.empty(p)
    for _ in range(rounds):
        moved = 0.0
        old = W.copy()
        for j in range(p):
            lasso(W, S, j, B, v, penalty, tol)
            for k in range(p):
                if k != j:
                    v[k] = 0.0
                    for m in range(p):
                        v[k] += W[k, m] * B[j, m]
            for k in range(p):
                if k != j:
                    W[k, j] = W[j, k] = v[k]
        for j in range(p):
            for k in range(p):
                moved += abs(W[j, k] - old[j, k])
        if moved / (p * p) < tol:
            break
    theta = np.zeros((p, p))
    count, fit = 0, 0.0
    for j in range(p):
        total = W[j, j]
        for k in range(p):
            total -= W[k, j] * B[j, k]
        for k in range(p):
            theta[k, j] = (1.0 if k == j else -B[j, k]) / total
            count += theta[k, j] != 0.0
            fit += S[k, j] * theta[k, j] + penalty * abs(theta[k, j])
    return W, theta, count, np.linalg.slogdet(W)[1] + fit
