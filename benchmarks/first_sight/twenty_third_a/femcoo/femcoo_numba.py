import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def femcoo(nodes, triangles, border, conductivity, limit):
    n, m = nodes.shape[0], triangles.shape[0]
    key, values = np.empty(9 * m, np.int64), np.empty(9 * m)
    b = np.zeros(n)
    ex, ey = np.empty(3), np.empty(3)
    for t in range(m):
        mx, my = 0.0, 0.0
        for i in range(3):
            p, q = triangles[t, (i + 2) % 3], triangles[t, (i + 1) % 3]
            ex[i], ey[i] = nodes[p, 0] - nodes[q, 0], nodes[p, 1] - nodes[q, 1]
            mx += nodes[p, 0]
            my += nodes[p, 1]
        area = 0.5 * abs(ex[0] * ey[1] - ey[0] * ex[1])
        k = conductivity[t] / (4.0 * area)
        load = area / 3.0 * np.sin(np.pi * mx / 3.0) * (my / 3.0)
        for i in range(3):
            b[triangles[t, i]] += load
            for j in range(3):
                key[9 * t + 3 * i + j] = triangles[t, i] * n + triangles[t, j]
                values[9 * t + 3 * i + j] = (ex[i] * ex[j] + ey[i] * ey[j]) * k
    order = np.argsort(key, kind="mergesort")
    start, column, data = np.zeros(n + 1, np.int64), np.empty(9 * m, np.int64), np.empty(9 * m)
    diagonal = np.empty(n)
    size, last = 0, -1
    for p in order:
        if key[p] != last:
            last = key[p]
            column[size], data[size] = last % n, 0.0
            start[last // n + 1] += 1
            size += 1
        data[size - 1] += values[p]
    for i in range(n):
        start[i + 1] += start[i]
        for p in range(start[i], start[i + 1]):
            if border[i] or border[column[p]]:
                data[p] = 0.0
            if column[p] == i:
                if border[i]:
                    data[p] = 1.0
                diagonal[i] = data[p]
        if border[i]:
            b[i] = 0.0
    u, d, q, norms = np.zeros(n), np.empty(n), np.empty(n), np.zeros(limit)
    r = b
    rz = 0.0
    for i in range(n):
        d[i] = r[i] / diagonal[i]
        rz += r[i] * d[i]
    for k in range(limit):
        dq = 0.0
        for i in range(n):
            total = 0.0
            for p in range(start[i], start[i + 1]):
                total += data[p] * d[column[p]]
            q[i] = total
            dq += d[i] * total
        alpha, new, squares = rz / dq, 0.0, 0.0
        for i in range(n):
            u[i] += alpha * d[i]
            r[i] -= alpha * q[i]
            new += r[i] * (r[i] / diagonal[i])
            squares += r[i] * r[i]
        for i in range(n):
            d[i] = r[i] / diagonal[i] + new / rz * d[i]
        rz = new
        norms[k] = np.sqrt(squares)
        if norms[k] < 1e-9 * norms[0]:
            break
    return u, size, norms
