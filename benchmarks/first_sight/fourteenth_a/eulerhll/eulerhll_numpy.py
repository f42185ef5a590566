import numpy as np


def primitive(U, gamma):
    rho = U[0]
    u, v = U[1] / rho, U[2] / rho
    p = (gamma - 1.0) * (U[3] - 0.5 * rho * (u**2 + v**2))
    return rho, u, v, p


def flux(U, u, p):
    F = U * u
    F[1] += p
    F[3] += p * u
    return F


def hll(left, right, gamma):
    rl, ul, _, pl = primitive(left, gamma)
    rr, ur, _, pr = primitive(right, gamma)
    cl, cr = np.sqrt(gamma * pl / rl), np.sqrt(gamma * pr / rr)
    slow = np.minimum(ul - cl, ur - cr)
    fast = np.maximum(ul + cl, ur + cr)
    fl, fr = flux(left, ul, pl), flux(right, ur, pr)
    middle = (fast * fl - slow * fr + slow * fast * (right - left)) / (fast - slow)
    return np.where(slow >= 0.0, fl, np.where(fast <= 0.0, fr, middle))


def sweep(U, ratio, gamma):
    F = hll(U[:, :-1], U[:, 1:], gamma)
    U[:, 1:-1] -= ratio * (F[:, 1:] - F[:, :-1])
    U[:, 0] = U[:, 1]
    U[:, -1] = U[:, -2]


def gas(U, gamma, h, steps):
    time = 0.0
    for step in range(steps):
        rho, u, v, p = primitive(U, gamma)
        c = np.sqrt(gamma * p / rho)
        dt = 0.4 * h / np.max(np.maximum(np.abs(u), np.abs(v)) + c)
        sweep(U, dt / h, gamma)
        turned = U[[0, 2, 1, 3]].swapaxes(1, 2)
        sweep(turned, dt / h, gamma)
        U[[0, 2, 1, 3]] = turned.swapaxes(1, 2)
        time += dt
    return time
