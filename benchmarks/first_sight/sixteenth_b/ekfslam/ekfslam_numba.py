import numba as nb
import numpy as np

RANGE_VAR, BEARING_VAR, GATE = 0.08**2, 0.04**2, 16.0


@nb.njit
def wrap(angle):
    return (angle + np.pi) % (2.0 * np.pi) - np.pi


@nb.njit
def predict(mu, P, speed, turn):
    size = mu.size
    c, s = np.cos(mu[2]), np.sin(mu[2])
    gx, gy = -speed * s, speed * c
    for j in range(size):
        P[0, j] += gx * P[2, j]
        P[1, j] += gy * P[2, j]
    for i in range(3):
        P[i, 0] += gx * P[i, 2]
        P[i, 1] += gy * P[i, 2]
    for j in range(3, size):
        for i in range(3):
            P[j, i] = P[i, j]
    P[0, 0] += c * c * 0.05**2
    P[0, 1] += c * s * 0.05**2
    P[1, 0] += c * s * 0.05**2
    P[1, 1] += s * s * 0.05**2
    P[2, 2] += 0.03**2
    mu[0] += speed * c
    mu[1] += speed * s
    mu[2] = wrap(mu[2] + turn)


@nb.njit
def introduce(mu, P, k, r, b):
    i = 3 + 2 * k
    c, s = np.cos(mu[2] + b), np.sin(mu[2] + b)
    mu[i], mu[i + 1] = mu[0] + r * c, mu[1] + r * s
    for j in range(mu.size):
        u, w = P[0, j] - r * s * P[2, j], P[1, j] + r * c * P[2, j]
        P[i, j], P[i + 1, j] = u, w
    a00, a01, a02 = P[i, 0], P[i, 1], P[i, 2]
    b00, b01, b02 = P[i + 1, 0], P[i + 1, 1], P[i + 1, 2]
    for j in range(mu.size):
        P[j, i], P[j, i + 1] = P[i, j], P[i + 1, j]
    P[i, i] = a00 - r * s * a02 + c * c * RANGE_VAR + r * r * s * s * BEARING_VAR
    P[i, i + 1] = a01 + r * c * a02 + c * s * RANGE_VAR - r * r * s * c * BEARING_VAR
    P[i + 1, i] = b00 - r * s * b02 + c * s * RANGE_VAR - r * r * s * c * BEARING_VAR
    P[i + 1, i + 1] = b01 + r * c * b02 + s * s * RANGE_VAR + r * r * c * c * BEARING_VAR


@nb.njit
def correct(mu, P, k, z0, z1, p0, p1):
    size = mu.size
    i = 3 + 2 * k
    dx, dy = mu[i] - mu[0], mu[i + 1] - mu[1]
    q = dx * dx + dy * dy
    r = np.sqrt(q)
    m0, m1 = z0 - r, wrap(z1 - wrap(np.arctan2(dy, dx) - mu[2]))
    a, b, c, d = dx / r, dy / r, -dy / q, dx / q
    for j in range(size):
        p0[j] = a * (P[j, i] - P[j, 0]) + b * (P[j, i + 1] - P[j, 1])
        p1[j] = c * (P[j, i] - P[j, 0]) + d * (P[j, i + 1] - P[j, 1]) - P[j, 2]
    s00 = a * (p0[i] - p0[0]) + b * (p0[i + 1] - p0[1]) + RANGE_VAR
    s01 = a * (p1[i] - p1[0]) + b * (p1[i + 1] - p1[1])
    s10 = c * (p0[i] - p0[0]) + d * (p0[i + 1] - p0[1]) - p0[2]
    s11 = c * (p1[i] - p1[0]) + d * (p1[i + 1] - p1[1]) - p1[2] + BEARING_VAR
    det = s00 * s11 - s01 * s10
    i00, i01, i10, i11 = s11 / det, -s01 / det, -s10 / det, s00 / det
    far = m0 * (i00 * m0 + i01 * m1) + m1 * (i10 * m0 + i11 * m1)
    if far > GATE:
        return far
    for j in range(size):
        k0, k1 = p0[j] * i00 + p1[j] * i10, p0[j] * i01 + p1[j] * i11
        mu[j] += k0 * m0 + k1 * m1
        for l in range(size):
            P[j, l] -= k0 * p0[l] + k1 * p1[l]
    mu[2] = wrap(mu[2])
    return far


@nb.njit
def slam(control, sight, ids, marks):
    steps, each = ids.shape
    size = 3 + 2 * marks
    mu, P = np.zeros(size), np.zeros((size, size))
    p0, p1 = np.empty(size), np.empty(size)
    known = np.zeros(marks, np.bool_)
    path, unsure = np.empty((steps, 3)), np.empty(steps)
    refused = 0
    for t in range(steps):
        predict(mu, P, control[t, 0], control[t, 1])
        for m in range(each):
            k = ids[t, m]
            if k < 0:
                continue
            if known[k]:
                if correct(mu, P, k, sight[t, m, 0], sight[t, m, 1], p0, p1) > GATE:
                    refused += 1
            else:
                introduce(mu, P, k, sight[t, m, 0], sight[t, m, 1])
                known[k] = True
        path[t] = mu[:3]
        unsure[t] = P[0, 0] + P[1, 1]
    return path, unsure, mu, np.diag(P).copy(), refused
