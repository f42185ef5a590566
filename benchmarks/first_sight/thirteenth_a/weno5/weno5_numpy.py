import numpy as np


def reconstruct(a, b, c, d, e, eps=1e-6):
    """The value at the face behind c, from five cells."""
    s0 = 13.0 / 12.0 * (a - 2.0 * b + c) ** 2 + 0.25 * (a - 4.0 * b + 3.0 * c) ** 2
    s1 = 13.0 / 12.0 * (b - 2.0 * c + d) ** 2 + 0.25 * (b - d) ** 2
    s2 = 13.0 / 12.0 * (c - 2.0 * d + e) ** 2 + 0.25 * (3.0 * c - 4.0 * d + e) ** 2
    w0 = 0.1 / (eps + s0) ** 2
    w1 = 0.6 / (eps + s1) ** 2
    w2 = 0.3 / (eps + s2) ** 2
    q0 = (2.0 * a - 7.0 * b + 11.0 * c) / 6.0
    q1 = (-b + 5.0 * c + 2.0 * d) / 6.0
    q2 = (2.0 * c + 5.0 * d - e) / 6.0
    return (w0 * q0 + w1 * q1 + w2 * q2) / (w0 + w1 + w2)


def slope(u, dx):
    padded = np.concatenate((u[:, -3:], u, u[:, :3]), axis=1)
    speed = np.max(np.abs(u))
    flux = 0.5 * padded**2
    right = 0.5 * (flux + speed * padded)
    left = 0.5 * (flux - speed * padded)
    face = reconstruct(right[:, :-5], right[:, 1:-4], right[:, 2:-3], right[:, 3:-2], right[:, 4:-1])
    face += reconstruct(left[:, 5:], left[:, 4:-1], left[:, 3:-2], left[:, 2:-3], left[:, 1:-4])
    return -np.diff(face, axis=1) / dx


def burgers(u, dx, dt, steps):
    for step in range(steps):
        u1 = u + dt * slope(u, dx)
        u2 = 0.75 * u + 0.25 * (u1 + dt * slope(u1, dx))
        u[:] = u / 3.0 + 2.0 / 3.0 * (u2 + dt * slope(u2, dx))
