import numpy as np

SMALL = 1e-12


def wrap(q):
    """Periodic halo of two cells."""
    q[:2, :] = q[-4:-2, :]
    q[-2:, :] = q[2:4, :]
    q[:, :2] = q[:, -4:-2]
    q[:, -2:] = q[:, 2:4]


def limited(r):
    """The limiter of van Leer."""
    return (r + np.abs(r)) / (1.0 + np.abs(r))


def face_flux(ll, l, r, rr, c):
    """Flux through faces between l and r for Courant numbers c."""
    step = r - l
    safe = np.where(np.abs(step) < SMALL, SMALL, step)
    ratio = np.where(c > 0.0, l - ll, rr - r) / safe
    upwind = np.where(c > 0.0, l, r)
    return c * upwind + 0.5 * np.abs(c) * (1.0 - np.abs(c)) * limited(ratio) * step


def advect(q, u, v, cx, cy, steps):
    for _ in range(steps):
        wrap(q)
        f = face_flux(q[:-3, 2:-2], q[1:-2, 2:-2], q[2:-1, 2:-2], q[3:, 2:-2], cx * u)
        q[2:-2, 2:-2] -= f[1:] - f[:-1]
        wrap(q)
        g = face_flux(q[2:-2, :-3], q[2:-2, 1:-2], q[2:-2, 2:-1], q[2:-2, 3:], cy * v)
        q[2:-2, 2:-2] -= g[:, 1:] - g[:, :-1]
