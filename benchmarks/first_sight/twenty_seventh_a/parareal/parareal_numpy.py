import numpy as np


def rates(u, mu):
    """Van der Pol's oscillator; places first, speeds second."""
    x, v = u
    return np.array([v, mu * (1.0 - x * x) * v - x])


def march(u, dt, steps, mu):
    """Runge's and Kutta's steps of fourth order over one slice."""
    h = dt / steps
    for _ in range(steps):
        k1 = rates(u, mu)
        k2 = rates(u + 0.5 * h * k1, mu)
        k3 = rates(u + 0.5 * h * k2, mu)
        k4 = rates(u + h * k3, mu)
        u = u + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return u


def parareal(start, mu, end, tol, slices, rough, fine_steps):
    """After Lions, Maday and Turinici: the states between slices, and how many rounds they took."""
    dt = end / slices
    U = np.zeros((2, slices + 1))
    G = np.zeros((2, slices))
    U[:, 0] = start
    for k in range(slices):
        G[:, k] = march(U[:, k], dt, rough, mu)
        U[:, k + 1] = G[:, k]
    rounds = 0
    for r in range(slices):
        fine = march(U[:, r:-1], dt, fine_steps, mu)
        jump = 0.0
        for k in range(r, slices):
            coarse = march(U[:, k], dt, rough, mu)
            new = coarse + fine[:, k - r] - G[:, k]
            jump = max(jump, np.max(np.abs(new - U[:, k + 1])))
            G[:, k] = coarse
            U[:, k + 1] = new
        rounds = r + 1
        if jump < tol:
            break
    return U, rounds
