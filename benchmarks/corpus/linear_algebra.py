"""Dense linear algebra, from Golub & Van Loan, Matrix Computations."""

import numpy as np


def gram_schmidt(a):
    """Orthonormal columns q and upper triangular r with a = q r, by modified Gram-Schmidt (section 5.2.8). a (m, n)."""
    m, n = a.shape
    q = a.copy()
    r = np.zeros((n, n))
    for k in range(n):
        r[k, k] = np.sqrt(np.sum(q[:, k] ** 2))
        q[:, k] /= r[k, k]
        for j in range(k + 1, n):
            r[k, j] = q[:, k] @ q[:, j]
            q[:, j] -= r[k, j] * q[:, k]
    return q, r


def inputs_gram_schmidt(seed, size=None):
    n = size or 12
    return (np.random.default_rng(seed).normal(size=(2 * n, n)),)


def eliminate(a, k):
    """One step of Gaussian elimination in place, multipliers below the diagonal."""
    a[k + 1:, k] /= a[k, k]
    a[k + 1:, k + 1:] -= a[k + 1:, k, None] * a[k, k + 1:]


def lu_in_place(a):
    """LU decomposition without pivoting, by outer products (section 3.2.5). a (n, n) is overwritten."""
    for k in range(a.shape[0] - 1):
        eliminate(a, k)


def inputs_lu_in_place(seed, size=None):
    n = size or 16
    return (np.random.default_rng(seed).uniform(-1.0, 1.0, (n, n)) + n * np.eye(n),)


def cholesky_scalar(a):
    """Lower Cholesky factor by the scalar formulas (section 4.2.5). a (n, n), symmetric positive definite."""
    n = a.shape[0]
    g = np.zeros((n, n))
    for j in range(n):
        for i in range(j, n):
            s = a[i, j]
            for k in range(j):
                s -= g[i, k] * g[j, k]
            if i == j:
                g[i, j] = np.sqrt(s)
            else:
                g[i, j] = s / g[j, j]
    return g


def inputs_cholesky_scalar(seed, size=None):
    n = size or 10
    b = np.random.default_rng(seed).normal(size=(n, n))
    return (b @ b.T + n * np.eye(n),)


def forward_backward(l, b):
    """Solve l l' x = b: forward and back substitution (section 3.1). l (n, n) lower, b (n,)."""
    n = b.shape[0]
    x = b.copy()
    for i in range(n):
        x[i] = (x[i] - np.dot(l[i, :i], x[:i])) / l[i, i]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - np.dot(l[i + 1:, i], x[i + 1:])) / l[i, i]
    return x


def inputs_forward_backward(seed, size=None):
    n = size or 24
    rng = np.random.default_rng(seed)
    return np.tril(rng.normal(size=(n, n))) / n + 2.0 * np.eye(n), rng.normal(size=n)


def dominant_eigenvalue(a, tolerance):
    """Power iteration (section 7.3.1) until the Rayleigh quotient settles. a (n, n), symmetric."""
    x = np.ones(a.shape[0]) / np.sqrt(a.shape[0])
    old, new = 0.0, x @ a @ x
    count = 0
    while abs(new - old) > tolerance * abs(new) and count < 500:
        y = a @ x
        x = y / np.sqrt(y @ y)
        old = new
        new = x @ a @ x
        count += 1
    return new, x


def inputs_dominant_eigenvalue(seed, size=None):
    n = size or 20
    b = np.random.default_rng(seed).uniform(0.0, 1.0, (n, n))
    return b + b.T, 1e-12


def rotate(a, p, q):
    """Zero a[p, q] of a symmetric matrix by a Jacobi rotation, in place."""
    if a[p, q] != 0.0:
        theta = (a[q, q] - a[p, p]) / (2.0 * a[p, q])
        t = np.copysign(1.0, theta) / (abs(theta) + np.sqrt(theta * theta + 1.0))
        c = 1.0 / np.sqrt(t * t + 1.0)
        s = t * c
        row = c * a[p] - s * a[q]
        a[q] = s * a[p] + c * a[q]
        a[p] = row
        column = c * a[:, p] - s * a[:, q]
        a[:, q] = s * a[:, p] + c * a[:, q]
        a[:, p] = column


def jacobi_eigenvalues(a, sweeps):
    """Eigenvalues of a symmetric matrix by cyclic Jacobi (section 8.5). a (n, n) becomes diagonal."""
    n = a.shape[0]
    for sweep in range(sweeps):
        for p in range(n - 1):
            for q in range(p + 1, n):
                rotate(a, p, q)
    return np.diag(a).copy()


def inputs_jacobi_eigenvalues(seed, size=None):
    n = size or 6
    b = np.random.default_rng(seed).normal(size=(n, n))
    return b + b.T, 3


def rank_k_norms(a, b, scale):
    """Squared norms of the rows and columns of scale a b - a b' with three products. a, b (n, n)."""
    c = scale * (a @ b) - a @ b.T
    return (c * c).sum(axis=0), (c * c).sum(axis=1), c.T @ c


def inputs_rank_k_norms(seed, size=None):
    n = size or 16
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, n)), rng.normal(size=(n, n)), 0.75


def householder(a):
    """R of the QR decomposition by Householder reflections (section 5.2.2). a (m, n) is overwritten."""
    m, n = a.shape
    for k in range(n):
        v = a[k:, k].copy()
        v[0] += np.copysign(np.sqrt(np.sum(v * v)), v[0])
        v /= np.sqrt(np.sum(v * v))
        a[k:, k:] -= 2.0 * np.outer(v, v @ a[k:, k:])


def inputs_householder(seed, size=None):
    n = size or 12
    return (np.random.default_rng(seed).normal(size=(n + n // 2, n)),)


def hermitian_power(h, steps):
    """Largest eigenvalue of a Hermitian matrix by power iteration. h (n, n), complex."""
    n = h.shape[0]
    x = np.ones(n, dtype=np.complex128)
    for k in range(steps):
        x = h @ x
        x = x / np.sqrt(np.sum(x.real ** 2 + x.imag ** 2))
    return np.sum(np.conj(x) * (h @ x)).real


def inputs_hermitian_power(seed, size=None):
    n = size or 12
    rng = np.random.default_rng(seed)
    b = rng.normal(size=(n, n)) + 1j * rng.normal(size=(n, n))
    return b + b.conj().T + 4.0 * np.eye(n), 20
