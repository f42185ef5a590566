import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def sine_gordon(u, v, g, dt, steps):
    """The transform of u is taken over from one step to the next, and sine and cosine of u are taken once."""
    n = u.shape[0]
    S = np.empty((n, n))
    c, s_over, s_times, w2 = np.empty((n, n)), np.empty((n, n)), np.empty((n, n)), np.empty((n, n))
    for i in range(n):
        for j in range(n):
            S[i, j] = np.sqrt(2.0 / (n + 1)) * np.sin(np.pi * (i + 1) * (j + 1) / (n + 1))
            w2[i, j] = np.pi**2 * ((i + 1) ** 2 + (j + 1) ** 2)
            w = np.sqrt(w2[i, j])
            c[i, j] = np.cos(w * dt)
            s_over[i, j] = np.sin(w * dt) / w
            s_times[i, j] = np.sin(w * dt) * w
    energy = np.zeros(steps)
    kick = 0.5 * dt * g
    force = np.sin(u)
    a = np.dot(np.dot(S, u), S)
    a2, b2 = np.empty((n, n)), np.empty((n, n))
    for t in range(steps):
        for i in range(n):
            for j in range(n):
                v[i, j] -= kick * force[i, j]
        b = np.dot(np.dot(S, v), S)
        total = 0.0
        for i in range(n):
            for j in range(n):
                a2[i, j] = c[i, j] * a[i, j] + s_over[i, j] * b[i, j]
                b2[i, j] = c[i, j] * b[i, j] - s_times[i, j] * a[i, j]
                total += 0.5 * w2[i, j] * a2[i, j] * a2[i, j]
        u[:] = np.dot(np.dot(S, a2), S)
        v[:] = np.dot(np.dot(S, b2), S)
        a, a2 = a2, a
        for i in range(n):
            for j in range(n):
                force[i, j] = np.sin(u[i, j])
                v[i, j] -= kick * force[i, j]
                total += 0.5 * v[i, j] * v[i, j] + g * (1.0 - np.cos(u[i, j]))
        energy[t] = total
    return energy
