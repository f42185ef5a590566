import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def add(K, mass, i, j, E, A, I, L, upright, weight):
    """A member that lies or stands; joints below nought are in the ground."""
    a, b, c, d, e = E * A / L, 12.0 * E * I / L ** 3, 6.0 * E * I / L ** 2, 4.0 * E * I / L, 2.0 * E * I / L
    k = np.zeros((6, 6))
    x, y, s = (1, 0, -1.0) if upright else (0, 1, 1.0)
    for p in range(2):
        for q in range(2):
            sign = 1.0 if p == q else -1.0
            k[3 * p + x, 3 * q + x], k[3 * p + y, 3 * q + y] = sign * a, sign * b
            k[3 * p + 2, 3 * q + 2] = d if p == q else e
            k[3 * p + y, 3 * q + 2] = s * c * (1.0 if p == 0 else -1.0)
            k[3 * p + 2, 3 * q + y] = s * c * (1.0 if q == 0 else -1.0)
    half = 0.5 * weight * L
    for p in range(6):
        joint = i if p < 3 else j
        if joint < 0:
            continue
        row = 3 * joint + p % 3
        mass[row] += half * (L * L / 50.0 if p % 3 == 2 else 1.0)
        for q in range(6):
            other = i if q < 3 else j
            if other >= 0:
                K[row, 3 * other + q % 3] += k[p, q]


@nb.njit(error_model="numpy")
def framenewm(shake, dt, storeys, bays, beta=0.25, gamma=0.5):
    joints = bays + 1
    n = 3 * storeys * joints
    K, mass = np.zeros((n, n)), np.zeros(n)
    for s in range(storeys):
        strength = 1.0 - 0.4 * s / storeys
        for b in range(joints):
            i = (s - 1) * joints + b
            add(K, mass, i if s > 0 else -1, s * joints + b, 3.0e10, 0.25 * strength, 5.2e-3 * strength, 3.2, True, 600.0)
        for b in range(bays):
            i = s * joints + b
            add(K, mass, i, i + 1, 3.0e10, 0.18, 5.4e-3, 5.5, False, 4500.0)
    C, D = np.empty((n, n)), np.empty((n, n))
    for i in range(n):
        for j in range(n):
            D[i, j] = K[i, j] / np.sqrt(mass[i] * mass[j])
    w = np.sqrt(np.linalg.eigvalsh(D)[:3])
    alpha0, alpha1 = 0.1 * w[0] * w[2] / (w[0] + w[2]), 0.1 / (w[0] + w[2])
    for i in range(n):
        for j in range(n):
            C[i, j] = alpha1 * K[i, j]
            if i == j:
                C[i, j] += alpha0 * mass[i]
            D[i, j] = gamma / (beta * dt) * C[i, j] + K[i, j]
        D[i, i] += mass[i] / (beta * dt * dt)
    inverse = np.linalg.inv(D)
    u, v, a, drag = np.zeros(n), np.zeros(n), np.zeros(n), np.empty(n)
    for i in range(0, n, 3):
        a[i] = -shake[0]
    drift, shear, roof = np.zeros(storeys), np.zeros(shake.size), 0.0
    b0, b1, b2 = 1.0 / (beta * dt * dt), 1.0 / (beta * dt), 0.5 / beta - 1.0
    g1, g2, g3 = gamma / (beta * dt), gamma / beta - 1.0, dt * (0.5 * gamma / beta - 1.0)
    for t in range(1, shake.size):
        for i in range(n):
            drag[i] = g1 * u[i] + g2 * v[i] + g3 * a[i]
        load = np.dot(C, drag)
        for i in range(n):
            load[i] += mass[i] * (b0 * u[i] + b1 * v[i] + b2 * a[i])
            if i % 3 == 0:
                load[i] -= mass[i] * shake[t]
        new = np.dot(inverse, load)
        for i in range(n):
            move = new[i] - u[i]
            speed = g1 * move - g2 * v[i] - g3 * a[i]
            a[i] = b0 * move - b1 * v[i] - b2 * a[i]
            v[i], u[i] = speed, new[i]
            if i % 3 == 0:
                shear[t] -= mass[i] * (a[i] + shake[t])
        below = 0.0
        for s in range(storeys):
            mean = 0.0
            for b in range(joints):
                mean += u[3 * (s * joints + b)]
            mean /= joints
            drift[s] = max(drift[s], abs(mean - below))
            below = mean
        roof = max(roof, abs(below))
    return drift, shear, 2.0 * np.pi / w, roof, np.argmax(drift)
