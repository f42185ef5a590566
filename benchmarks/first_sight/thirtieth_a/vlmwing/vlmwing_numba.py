import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def segment(p, a, b):
    x, y, z = p[0] - a[0], p[1] - a[1], p[2] - a[2]
    u, v, w = p[0] - b[0], p[1] - b[1], p[2] - b[2]
    n1, n2 = np.sqrt(x * x + y * y + z * z), np.sqrt(u * u + v * v + w * w)
    down = n1 * n2 * (n1 * n2 + x * u + y * v + z * w)
    size = (n1 + n2) / (4.0 * np.pi * down) if down > 1e-12 else 0.0
    return size * (y * w - z * v), size * (z * u - x * w), size * (x * v - y * u)


@nb.njit(error_model="numpy")
def trailing(p, a, c, s):
    x, y, z = p[0] - a[0], p[1] - a[1], p[2] - a[2]
    n = np.sqrt(x * x + y * y + z * z)
    size = 1.0 / (4.0 * np.pi * n * (n - c * x - s * z))
    return -size * s * y, size * (s * x - c * z), size * c * y


@nb.njit(error_model="numpy")
def table(points, left, right):
    n = len(points)
    out = np.empty((n, n, 3))
    for i in range(n):
        for j in range(n):
            out[i, j, 0], out[i, j, 1], out[i, j, 2] = segment(points[i], left[j], right[j])
    return out


@nb.njit(error_model="numpy")
def vlmwing(corners, angles):
    rows, cols = corners.shape[0] - 1, corners.shape[1] - 1
    n = rows * cols
    left, right, control = np.empty((n, 3)), np.empty((n, 3)), np.empty((n, 3))
    middle, normal, area = np.empty((n, 3)), np.empty((n, 3)), 0.0
    for i in range(rows):
        for j in range(cols):
            k = i * cols + j
            a, b, c, d = corners[i, j], corners[i, j + 1], corners[i + 1, j], corners[i + 1, j + 1]
            for q in range(3):
                left[k, q], right[k, q] = 0.75 * a[q] + 0.25 * c[q], 0.75 * b[q] + 0.25 * d[q]
                middle[k, q] = 0.5 * (left[k, q] + right[k, q])
                control[k, q] = 0.5 * (0.25 * a[q] + 0.75 * c[q] + 0.25 * b[q] + 0.75 * d[q])
            x, y, z = d[0] - a[0], d[1] - a[1], d[2] - a[2]
            u, v, w = b[0] - c[0], b[1] - c[1], b[2] - c[2]
            e, f, g = y * w - z * v, z * u - x * w, x * v - y * u
            double = np.sqrt(e * e + f * f + g * g)
            area += 0.5 * double
            normal[k, 0], normal[k, 1], normal[k, 2] = e / double, f / double, g / double
    onto, along = table(control, left, right), table(middle, left, right)
    lift, drag, circulation = np.empty(angles.size), np.empty(angles.size), np.empty((angles.size, n))
    A, rhs = np.empty((n, n)), np.empty(n)
    for t in range(angles.size):
        c, s = np.cos(np.radians(angles[t])), np.sin(np.radians(angles[t]))
        for i in range(n):
            rhs[i] = -c * normal[i, 0] - s * normal[i, 2]
            for j in range(n):
                x, y, z = trailing(control[i], right[j], c, s)
                u, v, w = trailing(control[i], left[j], c, s)
                A[i, j] = ((onto[i, j, 0] + x - u) * normal[i, 0] + (onto[i, j, 1] + y - v) * normal[i, 1]
                           + (onto[i, j, 2] + z - w) * normal[i, 2])
        gamma = np.linalg.solve(A, rhs)
        fx, fz = 0.0, 0.0
        for i in range(n):
            vx, vy, vz = c, 0.0, s
            for j in range(n):
                x, y, z = trailing(middle[i], right[j], c, s)
                u, v, w = trailing(middle[i], left[j], c, s)
                vx += gamma[j] * (along[i, j, 0] + x - u)
                vy += gamma[j] * (along[i, j, 1] + y - v)
                vz += gamma[j] * (along[i, j, 2] + z - w)
            bx, by, bz = right[i, 0] - left[i, 0], right[i, 1] - left[i, 1], right[i, 2] - left[i, 2]
            fx += gamma[i] * (vy * bz - vz * by)
            fz += gamma[i] * (vx * by - vy * bx)
            circulation[t, i] = gamma[i]
        lift[t], drag[t] = 2.0 * (fz * c - fx * s) / area, 2.0 * (fx * c + fz * s) / area
    return lift, drag, circulation
