import numpy as np


def squares(A, B, scales):
    """Squared distances along each dimension, in its own scale: (dims, len(A), len(B))."""
    d = (A.T[:, :, None] - B.T[:, None, :]) / scales[:, None, None]
    return d * d


def evidence(X, y, theta):
    """Logarithm of the marginal likelihood of a Gaussian process, its gradient by logarithms of scales, height, noise; K^-1, K^-1 y."""
    n, dims = X.shape
    scales, height, noise = np.exp(theta[:dims]), np.exp(2.0 * theta[dims]), np.exp(2.0 * theta[dims + 1])
    D = squares(X, X, scales)
    K = height * np.exp(-0.5 * D.sum(axis=0))
    L = np.linalg.cholesky(K + noise * np.eye(n))
    half = np.linalg.solve(L, np.eye(n))
    inverse = half.T @ half
    alpha = inverse @ y
    value = -0.5 * np.dot(y, alpha) - np.sum(np.log(np.diag(L))) - 0.5 * n * np.log(2.0 * np.pi)
    G = 0.5 * (np.outer(alpha, alpha) - inverse)
    gradient = np.empty_like(theta)
    gradient[:dims] = np.sum(G * K * D, axis=(1, 2))
    gradient[dims] = 2.0 * np.sum(G * K)
    gradient[dims + 1] = 2.0 * noise * np.trace(G)
    return value, gradient, inverse, alpha


def regress(X, y, tests, theta, steps, rate=0.02):
    """Some steps up the evidence, by signs that keep their speed (resilient propagation), and what is predicted at tests."""
    dims = X.shape[1]
    theta = theta.copy()
    values = np.empty(steps)
    speed = np.full(theta.size, rate)
    before = np.zeros(theta.size)
    for k in range(steps):
        values[k], gradient, _, _ = evidence(X, y, theta)
        same = gradient * before
        speed = np.where(same > 0.0, np.minimum(1.2 * speed, 0.5), np.where(same < 0.0, 0.5 * speed, speed))
        before = np.where(same < 0.0, 0.0, gradient)
        theta += speed * np.sign(before)
    _, _, inverse, alpha = evidence(X, y, theta)
    height = np.exp(2.0 * theta[dims])
    cross = height * np.exp(-0.5 * squares(tests, X, np.exp(theta[:dims])).sum(axis=0))
    variance = height - np.sum((cross @ inverse) * cross, axis=1)
    return theta, values, cross @ alpha, variance
