import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def moments(X, weight):
    """Mean and covariance of the rows that count."""
    n, d = X.shape
    centre, count = np.zeros(d), 0
    for i in range(n):
        if weight[i]:
            count += 1
            for j in range(d):
                centre[j] += X[i, j]
    centre /= count
    chosen = np.empty((count, d))
    at = 0
    for i in range(n):
        if weight[i]:
            for j in range(d):
                chosen[at, j] = X[i, j] - centre[j]
            at += 1
    return centre, np.dot(chosen.T, chosen) / (count - 1), count


@nb.njit(error_model="numpy")
def concentrate(X, inside, half, tol):
    """Distances by the inverse of Cholesky's factor, which gives the determinant too; the bound by a partition."""
    n, d = X.shape
    weight = np.zeros(n, np.bool_)
    weight[inside] = True
    distance, away = np.empty(n), np.empty((n, d))
    old, turns = np.inf, 0
    while True:
        centre, scatter, _ = moments(X, weight)
        L = np.linalg.cholesky(scatter)
        for i in range(n):
            for j in range(d):
                away[i, j] = X[i, j] - centre[j]
        z = np.dot(away, np.linalg.inv(L).T)
        for i in range(n):
            total = 0.0
            for j in range(d):
                total += z[i, j] * z[i, j]
            distance[i] = total
        size = 1.0
        for j in range(d):
            size *= L[j, j] ** 2
        turns += 1
        if turns > 2 and size > old * (1.0 - tol):
            break
        old = size
        bound = np.partition(distance, half - 1)[half - 1]
        for i in range(n):
            weight[i] = distance[i] <= bound
    middle = np.median(distance)
    for i in range(n):
        weight[i] = distance[i] / middle < 3.0
    _, corr, count = moments(X, weight)
    sigma = np.sqrt(np.diag(corr))
    for i in range(d):
        for j in range(d):
            corr[i, j] /= sigma[i] * sigma[j]
    return centre, scatter, corr, count, turns
