"""Ten loops of hydrodynamics and linear algebra codes that precision tuners are compared on.

F. H. McMahon, The Livermore Fortran kernels: a computer test of the numerical performance range (UCRL-53745, 1986). Written
here from their formulas; kernel numbers in the docstrings.
"""

import numpy as np


def hydro(y, z, q, r, t):
    """1: one-dimensional hydrodynamics fragment. y: (n,), z: (n + 11,)."""
    n = y.shape[0]
    x = q + y * (r * z[10:n + 10] + t * z[11:n + 11])
    return x


def inputs_hydro(seed, size=None):
    n = size or 1000
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, n), rng.uniform(0.1, 1.0, n + 11), 0.05, 0.02, 0.01


def iccg(x, v):
    """2: an excerpt of incomplete Cholesky conjugate gradients: cyclic reduction, each level half as long. x, v: (2 n,)."""
    n = x.shape[0] // 2
    upper = 0
    length = n
    while length > 0:
        lower = upper
        upper = upper + length
        length = length // 2
        i = upper
        for k in range(lower + 1, upper, 2):
            x[i] = x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1]
            i = i + 1
    return x


def inputs_iccg(seed, size=None):
    n = size or 512
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, 2 * n + 2), rng.uniform(0.01, 0.2, 2 * n + 2)


def inner_product(z, x):
    """3: q = sum z x."""
    q = 0.0
    for k in range(z.shape[0]):
        q = q + z[k] * x[k]
    return q


def inputs_inner_product(seed, size=None):
    rng = np.random.default_rng(seed)
    return rng.uniform(-1.0, 1.0, size or 1000), rng.uniform(0.0, 1.0, size or 1000)


def banded(x, y):
    """4: banded linear equations: three rows, each less its products with every fifth coefficient."""
    n = x.shape[0]
    m = (n - 7) // 2
    for k in range(6, n, m):
        row = k - 6
        temp = x[k - 1]
        for j in range(4, n, 5):
            temp = temp - x[row] * y[j]
            row = (row + 1) % n
        x[k - 1] = y[4] * temp
    return x


def inputs_banded(seed, size=None):
    n = size or 1001
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, n), rng.uniform(0.0, 0.02, n)


def tridiagonal(x, y, z):
    """5: elimination below the diagonal of a tridiagonal system."""
    for i in range(1, x.shape[0]):
        x[i] = z[i] * (y[i] - x[i - 1])
    return x


def inputs_tridiagonal(seed, size=None):
    n = size or 1000
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, n), rng.uniform(0.5, 1.5, n), rng.uniform(0.1, 0.9, n)


def linear_recurrence(w, b):
    """6: general linear recurrence, w_i = 0.01 + sum over k < i of b_ik w_(i - k - 1)."""
    for i in range(1, w.shape[0]):
        w[i] = 0.01
        for k in range(i):
            w[i] = w[i] + b[i, k] * w[i - k - 1]
    return w


def inputs_linear_recurrence(seed, size=None):
    n = size or 64
    rng = np.random.default_rng(seed)
    w = np.zeros(n)
    w[0] = 0.5
    return w, rng.uniform(0.0, 1.0 / n, (n, n))


def equation_of_state(u, y, z, q, r, t):
    """7: equation of state fragment. u: (n + 6,), y, z: (n,)."""
    n = y.shape[0]
    x = (u[:n] + r * (z + r * y) + t * (u[3:n + 3] + r * (u[2:n + 2] + r * u[1:n + 1])
         + t * (u[6:n + 6] + q * (u[5:n + 5] + q * u[4:n + 4]))))
    return x


def inputs_equation_of_state(seed, size=None):
    n = size or 1000
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, n + 6), rng.uniform(0.1, 1.0, n), rng.uniform(0.1, 1.0, n), 0.05, 0.02, 0.01


def integrate_predictors(px, dm, c0):
    """9: the value predicted from twelve differences; dm holds the weights of columns 12, 11, ..., 6."""
    for i in range(px.shape[0]):
        px[i, 0] = (dm[0] * px[i, 12] + dm[1] * px[i, 11] + dm[2] * px[i, 10] + dm[3] * px[i, 9] + dm[4] * px[i, 8]
                    + dm[5] * px[i, 7] + dm[6] * px[i, 6] + c0 * (px[i, 4] + px[i, 5]) + px[i, 2])
    return px


def inputs_integrate_predictors(seed, size=None):
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, (size or 101, 13)), rng.uniform(-0.1, 0.1, 7), 0.05


def difference_predictors(px, cx):
    """10: a table of backward differences: each column takes the difference of the one before it with its own old value."""
    for i in range(px.shape[0]):
        new = cx[i, 4]
        for k in range(4, 13):
            old = px[i, k]
            px[i, k] = new
            new = new - old
        px[i, 13] = new
    return px


def inputs_difference_predictors(seed, size=None):
    n = size or 101
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, (n, 14)), rng.uniform(0.1, 1.0, (n, 14))


def planckian(x, u, v):
    """22: Planckian distribution, w = x / (e^(u / v) - 1)."""
    expmax = 20.0
    u[-1] = 0.99 * expmax * v[-1]
    y = u / v
    w = x / (np.exp(y) - 1.0)
    return w


def inputs_planckian(seed, size=None):
    n = size or 1000
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, n), rng.uniform(0.1, 1.0, n), rng.uniform(0.1, 1.0, n)
