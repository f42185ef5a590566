"""Programs of linear algebra, written as scientists write them: loops over slices, in place, with helpers."""

# ruff: noqa: C400, C416, E501, E702, E704, E731, E741, F841  (written as users write)

import numpy as np

from tests.lift.numpy.surface import Collection, U, spd

PROGRAMS, prog = Collection(sizes=(5, 8, 11)).both

@prog(lambda n: (spd(n),))
def lu(A):
    for i in range(A.shape[0]):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[:j, j]
            A[i, j] /= A[j, j]
        for j in range(i, A.shape[0]):
            A[i, j] -= A[i, :i] @ A[:i, j]

@prog(lambda n: (spd(n), U(n)))
def ludcmp(A, b):
    x = np.zeros_like(b)
    y = np.zeros_like(b)
    N = A.shape[0]
    for i in range(N):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[:j, j]
            A[i, j] /= A[j, j]
        for j in range(i, N):
            A[i, j] -= A[i, :i] @ A[:i, j]
    for i in range(N):
        y[i] = b[i] - A[i, :i] @ y[:i]
    for i in range(N - 1, -1, -1):
        x[i] = (y[i] - A[i, i + 1:] @ x[i + 1:]) / A[i, i]
    return x, y

@prog(lambda n: (spd(n),))
def chol(A):
    A[0, 0] = np.sqrt(A[0, 0])
    for i in range(1, A.shape[0]):
        for j in range(i):
            A[i, j] -= np.dot(A[i, :j], A[j, :j])
            A[i, j] /= A[j, j]
        A[i, i] -= np.dot(A[i, :i], A[i, :i])
        A[i, i] = np.sqrt(A[i, i])

@prog(lambda n: (spd(n),))
def chol_vec(A):
    n = len(A)
    for k in range(n):
        A[k, k] = np.sqrt(A[k, k])
        A[k+1:, k] /= A[k, k]
        for j in range(k+1, n):
            A[j:, j] -= A[j:, k] * A[j, k]
    A[:] = np.tril(A)

@prog(lambda n: (U(n+3, n),))
def mgs(A):
    Q = np.zeros_like(A)
    R = np.zeros((A.shape[1], A.shape[1]), dtype=A.dtype)
    for k in range(A.shape[1]):
        nrm = np.dot(A[:, k], A[:, k])
        R[k, k] = np.sqrt(nrm)
        Q[:, k] = A[:, k] / R[k, k]
        for j in range(k + 1, A.shape[1]):
            R[k, j] = np.dot(Q[:, k], A[:, j])
            A[:, j] -= Q[:, k] * R[k, j]
    return Q, R

@prog(lambda n: (U(n) * 0.3,))
def levinson(r):
    y = np.empty_like(r)
    alpha = -r[0]
    beta = 1.0
    y[0] = -r[0]
    for k in range(1, r.shape[0]):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return y

@prog(lambda n: (np.tril(spd(n)), U(n), U(n)))
def trsv(L, x, b):
    for i in range(L.shape[0]):
        x[i] = (b[i] - L[i, :i] @ x[:i]) / L[i, i]

@prog(lambda n: (1.5, U(n, n), U(n, n + 1)))
def trmm(alpha, A, B):
    for i in range(B.shape[0]):
        for j in range(B.shape[1]):
            B[i, j] += np.dot(A[i + 1:, i], B[i + 1:, j])
    B *= alpha

@prog(lambda n: (1.5, 1.2, U(n, n+1), U(n, n), U(n, n+1)))
def symm(alpha, beta, C, A, B):
    temp2 = np.empty((C.shape[1],), dtype=C.dtype)
    C *= beta
    for i in range(C.shape[0]):
        for j in range(C.shape[1]):
            C[:i, j] += alpha * B[i, j] * A[i, :i]
            temp2[j] = B[:i, j] @ A[i, :i]
        C[i, :] += alpha * B[i, :] * A[i, i] + alpha * temp2

@prog(lambda n: (1.5, 1.2, U(n, n), U(n, n+1)))
def syrk(alpha, beta, C, A):
    for i in range(A.shape[0]):
        C[i, :i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, :i + 1] += alpha * A[i, k] * A[:i + 1, k]

@prog(lambda n: (1.5, 1.2, U(n, n), U(n, n+1), U(n, n+1)))
def syr2k(alpha, beta, C, A, B):
    for i in range(A.shape[0]):
        C[i, :i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, :i + 1] += (A[:i + 1, k] * alpha * B[i, k] + B[:i + 1, k] * alpha * A[i, k])

@prog(lambda n: (np.random.default_rng(n).integers(1, 30, (n, n)).astype(np.int32),))
def floyd(path):
    for k in range(path.shape[0]):
        path[:] = np.minimum(path[:], np.add.outer(path[:, k], path[k, :]))

@prog(lambda n: (np.random.default_rng(n).integers(0, 4, n),), (7, 10, 13))
def nuss(seq):
    def match(b1, b2):
        if b1 + b2 == 3:
            return 1
        else:
            return 0
    N = len(seq)
    table = np.zeros((N, N), np.int32)
    for i in range(N - 1, -1, -1):
        for j in range(i + 1, N):
            if j - 1 >= 0:
                table[i, j] = max(table[i, j], table[i, j - 1])
            if i + 1 < N:
                table[i, j] = max(table[i, j], table[i + 1, j])
            if j - 1 >= 0 and i + 1 < N:
                if i < j - 1:
                    table[i, j] = max(table[i, j], table[i + 1, j - 1] + match(seq[i], seq[j]))
                else:
                    table[i, j] = max(table[i, j], table[i + 1, j - 1])
            for k in range(i + 1, j):
                table[i, j] = max(table[i, j], table[i, k] + table[k + 1, j])
    return table

@prog(lambda n: (np.float64(n+3), U(n+3, n)))
def corr(float_n, data):
    mean = np.mean(data, axis=0)
    stddev = np.std(data, axis=0)
    stddev[stddev <= 0.1] = 1.0
    data -= mean
    data /= np.sqrt(float_n) * stddev
    M = data.shape[1]
    c = np.eye(M, dtype=data.dtype)
    for i in range(M - 1):
        c[i + 1:M, i] = c[i, i + 1:M] = data[:, i] @ data[:, i + 1:M]
    return c

@prog(lambda n: (np.float64(n+3), U(n+3, n)))
def covar(float_n, data):
    mean = np.mean(data, axis=0)
    data -= mean
    M = data.shape[1]
    cov = np.zeros((M, M), dtype=data.dtype)
    for i in range(M):
        cov[i:M, i] = cov[i, i:M] = data[:, i] @ data[:, i:M] / (float_n - 1.0)
    return cov

@prog(lambda n: (U(n, n-1, n+2), U(n+2, n+2)))
def doitgen(A, C4):
    NR, NQ, NP = A.shape
    A[:] = np.reshape(np.reshape(A, (NR, NQ, 1, NP)) @ C4, (NR, NQ, NP))

@prog(lambda n: (1.5, 1.2, U(n, n), U(n), U(n), U(n), U(n), U(n), U(n), U(n), U(n)))
def gemver(alpha, beta, A, u1, v1, u2, v2, w, x, y, z):
    A += np.outer(u1, v1) + np.outer(u2, v2)
    x += beta * y @ A + z
    w += alpha * A @ x

@prog(lambda n: (spd(n), U(n), U(n), 1e-10, 25), close=1e-8, grad=False)
def cg(A, b, x, tol, maxiter):
    r = b - A @ x
    p = r.copy()
    rs = r @ r
    it = 0
    while np.sqrt(rs) > tol and it < maxiter:
        Ap = A @ p
        alpha = rs / (p @ Ap)
        x += alpha * p
        r -= alpha * Ap
        new = r @ r
        p = r + (new / rs) * p
        rs = new
        it += 1
    return it, rs < tol

@prog(lambda n: (spd(n), U(n)))
def power_iteration(A, v):
    lam = 0
    for _ in range(20):
        w = A @ v
        lam_new = np.linalg.norm(w)
        v = w / lam_new
        if abs(lam_new - lam) < 1e-9 * lam_new:
            break
        lam = lam_new
    return lam, v

@prog(lambda n: (spd(n), U(n)))
def gauss(A, b):
    n = len(b)
    for k in range(n - 1):
        p = np.argmax(np.abs(A[k:, k])) + k
        if p != k:
            A[[k, p]] = A[[p, k]]
            b[k], b[p] = b[p], b[k]
        for i in range(k + 1, n):
            f = A[i, k] / A[k, k]
            A[i, k:] -= f * A[k, k:]
            b[i] -= f * b[k]
    x = np.zeros(n)
    for i in reversed(range(n)):
        x[i] = (b[i] - A[i, i+1:].dot(x[i+1:])) / A[i, i]
    return x

@prog(lambda n: (spd(n), U(n), 30))
def jacobi_solve(A, b, iters):
    D = np.diag(A)
    R = A - np.diagflat(D)
    x = np.zeros(len(b))
    for k in range(iters):
        x = (b - np.dot(R, x)) / D
    return x

@prog(lambda n: (spd(n), U(n)))
def gauss_seidel(A, b, *, sweeps=8):
    x = np.zeros_like(b)
    for _ in range(sweeps):
        for i in range(len(b)):
            s = A[i, :i] @ x[:i] + A[i, i+1:] @ x[i+1:]
            x[i] = (b[i] - s) / A[i, i]
    return x

@prog(lambda n: (spd(n),))
def householder_qr(A):
    m, n = A.shape
    Q = np.eye(m)
    for k in range(n - 1):
        x = A[k:, k].copy()
        e = np.zeros_like(x)
        e[0] = np.copysign(np.linalg.norm(x), x[0])
        v = x + e
        v = v / np.linalg.norm(v)
        A[k:, k:] -= 2.0 * np.outer(v, v @ A[k:, k:])
        Q[:, k:] -= 2.0 * np.outer(Q[:, k:] @ v, v)
    return Q

@prog(lambda n: (spd(n), 6))
def jacobi_eigen(A, sweeps):
    n = A.shape[0]
    V = np.eye(n)
    for s in range(sweeps):
        for p in range(n - 1):
            for q in range(p + 1, n):
                if abs(A[p, q]) > 1e-14:
                    theta = (A[q, q] - A[p, p]) / (2 * A[p, q])
                    t = np.sign(theta) / (abs(theta) + np.sqrt(theta**2 + 1)) if theta != 0 else 1.0
                    c = 1 / np.sqrt(t**2 + 1)
                    s_ = t * c
                    ap, aq = A[:, p].copy(), A[:, q].copy()
                    A[:, p] = c * ap - s_ * aq
                    A[:, q] = s_ * ap + c * aq
                    ap, aq = A[p, :].copy(), A[q, :].copy()
                    A[p, :] = c * ap - s_ * aq
                    A[q, :] = s_ * ap + c * aq
    return np.diag(A), V

@prog(lambda n: (U(n), U(n) + 3, U(n), U(n)))
def thomas(a, b, c, d):
    n = d.size
    cp = np.empty(n)
    dp = np.empty(n)
    cp[0] = c[0] / b[0]
    dp[0] = d[0] / b[0]
    for i in range(1, n):
        m = 1.0 / (b[i] - a[i] * cp[i - 1])
        cp[i] = c[i] * m
        dp[i] = (d[i] - a[i] * dp[i - 1]) * m
    x = dp.copy()
    for i in range(n - 2, -1, -1):
        x[i] -= cp[i] * x[i + 1]
    return x

@prog(lambda n: (U(n, n) * 0.2,))
def expm_taylor(A):
    result = np.identity(A.shape[0])
    term = np.identity(A.shape[0])
    for k in range(1, 20):
        term = term @ A / k
        result += term
    return result

@prog(lambda n: (U(n, n), U(n), U(n)), (8, 16, 24))
def block_matvec(A, x, y):
    B = 4
    n = A.shape[0]
    for i in range(0, n, B):
        acc = np.zeros(B)
        for j in range(0, n, B):
            acc += A[i:i+B, j:j+B] @ x[j:j+B]
        y[i:i+B] = acc
