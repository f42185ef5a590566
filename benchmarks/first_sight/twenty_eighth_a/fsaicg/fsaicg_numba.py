import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def inverse_row(indptr, indices, data, J, L, y):
    """Cholesky of the small block; its last unknown needs no more than forward elimination, then back."""
    m = J.size
    for p in range(m):
        L[p, :p + 1] = 0.0
        q = 0
        for k in range(indptr[J[p]], indptr[J[p] + 1]):
            while q <= p and J[q] < indices[k]:
                q += 1
            if q > p:
                break
            if J[q] == indices[k]:
                L[p, q] = data[k]
    for p in range(m):
        for q in range(p + 1):
            s = L[p, q]
            for k in range(q):
                s -= L[p, k] * L[q, k]
            L[p, q] = np.sqrt(s) if p == q else s / L[q, q]
    for p in range(m - 1, -1, -1):
        s = 1.0 / L[p, p] if p == m - 1 else 0.0
        for k in range(p + 1, m):
            s -= L[k, p] * y[k]
        y[p] = s / L[p, p]


@nb.njit(error_model="numpy")
def precondition(start, columns, values, r, z):
    z[:] = 0.0
    for i in range(r.size):
        s = 0.0
        for k in range(start[i], start[i + 1]):
            s += values[k] * r[columns[k]]
        for k in range(start[i], start[i + 1]):
            z[columns[k]] += values[k] * s


@nb.njit(error_model="numpy")
def fsaicg(indptr, indices, data, b, tol=1e-9, most=400):
    n = b.size
    start = np.zeros(n + 1, np.int64)
    columns, values = np.empty(indices.size, np.int64), np.empty(indices.size)
    widest = 0
    for i in range(n):
        at = start[i]
        for k in range(indptr[i], indptr[i + 1]):
            if indices[k] <= i:
                columns[at] = indices[k]
                at += 1
        start[i + 1] = at
        widest = max(widest, at - start[i])
    L, y = np.empty((widest, widest)), np.empty(widest)
    for i in range(n):
        m = start[i + 1] - start[i]
        inverse_row(indptr, indices, data, columns[start[i]:start[i + 1]], L, y)
        for k in range(m):
            values[start[i] + k] = y[k] / np.sqrt(y[m - 1])
    x, r, z, q = np.zeros(n), b.copy(), np.empty(n), np.empty(n)
    precondition(start, columns, values, r, z)
    p = z.copy()
    rz = np.dot(r, z)
    goal = tol * np.sqrt(np.dot(b, b))
    norms = np.zeros(most)
    used = 0
    while used < most:
        pq = 0.0
        for i in range(n):
            s = 0.0
            for k in range(indptr[i], indptr[i + 1]):
                s += data[k] * p[indices[k]]
            q[i] = s
            pq += p[i] * s
        alpha, rr = rz / pq, 0.0
        for i in range(n):
            x[i] += alpha * p[i]
            r[i] -= alpha * q[i]
            rr += r[i] * r[i]
        norms[used] = np.sqrt(rr)
        used += 1
        if norms[used - 1] < goal:
            break
        precondition(start, columns, values, r, z)
        new = np.dot(r, z)
        for i in range(n):
            p[i] = z[i] + new / rz * p[i]
        rz = new
    return x, used, norms
