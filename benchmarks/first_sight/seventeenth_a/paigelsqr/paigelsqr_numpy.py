import numpy as np


def times(value, column, x):
    return np.sum(value * x[column], axis=1)


def transposed(value, column, y, n):
    x = np.zeros(n)
    np.add.at(x, column, value * y[:, None])
    return x


def lsqr(value, column, b, x, damp, history):
    n = x.size
    beta = np.linalg.norm(b)
    u = b / beta
    v = transposed(value, column, u, n)
    alpha = np.linalg.norm(v)
    v /= alpha
    w = v.copy()
    phi_bar, rho_bar = beta, alpha
    for k in range(history.size):
        u = times(value, column, v) - alpha * u
        beta = np.linalg.norm(u)
        u /= beta
        v = transposed(value, column, u, n) - beta * v
        alpha = np.linalg.norm(v)
        v /= alpha
        damped = np.hypot(rho_bar, damp)
        phi_bar *= rho_bar / damped
        rho = np.hypot(damped, beta)
        c, s = damped / rho, beta / rho
        theta, rho_bar = s * alpha, -c * alpha
        phi, phi_bar = c * phi_bar, s * phi_bar
        x += (phi / rho) * w
        w = v - (theta / rho) * w
        history[k] = phi_bar * alpha * np.abs(c)
