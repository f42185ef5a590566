import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def march(x, v, dt, steps, mu):
    h = dt / steps
    for _ in range(steps):
        a1, b1 = v, mu * (1.0 - x * x) * v - x
        y, w = x + 0.5 * h * a1, v + 0.5 * h * b1
        a2, b2 = w, mu * (1.0 - y * y) * w - y
        y, w = x + 0.5 * h * a2, v + 0.5 * h * b2
        a3, b3 = w, mu * (1.0 - y * y) * w - y
        y, w = x + h * a3, v + h * b3
        a4, b4 = w, mu * (1.0 - y * y) * w - y
        x += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)
        v += h / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4)
    return x, v


@nb.njit(error_model="numpy")
def parareal(start, mu, end, tol, slices, rough, fine_steps):
    dt = end / slices
    U, G, fine = np.zeros((2, slices + 1)), np.zeros((2, slices)), np.zeros((2, slices))
    U[0, 0], U[1, 0] = start[0], start[1]
    for k in range(slices):
        G[0, k], G[1, k] = march(U[0, k], U[1, k], dt, rough, mu)
        U[0, k + 1], U[1, k + 1] = G[0, k], G[1, k]
    rounds = 0
    for r in range(slices):
        for k in range(r, slices):
            fine[0, k], fine[1, k] = march(U[0, k], U[1, k], dt, fine_steps, mu)
        jump = 0.0
        for k in range(r, slices):
            x, v = march(U[0, k], U[1, k], dt, rough, mu)
            a, b = x + fine[0, k] - G[0, k], v + fine[1, k] - G[1, k]
            jump = max(jump, abs(a - U[0, k + 1]), abs(b - U[1, k + 1]))
            G[0, k], G[1, k] = x, v
            U[0, k + 1], U[1, k + 1] = a, b
        rounds = r + 1
        if jump < tol:
            break
    return U, rounds
