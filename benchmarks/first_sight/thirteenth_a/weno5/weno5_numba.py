import numba as nb
import numpy as np


@nb.njit
def reconstruct(a, b, c, d, e):
    s0 = 13.0 / 12.0 * (a - 2.0 * b + c) ** 2 + 0.25 * (a - 4.0 * b + 3.0 * c) ** 2
    s1 = 13.0 / 12.0 * (b - 2.0 * c + d) ** 2 + 0.25 * (b - d) ** 2
    s2 = 13.0 / 12.0 * (c - 2.0 * d + e) ** 2 + 0.25 * (3.0 * c - 4.0 * d + e) ** 2
    w0 = 0.1 / (1e-6 + s0) ** 2
    w1 = 0.6 / (1e-6 + s1) ** 2
    w2 = 0.3 / (1e-6 + s2) ** 2
    q0 = (2.0 * a - 7.0 * b + 11.0 * c) / 6.0
    q1 = (-b + 5.0 * c + 2.0 * d) / 6.0
    q2 = (2.0 * c + 5.0 * d - e) / 6.0
    return (w0 * q0 + w1 * q1 + w2 * q2) / (w0 + w1 + w2)


@nb.njit
def slope(u, dx, out, right, left, face):
    lines, n = u.shape
    speed = 0.0
    for l in range(lines):
        for i in range(n):
            speed = max(speed, abs(u[l, i]))
    for l in range(lines):
        for i in range(n + 6):
            j = i - 3
            j = j + n if j < 0 else j - n if j >= n else j
            v = u[l, j]
            right[i] = 0.5 * (0.5 * v * v + speed * v)
            left[i] = 0.5 * (0.5 * v * v - speed * v)
        for i in range(n + 1):
            face[i] = (reconstruct(right[i], right[i + 1], right[i + 2], right[i + 3], right[i + 4])
                       + reconstruct(left[i + 5], left[i + 4], left[i + 3], left[i + 2], left[i + 1]))
        for i in range(n):
            out[l, i] = -(face[i + 1] - face[i]) / dx


@nb.njit
def burgers(u, dx, dt, steps):
    lines, n = u.shape
    k, u1, u2 = np.empty_like(u), np.empty_like(u), np.empty_like(u)
    right, left, face = np.empty(n + 6), np.empty(n + 6), np.empty(n + 1)
    for step in range(steps):
        slope(u, dx, k, right, left, face)
        for l in range(lines):
            for i in range(n):
                u1[l, i] = u[l, i] + dt * k[l, i]
        slope(u1, dx, k, right, left, face)
        for l in range(lines):
            for i in range(n):
                u2[l, i] = 0.75 * u[l, i] + 0.25 * (u1[l, i] + dt * k[l, i])
        slope(u2, dx, k, right, left, face)
        for l in range(lines):
            for i in range(n):
                u[l, i] = u[l, i] / 3.0 + 2.0 / 3.0 * (u2[l, i] + dt * k[l, i])
