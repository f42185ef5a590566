"""Programs of dense linear algebra and dynamic programming, in loops and slices."""

import numpy as np

from tests.lift.numpy.case import SUMS, Case


def gemm(alpha, beta, C, A, B):
    C[:] = alpha * A @ B + beta * C


def atax(A, x):
    return (A @ x) @ A


def bicg(A, p, r):
    return r @ A, A @ p


def gemver(alpha, beta, A, u1, v1, u2, v2, w, x, y, z):
    A += np.outer(u1, v1) + np.outer(u2, v2)
    x += beta * y @ A + z
    w += alpha * A @ x


def gesummv(alpha, beta, A, B, x):
    return alpha * A @ x + beta * B @ x


def cholesky(A):
    A[0, 0] = np.sqrt(A[0, 0])
    for i in range(1, A.shape[0]):
        for j in range(i):
            A[i, j] -= np.dot(A[i, :j], A[j, :j])
            A[i, j] /= A[j, j]
        A[i, i] -= np.dot(A[i, :i], A[i, :i])
        A[i, i] = np.sqrt(A[i, i])


def lu(A):
    for i in range(A.shape[0]):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[:j, j]
            A[i, j] /= A[j, j]
        for j in range(i, A.shape[0]):
            A[i, j] -= A[i, :i] @ A[:i, j]


def ludcmp(A, b):
    x = np.zeros_like(b)
    y = np.zeros_like(b)
    for i in range(A.shape[0]):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[:j, j]
            A[i, j] /= A[j, j]
        for j in range(i, A.shape[0]):
            A[i, j] -= A[i, :i] @ A[:i, j]
    for i in range(A.shape[0]):
        y[i] = b[i] - A[i, :i] @ y[:i]
    for i in range(A.shape[0] - 1, -1, -1):
        x[i] = (y[i] - A[i, i + 1:] @ x[i + 1:]) / A[i, i]
    return x, y


def trisolv(L, x, b):
    for i in range(x.shape[0]):
        x[i] = (b[i] - L[i, :i] @ x[:i]) / L[i, i]


def durbin(r):
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


def gram_schmidt(A):
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


def symm(alpha, beta, C, A, B):
    temp2 = np.empty((C.shape[1],), dtype=C.dtype)
    C *= beta
    for i in range(C.shape[0]):
        for j in range(C.shape[1]):
            C[:i, j] += alpha * B[i, j] * A[i, :i]
            temp2[j] = B[:i, j] @ A[i, :i]
        C[i, :] += alpha * B[i, :] * A[i, i] + alpha * temp2


def syr2k(alpha, beta, C, A, B):
    for i in range(A.shape[0]):
        C[i, :i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, :i + 1] += A[:i + 1, k] * alpha * B[i, k] + B[:i + 1, k] * alpha * A[i, k]


def trmm(alpha, A, B):
    for i in range(B.shape[0]):
        for j in range(B.shape[1]):
            B[i, j] += np.dot(A[i + 1:, i], B[i + 1:, j])
    B *= alpha


def covariance(M, float_n, data):
    mean = np.mean(data, axis=0)
    data -= mean
    cov = np.zeros((M, M), dtype=data.dtype)
    for i in range(M):
        cov[i:M, i] = data[:, i] @ data[:, i:M] / (float_n - 1.0)
        cov[i, i:M] = cov[i:M, i]
    return cov


def correlation(M, float_n, data):
    mean = np.mean(data, axis=0)
    stddev = np.std(data, axis=0)
    stddev[stddev <= 0.1] = 1.0
    data -= mean
    data /= np.sqrt(float_n) * stddev
    corr = np.eye(M, dtype=data.dtype)
    for i in range(M - 1):
        corr[i, i + 1:M] = data[:, i] @ data[:, i + 1:M]
        corr[i + 1:M, i] = corr[i, i + 1:M]
    return corr


def doitgen(NR, NQ, NP, A, C4):
    A[:] = np.reshape(np.reshape(A, (NR, NQ, 1, NP)) @ C4, (NR, NQ, NP))


def floyd_warshall(path):
    for k in range(path.shape[0]):
        path[:] = np.minimum(path[:], np.add.outer(path[:, k], path[k, :]))


def shortest_paths(path):
    n = len(path)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if path[i, k] + path[k, j] < path[i, j]:
                    path[i, j] = path[i, k] + path[k, j]


def match(b1, b2):
    if b1 + b2 == 3:
        return 1
    else:
        return 0


def nussinov(N, seq):
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


def power_iteration(A, tolerance):
    x = np.ones(A.shape[0])
    eigenvalue, change = 0.0, 1.0
    steps = 0
    while change > tolerance:
        y = A @ x
        new = np.linalg.norm(y)
        x = y / new
        change = abs(new - eigenvalue)
        eigenvalue = new
        steps += 1
    return eigenvalue, x, steps


def jacobi_solver(A, b, iterations):
    D = np.diag(A)
    R = A - np.diagflat(D) if False else A - np.diag(D)
    x = np.zeros_like(b)
    for _ in range(iterations):
        x = (b - R.dot(x)) / D
    return x


def thomas(a, b, c, d):
    n = len(d)
    cp = np.zeros(n)
    dp = np.zeros(n)
    cp[0] = c[0] / b[0]
    dp[0] = d[0] / b[0]
    for i in range(1, n):
        m = b[i] - a[i] * cp[i - 1]
        cp[i] = c[i] / m
        dp[i] = (d[i] - a[i] * dp[i - 1]) / m
    x = np.zeros(n)
    x[-1] = dp[-1]
    for i in range(n - 2, -1, -1):
        x[i] = dp[i] - cp[i] * x[i + 1]
    return x


def gauss(A, b):
    n = len(b)
    for k in range(n - 1):
        for i in range(k + 1, n):
            factor = A[i, k] / A[k, k]
            A[i, k:] = A[i, k:] - factor * A[k, k:]
            b[i] -= factor * b[k]
    x = np.empty(n)
    for k in range(n - 1, -1, -1):
        x[k] = (b[k] - np.sum(A[k, k + 1:] * x[k + 1:])) / A[k, k]
    return x


def pivoted(A, b):
    n = A.shape[0]
    for k in range(n):
        p = k + np.argmax(np.abs(A[k:, k]))
        if p != k:
            A[[k, p]] = A[[p, k]]
            b[k], b[p] = b[p], b[k]
        for i in range(k + 1, n):
            f = A[i, k] / A[k, k]
            A[i, k:] -= f * A[k, k:]
            b[i] -= f * b[k]
    x = np.zeros(n)
    for i in reversed(range(n)):
        x[i] = (b[i] - A[i, i + 1:] @ x[i + 1:]) / A[i, i]
    return x


def negative_powers(x, n):
    """Of Python ints they are floats."""
    return x * 10 ** -3, x * 2 ** n, len(x) ** -2


def picked_by_labels(x, labels):
    """Index arrays of sizes that are one only because they broadcast."""
    rows = np.arange(x.shape[0])
    loss = -np.log(x[rows, labels]).mean()
    y = x.copy()
    y[rows, labels] -= 1.0
    return loss, y, x[rows[:, None], labels[:2]]


def augmented_by_index_arrays(x, labels):
    """An index array selects a copy, which goes back into the array; a name for the copy does not."""
    y = x.copy()
    y[labels] += 1.0
    y[[0, -1]] *= 3.0
    y[:, labels % 2] -= 0.5
    y[1][labels % 3] /= 2.0
    for k in range(2):
        if y[0, k] > 0.0:
            y[labels, k] += k + 1
    copy = y[labels]
    copy += 100.0
    x[labels] *= 2.0
    return y, copy


def small_systems(A, b, B):
    x = np.linalg.solve(A, b)
    return x, np.linalg.solve(A, B), np.linalg.inv(A) @ b, np.linalg.det(A), np.linalg.cholesky(A @ A.T), np.linalg.matrix_power(A, 3)


def rng(seed=0):
    return np.random.default_rng(seed)


def spd(n, seed=0):
    a = rng(seed).normal(size=(n, n))
    return a @ a.T + n * np.eye(n)


def mat(*shape, seed=0):
    return rng(seed).uniform(0.5, 1.5, shape)


CASES = [
    Case(small_systems, (rng().normal(size=(4, 4)), mat(4), mat(4, 2)), [(rng(1).normal(size=(6, 6)), mat(6), mat(6, 3))], 1e-10),
    Case(gemm, (1.5, 1.2, mat(4, 6), mat(4, 5), mat(5, 6)), [(1.1, 0.2, mat(3, 7), mat(3, 2), mat(2, 7))], SUMS),
    Case(atax, (mat(4, 5), mat(5)), [(mat(6, 3), mat(3))], SUMS),
    Case(bicg, (mat(5, 4), mat(4), mat(5)), [(mat(2, 7), mat(7), mat(2))], SUMS),
    Case(gemver, (1.5, 1.2, mat(4, 4), *(mat(4, seed=k) for k in range(8))), [(1.5, 1.2, mat(6, 6), *(mat(6) for k in range(8)))], SUMS),
    Case(gesummv, (1.5, 1.2, mat(4, 5), mat(4, 5), mat(5)), [(1.5, 1.2, mat(6, 3), mat(6, 3), mat(3))], SUMS),
    Case(cholesky, (spd(6),), [(spd(9),), (spd(2),)], SUMS),
    Case(lu, (spd(6),), [(spd(8),)], SUMS),
    Case(ludcmp, (spd(6), mat(6)), [(spd(9), mat(9))], SUMS),
    Case(trisolv, (np.tril(spd(5)), mat(5), mat(5)), [(np.tril(spd(8)), mat(8), mat(8))], SUMS),
    Case(durbin, (0.1 * mat(6),), [(0.1 * mat(9),)], SUMS),
    Case(gram_schmidt, (mat(6, 4),), [(mat(7, 5),)], SUMS),
    Case(symm, (1.5, 1.2, mat(4, 5), mat(4, 4), mat(4, 5)), [(1.5, 1.2, mat(6, 3), mat(6, 6), mat(6, 3))], SUMS),
    Case(syr2k, (1.5, 1.2, mat(4, 4), mat(4, 3), mat(4, 3)), [(1.5, 1.2, mat(6, 6), mat(6, 2), mat(6, 2))]),
    Case(trmm, (1.5, mat(5, 5), mat(5, 4)), [(1.5, mat(3, 3), mat(3, 6))], SUMS),
    Case(covariance, (4, 7.0, mat(7, 4)), [(3, 9.0, mat(9, 3))], SUMS),
    Case(correlation, (4, 7.0, mat(7, 4)), [(3, 9.0, mat(9, 3))], SUMS),
    Case(doitgen, (3, 4, 5, mat(3, 4, 5), mat(5, 5)), [(2, 3, 6, mat(2, 3, 6), mat(6, 6))], SUMS),
    Case(floyd_warshall, (mat(6, 6),), [(mat(8, 8),)]),
    Case(floyd_warshall, (rng().integers(1, 100, (6, 6)),), [(rng().integers(1, 100, (4, 4)),)]),
    Case(shortest_paths, (rng().integers(1, 100, (5, 5)).astype(np.float64),), [(mat(4, 4),)]),
    Case(nussinov, (8, rng().integers(0, 4, 8)), [(11, rng().integers(0, 4, 11))]),
    Case(power_iteration, (spd(5), 1e-10), [(spd(8), 1e-6)], 1e-9),
    Case(jacobi_solver, (spd(5), mat(5), 7), [(spd(4), mat(4), 3)], SUMS),
    Case(thomas, (mat(6), 3 + mat(6), mat(6), mat(6)), [(mat(9), 3 + mat(9), mat(9), mat(9))]),
    Case(gauss, (spd(5), mat(5)), [(spd(7), mat(7))], SUMS),
    Case(pivoted, (rng().normal(size=(5, 5)), mat(5)), [(rng(2).normal(size=(7, 7)), mat(7))], 1e-10),
    Case(negative_powers, (mat(3), -2), [(mat(5), -2)]),
    Case(picked_by_labels, (mat(6, 3), rng().integers(0, 3, 6)), [(mat(9, 4), rng(1).integers(0, 4, 9))], SUMS),
    Case(augmented_by_index_arrays, (mat(6, 3), np.array([0, 2, 2, 5, 0])), [(mat(9, 4), np.array([8, 1, 1, -1, 8, 3]))]),
]
