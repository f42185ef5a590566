import numpy as np


def stumpff(z):
    """c2 and c3: trigonometric, hyperbolic, and a series between."""
    c, s = np.empty_like(z), np.empty_like(z)
    up, down = z > 0.1, z < -0.1
    flat = ~(up | down)
    q = np.sqrt(z[up])
    c[up] = (1.0 - np.cos(q)) / z[up]
    s[up] = (q - np.sin(q)) / q ** 3
    q = np.sqrt(-z[down])
    c[down] = (1.0 - np.cosh(q)) / z[down]
    s[down] = (np.sinh(q) - q) / q ** 3
    t = z[flat]
    c[flat] = (1.0 - t / 12.0 * (1.0 - t / 30.0 * (1.0 - t / 56.0 * (1.0 - t / 90.0 * (1.0 - t / 132.0))))) / 2.0
    s[flat] = (1.0 - t / 20.0 * (1.0 - t / 42.0 * (1.0 - t / 72.0 * (1.0 - t / 110.0 * (1.0 - t / 156.0))))) / 6.0
    return c, s


def keplunivs(r0, v0, dt, mu, tol=1e-11, rounds=60):
    """Orbits of all kinds by the universal variable; roots after Laguerre and Conway."""
    root = np.sqrt(mu)
    far = np.sqrt(np.sum(r0 ** 2, axis=1))
    alpha = 2.0 / far - np.sum(v0 ** 2, axis=1) / mu
    along = np.sum(r0 * v0, axis=1) / root
    chi = root * dt / far
    for _ in range(rounds):
        z = alpha * chi ** 2
        c, s = stumpff(z)
        F = along * chi ** 2 * c + (1.0 - alpha * far) * chi ** 3 * s + far * chi - root * dt
        r = along * chi * (1.0 - z * s) + (1.0 - alpha * far) * chi ** 2 * c + far
        bend = along * (1.0 - z * c) + (1.0 - alpha * far) * chi * (1.0 - z * s)
        step = 5.0 * F / (r + np.sqrt(np.abs(16.0 * r ** 2 - 20.0 * F * bend)))
        chi -= step
        if np.max(np.abs(step)) < tol:
            break
    z = alpha * chi ** 2
    c, s = stumpff(z)
    f = 1.0 - chi ** 2 / far * c
    g = dt - chi ** 3 * s / root
    new = f[:, None] * r0 + g[:, None] * v0
    r = np.sqrt(np.sum(new ** 2, axis=1))
    fdot = root / (r * far) * chi * (z * s - 1.0)
    gdot = 1.0 - chi ** 2 / r * c
    return new, fdot[:, None] * r0 + gdot[:, None] * v0, chi
