import numba as nb
import numpy as np


@nb.njit
def evidence(X, y, theta, K, S, gradient):
    """K: the kernel without noise; S: it with noise, factored and then inverted. Distances are computed again for the gradient."""
    n, dims = X.shape
    height, noise = np.exp(2.0 * theta[dims]), np.exp(2.0 * theta[dims + 1])
    weight = np.exp(-2.0 * theta[:dims])
    for i in range(n):
        for j in range(i + 1):
            d = 0.0
            for q in range(dims):
                e = X[i, q] - X[j, q]
                d += e * e * weight[q]
            K[i, j] = height * np.exp(-0.5 * d)
            S[i, j] = K[i, j]
            S[j, i] = K[i, j]
        S[i, i] += noise
    L = np.linalg.cholesky(S)
    half = np.zeros((n, n))
    for i in range(n):
        for k in range(i):
            for j in range(k + 1):
                half[i, j] -= L[i, k] * half[k, j]
        half[i, i] = 1.0
        for j in range(i + 1):
            half[i, j] /= L[i, i]
    inverse = half.T @ half
    alpha = inverse @ y
    value = -0.5 * n * np.log(2.0 * np.pi)
    gradient[:] = 0.0
    for i in range(n):
        value -= 0.5 * y[i] * alpha[i] + np.log(L[i, i])
        for j in range(i):
            g = (alpha[i] * alpha[j] - inverse[i, j]) * K[i, j]
            for q in range(dims):
                e = X[i, q] - X[j, q]
                gradient[q] += g * e * e * weight[q]
            gradient[dims] += 2.0 * g
        g = alpha[i] * alpha[i] - inverse[i, i]
        gradient[dims] += g * height
        gradient[dims + 1] += noise * g
    return value, inverse, alpha


@nb.njit
def regress(X, y, tests, theta, steps, rate=0.02):
    n, dims = X.shape
    theta = theta.copy()
    values, speed, before, gradient = np.empty(steps), np.full(theta.size, rate), np.zeros(theta.size), np.empty(theta.size)
    K, S = np.empty((n, n)), np.empty((n, n))
    for k in range(steps):
        values[k], _, _ = evidence(X, y, theta, K, S, gradient)
        for q in range(theta.size):
            same = gradient[q] * before[q]
            if same > 0.0:
                speed[q] = min(1.2 * speed[q], 0.5)
            elif same < 0.0:
                speed[q] *= 0.5
            before[q] = 0.0 if same < 0.0 else gradient[q]
            theta[q] += speed[q] * np.sign(before[q])
    _, inverse, alpha = evidence(X, y, theta, K, S, gradient)
    height = np.exp(2.0 * theta[dims])
    cross = np.empty((tests.shape[0], n))
    for i in range(tests.shape[0]):
        for j in range(n):
            d = 0.0
            for q in range(dims):
                e = (tests[i, q] - X[j, q]) / np.exp(theta[q])
                d += e * e
            cross[i, j] = height * np.exp(-0.5 * d)
    spread = cross @ inverse
    variance = np.empty(tests.shape[0])
    for i in range(tests.shape[0]):
        variance[i] = height - np.dot(spread[i], cross[i])
    return theta, values, cross @ alpha, variance
