import numba as nb
import numpy as np


@nb.njit
def lsqr(value, column, b, x, damp, history):
    m, width = value.shape
    n = x.size
    beta = 0.0
    for i in range(m):
        beta += b[i] * b[i]
    beta = np.sqrt(beta)
    u, v, w = np.empty(m), np.zeros(n), np.empty(n)
    for i in range(m):
        u[i] = b[i] / beta
        for q in range(width):
            v[column[i, q]] += value[i, q] * u[i]
    alpha = 0.0
    for j in range(n):
        alpha += v[j] * v[j]
    alpha = np.sqrt(alpha)
    for j in range(n):
        v[j] /= alpha
        w[j] = v[j]
    phi_bar, rho_bar = beta, alpha
    for k in range(history.size):
        total = 0.0
        for i in range(m):
            t = 0.0
            for q in range(width):
                t += value[i, q] * v[column[i, q]]
            t -= alpha * u[i]
            u[i] = t
            total += t * t
        beta = np.sqrt(total)
        for j in range(n):
            v[j] *= -beta
        for i in range(m):
            t = u[i] / beta
            u[i] = t
            for q in range(width):
                v[column[i, q]] += value[i, q] * t
        total = 0.0
        for j in range(n):
            total += v[j] * v[j]
        alpha = np.sqrt(total)
        damped = np.hypot(rho_bar, damp)
        phi_bar *= rho_bar / damped
        rho = np.hypot(damped, beta)
        c, s = damped / rho, beta / rho
        theta, rho_bar = s * alpha, -c * alpha
        phi, phi_bar = c * phi_bar, s * phi_bar
        along, back = phi / rho, theta / rho
        for j in range(n):
            v[j] /= alpha
            x[j] += along * w[j]
            w[j] = v[j] - back * w[j]
        history[k] = phi_bar * alpha * abs(c)
