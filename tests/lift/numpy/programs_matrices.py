"""Programs of linear algebra, curves and (max, +) algebra: loops over slices, triangles, in place."""

import numpy as np

from tests.lift.numpy.surface import Collection, R, U, spd

PROGRAMS, prog = Collection(sizes=(5, 8, 11)).both


@prog(lambda n: (spd(n), U(n), U(n), 1e-10, 25), close=1e-08, grad=False)
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
        p = r + new / rs * p
        rs = new
        it += 1
    return (it, rs < tol)


@prog(lambda n: (spd(n), U(n)))
def power_iteration(A, v):
    lam = 0
    for _ in range(20):
        w = A @ v
        lam_new = np.linalg.norm(w)
        v = w / lam_new
        if abs(lam_new - lam) < 1e-09 * lam_new:
            break
        lam = lam_new
    return (lam, v)


@prog(lambda n: (spd(n), U(n)))
def gauss(A, b):
    n = len(b)
    for k in range(n - 1):
        p = np.argmax(np.abs(A[k:, k])) + k
        if p != k:
            A[[k, p]] = A[[p, k]]
            b[k], b[p] = (b[p], b[k])
        for i in range(k + 1, n):
            f = A[i, k] / A[k, k]
            A[i, k:] -= f * A[k, k:]
            b[i] -= f * b[k]
    x = np.zeros(n)
    for i in reversed(range(n)):
        x[i] = (b[i] - A[i, i + 1:].dot(x[i + 1:])) / A[i, i]
    return x


@prog(lambda n: (spd(n), U(n)))
def gauss_seidel(A, b, *, sweeps=8):
    x = np.zeros_like(b)
    for _ in range(sweeps):
        for i in range(len(b)):
            s = A[i, :i] @ x[:i] + A[i, i + 1:] @ x[i + 1:]
            x[i] = (b[i] - s) / A[i, i]
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
            acc += A[i:i + B, j:j + B] @ x[j:j + B]
        y[i:i + B] = acc


@prog(lambda n: (U(n, n), U(n)))
def svd_power(A, v):
    s = []
    for k in range(3):
        for _ in range(30):
            v = A.T @ (A @ v)
            v /= np.sqrt(v @ v)
        u = A @ v
        sigma = np.linalg.norm(u)
        u = u / sigma
        A = A - sigma * np.outer(u, v)
        s.append(sigma)
        v = np.ones_like(v) / (k + 2)
    return np.array(s)


@prog(lambda n: (U(n, n), 0.001), grad=False)
def newton_schulz(A, tol):
    X = A.T / (np.linalg.norm(A, 1) * np.linalg.norm(A, np.inf))
    I = np.eye(len(A))
    for k in range(100):
        E = I - A @ X
        err = np.max(np.abs(E))
        if err < tol:
            break
        X = X + X @ E
    else:
        k = -1
    return (X.shape, k < 100)


@prog(lambda n: (U(n), U(n), 0.1))
def volterra(kernel, forcing, h):
    """A Volterra equation of the second kind, step by step: the first dot product is empty."""
    y = np.empty_like(forcing)
    for k in range(len(y)):
        y[k] = (forcing[k] + h * (np.flip(kernel[1:k + 1]) @ y[:k])) / (1.0 - h * kernel[0])
    return y


@prog(lambda n: (U(n),))
def reciprocal_series(a):
    """Coefficients of 1 / a of a power series a, by slices that run backwards."""
    b = np.zeros(a.shape[0], dtype=a.dtype)
    b[0] = 1.0 / a[0]
    for k in range(1, a.shape[0]):
        b[k] = -b[0] * np.dot(a[k:0:-1], b[:k])
    return b


@prog(lambda n: (U(n, n) / n, U(n)))
def absorption(onward, cost):
    """Expected costs of a chain of states that only moves forward, from the last state to the first."""
    n = cost.shape[0]
    expected = np.empty_like(cost)
    for i in range(n - 1, -1, -1):
        expected[i] = cost[i] + onward[i, i + 1:] @ expected[i + 1:]
    return expected


@prog(lambda n: (np.tril(U(n, n)) + np.eye(n),))
def inverse_in_place(low):
    """The inverse of a lower triangular matrix takes its place, row after row."""
    n = low.shape[0]
    for row in range(n):
        low[row, row] = 1.0 / low[row, row]
        for column in range(row):
            low[row, column] = -low[row, row] * (low[row, column:row] @ low[column:row, column])


@prog(lambda n: (R(n).permutation(n) + U(n), U(n)))
def variogram(place, value):
    """Half squared differences of values by distance: the upper triangle is filled and mirrored."""
    n = len(place)
    half = np.zeros((n, n), dtype=value.dtype)
    apart = np.eye(n, dtype=place.dtype)
    value -= np.mean(value)
    for i in range(n - 1):
        apart[i, i + 1:n] = apart[i + 1:n, i] = np.abs(place[i + 1:n] - place[i])
        half[i, i + 1:n] = 0.5 * (value[i + 1:] - value[i]) ** 2
        half[i + 1:n, i] = half[i, i + 1:n]
    near = apart.mean(axis=0)
    near[near <= 2.0] = 1.0
    half /= np.sqrt(n) * near
    return half / apart


@prog(lambda n: (R(n).permutation(n) + U(n), U(n, 2), 0.3))
def divided_differences(x, y, at):
    """Newton's interpolation of the columns of y: a triangle of quotients, then the nested product."""
    n = x.shape[0]
    table = y.copy()
    for k in range(1, n):
        table[k:] = (table[k:] - table[k - 1:-1]) / (x[k:] - x[:n - k])[:, None]
    result = table[-1].copy()
    for k in range(n - 2, -1, -1):
        result *= at - x[k]
        result += table[k]
    return table, result


@prog(lambda n: (U(n, 2), 0.4))
def bezier(points, t):
    """A point of a Bezier curve by repeated means of neighbours, each round in the memory of the last."""
    n = points.shape[0]
    for k in range(1, n):
        points[:n - k] = (1.0 - t) * points[:n - k] + t * points[1:n - k + 1]
    return points[0]


@prog(lambda n: (U(n, n), U(n), 0.8))
def cohorts(alive, births, kept):
    """Members of every cohort by year: triangular rows, scaled and added to in place."""
    for year in range(alive.shape[0]):
        alive[year, :year + 1] *= kept
        for month in range(3):
            alive[year, :year + 1] += births[year] * births[:year + 1] / (month + 1)


@prog(lambda n: (U(n, n), U(n, 3), np.zeros((n, 3))))
def spring_forces(stiffness, place, force):
    """Forces of springs between all pairs, each pair once: both ends are updated."""
    total = np.empty((place.shape[1],), dtype=place.dtype)
    force *= 0.5
    for i in range(place.shape[0]):
        for axis in range(place.shape[1]):
            pull = stiffness[i, :i] * (place[i, axis] - place[:i, axis])
            force[:i, axis] += pull
            total[axis] = np.ones_like(pull) @ pull
        force[i, :] -= total


@prog(lambda n: (spd(n) / n, U(n), U(n)))
def quasi_newton(h, step, change):
    """The update of an inverse Hessian by Broyden, Fletcher, Goldfarb and Shanno (1970), and the next step, in place."""
    curvature = step @ change
    moved = change @ h
    h += (1.0 + moved @ change / curvature) * np.outer(step, step) / curvature
    h -= (np.outer(moved, step) + np.outer(step, moved)) / curvature
    step += 0.5 * change @ h + 1.0
    change *= 0.1


@prog(lambda n: (U(n, n - 1, n + 2), U(n + 2, n + 2)))
def change_of_basis(field, basis):
    """Every vector of a field in another basis, in the memory of the field."""
    rows, columns, k = field.shape
    field[:] = (np.reshape(field, (rows * columns, 1, k)) @ basis).reshape(rows, columns, k)


@prog(lambda n: (U(n, n), U(n)), close=None)
@prog(lambda n: (R(n).integers(0, 50, (n, n)), R(n + 1).integers(0, 9, n)), grad=False)
def tandem_queues(ready, service):
    """Times in the (max, +) algebra: what waits for a stage is ready no sooner than the stage and its service."""
    for stage in range(service.shape[0]):
        ready[:] = np.maximum(ready[:], np.add.outer(ready[:, stage], service) - 3)
        ready[stage, :] = np.minimum(ready[stage, :], ready[:, stage].max())


def usable(cell):
    if cell == 1:
        return 0
    else:
        return 1


@prog(lambda n: (R(n).integers(0, 2, (n, n + 1)),), grad=False)
def largest_square(blocked):
    """The side of the largest free square that starts at each cell, from the far corner to the first."""
    rows, columns = blocked.shape
    side = np.zeros((rows, columns), np.int32)
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            if usable(blocked[i, j]) > 0:
                if i + 1 < rows and j + 1 < columns:
                    side[i, j] = min(side[i + 1, j], side[i, j + 1], side[i + 1, j + 1]) + usable(blocked[i, j])
                else:
                    side[i, j] = 1
            for k in range(j + 1, columns):
                if side[i, k] > side[i, j] + k - j:
                    side[i, j] = max(side[i, j], 0)
    return side, side.max()


@prog(lambda n: (U(n), U(n, n)))
def diagonals_by_the_index_of_a_loop(d, m):
    n = d.shape[0]
    a, s = np.zeros((n, n)), 0.0
    for k in range(-1, 2):
        a += np.diag(d[max(k, 0):n + min(k, 0)], k) + np.diag(np.ones(n - abs(k)), k) * m
        s += np.trace(a, k) + m.diagonal(k)[0]
    return a, s


@prog(lambda n: (U(5, n) + 4.0 * np.eye(5)[2][:, None], U(n, 2), 2))
def band_elimination(band, rhs, width):
    n = band.shape[1]
    for k in range(n - 1):
        last = min(k + width, n - 1)
        rows = last - k
        band[width + 1:width + 1 + rows, k] /= band[width, k]
        for j in range(k + 1, last + 1):
            top = width + k - j
            band[top + 1:top + 1 + rows, j] -= band[width + 1:width + 1 + rows, k] * band[top, j]
        rhs[k + 1:last + 1] -= np.outer(band[width + 1:width + 1 + rows, k], rhs[k])
