import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def line(q, c, left, right, out):
    n = q.size
    for i in range(n):
        a, b, d, e = q[i - 1], q[i], q[i + 1 if i + 1 < n else 0], q[i - 2]
        left[i] = 7.0 / 12.0 * (a + b) - (e + d) / 12.0
    first = left[0]
    for i in range(n):
        right[i] = (left[i + 1] if i + 1 < n else first) - q[i]
        left[i] -= q[i]
        if left[i] * right[i] >= 0.0:
            left[i] = 0.0
            right[i] = 0.0
    for i in range(n):
        if c[i] > 0.0:
            out[i] = c[i] * (q[i - 1] + (1.0 - c[i]) * (right[i - 1] - c[i] * (left[i - 1] + right[i - 1])))
        else:
            out[i] = c[i] * (q[i] + (1.0 + c[i]) * (left[i] + c[i] * (left[i] + right[i])))


@nb.njit(error_model="numpy")
def rows(q, c, left, out):
    ny, nx = q.shape
    for j in range(ny):
        up = j + 1 if j + 1 < ny else 0
        for i in range(nx):
            left[j, i] = 7.0 / 12.0 * (q[j - 1, i] + q[j, i]) - (q[j - 2, i] + q[up, i]) / 12.0
    for j in range(ny):
        up = j + 1 if j + 1 < ny else 0
        for i in range(nx):
            w = c[j, i]
            k = j - 1 if w > 0.0 else j
            l = left[k, i] - q[k, i]
            r = left[k + 1 if k + 1 < ny else 0, i] - q[k, i]
            if l * r >= 0.0:
                l = 0.0
                r = 0.0
            if w > 0.0:
                out[j, i] = w * (q[k, i] + (1.0 - w) * (r - w * (l + r)))
            else:
                out[j, i] = w * (q[k, i] + (1.0 + w) * (l + w * (l + r)))


@nb.njit(error_model="numpy")
def linrood(q, cx, cy, steps):
    ny, nx = q.shape
    left, right = np.empty(nx), np.empty(nx)
    edge, fx, fy = np.empty((ny, nx)), np.empty((ny, nx)), np.empty((ny, nx))
    qx, qy = np.empty((ny, nx)), np.empty((ny, nx))
    for _ in range(steps):
        for j in range(ny):
            line(q[j], cx[j], left, right, fx[j])
        rows(q, cy, edge, fy)
        for j in range(ny):
            up = j + 1 if j + 1 < ny else 0
            for i in range(nx):
                on = i + 1 if i + 1 < nx else 0
                x = (q[j, i] + fx[j, i] - fx[j, on]) / (1.0 + cx[j, i] - cx[j, on])
                y = (q[j, i] + fy[j, i] - fy[up, i]) / (1.0 + cy[j, i] - cy[up, i])
                qx[j, i] = 0.5 * (q[j, i] + x)
                qy[j, i] = 0.5 * (q[j, i] + y)
        for j in range(ny):
            line(qy[j], cx[j], left, right, fx[j])
        rows(qx, cy, edge, fy)
        for j in range(ny):
            up = j + 1 if j + 1 < ny else 0
            for i in range(nx):
                on = i + 1 if i + 1 < nx else 0
                q[j, i] = q[j, i] + (fx[j, i] - fx[j, on]) + (fy[j, i] - fy[up, i])
    return np.sum(q), np.max(q)
