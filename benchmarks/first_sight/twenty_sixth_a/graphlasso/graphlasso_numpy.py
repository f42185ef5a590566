import numpy as np


def shrink(x, by):
    return np.sign(x) * max(abs(x) - by, 0.0)


def lasso(V, s, beta, penalty, tol):
    """One coordinate after the other until none moves; beta in place."""
    worst = np.inf
    while worst > tol:
        worst = 0.0
        for k in range(s.size):
            new = shrink(s[k] - V[k] @ beta + V[k, k] * beta[k], penalty) / V[k, k]
            worst = max(worst, abs(new - beta[k]))
            beta[k] = new


def graphlasso(S, penalty, tol=1e-11, rounds=100):
    """A sparse inverse of a covariance, column by column after Friedman, Hastie and Tibshirani."""
    p = S.shape[0]
    W = S + penalty * np.eye(p)
    B = np.zeros((p, p - 1))
    for _ in range(rounds):
        old = W.copy()
        for j in range(p):
            rest = np.delete(np.arange(p), j)
            V = W[np.ix_(rest, rest)]
            lasso(V, S[rest, j], B[j], penalty, tol)
            W[rest, j] = W[j, rest] = V @ B[j]
        if np.mean(np.abs(W - old)) < tol:
            break
    theta = np.zeros((p, p))
    for j in range(p):
        rest = np.arange(p) != j
        theta[j, j] = 1.0 / (W[j, j] - W[rest, j] @ B[j])
        theta[rest, j] = -B[j] * theta[j, j]
    _, logdet = np.linalg.slogdet(W)
    loss = logdet + np.sum(S * theta) + penalty * np.sum(np.abs(theta))
    return W, theta, np.count_nonzero(theta), loss
