import numpy as np


def beam(E, A, I, L):
    """Stiffness of a beam in its own axes: along, across and turn at both ends."""
    a, b, c, d, e = E * A / L, 12.0 * E * I / L ** 3, 6.0 * E * I / L ** 2, 4.0 * E * I / L, 2.0 * E * I / L
    return np.array([
        [a, 0.0, 0.0, -a, 0.0, 0.0], [0.0, b, c, 0.0, -b, c], [0.0, c, d, 0.0, -c, e],
        [-a, 0.0, 0.0, a, 0.0, 0.0], [0.0, -b, -c, 0.0, b, -c], [0.0, c, e, 0.0, -c, d]])


def turned(k, dx, dy):
    L = np.hypot(dx, dy)
    c, s = dx / L, dy / L
    T = np.zeros((6, 6))
    T[:2, :2] = T[3:5, 3:5] = [[c, s], [-s, c]]
    T[2, 2] = T[5, 5] = 1.0
    return T.T @ k @ T


def add_member(K, mass, place, i, j, E, A, I, weight):
    """A member between joints i and j; half of its mass goes to each end."""
    dx, dy = place[j] - place[i]
    L = np.hypot(dx, dy)
    dofs = np.r_[3 * i:3 * i + 3, 3 * j:3 * j + 3]
    K[np.ix_(dofs, dofs)] += turned(beam(E, A, I, L), dx, dy)
    half = 0.5 * weight * L
    mass[dofs] += half * np.array([1.0, 1.0, L * L / 50.0, 1.0, 1.0, L * L / 50.0])


def build(storeys, bays, height=3.2, span=5.5):
    joints = bays + 1
    floor, column = np.divmod(np.arange((storeys + 1) * joints), joints)
    place = np.stack([span * column, height * floor], axis=1)
    K, mass = np.zeros((3 * place.shape[0], 3 * place.shape[0])), np.zeros(3 * place.shape[0])
    for s in range(storeys):
        strength = 1.0 - 0.4 * s / storeys
        for b in range(joints):
            i = s * joints + b
            add_member(K, mass, place, i, i + joints, 3.0e10, 0.25 * strength, 5.2e-3 * strength, 600.0)
        for b in range(bays):
            i = (s + 1) * joints + b
            add_member(K, mass, place, i, i + 1, 3.0e10, 0.18, 5.4e-3, 4500.0)
    return K[3 * joints:, 3 * joints:], mass[3 * joints:]


def damping(K, mass, ratio=0.05):
    """Rayleigh's damping that fits the first and the third mode, and the three longest periods."""
    root = 1.0 / np.sqrt(mass)
    w = np.sqrt(np.linalg.eigvalsh(K * root * root[:, None])[:3])
    return 2.0 * ratio * w[0] * w[2] / (w[0] + w[2]), 2.0 * ratio / (w[0] + w[2]), 2.0 * np.pi / w


def framenewm(shake, dt, storeys, bays, beta=0.25, gamma=0.5):
    """Greatest drift of each storey, shear at the base over time, periods, the roof's way and the storey that drifts most."""
    K, mass = build(storeys, bays)
    alpha0, alpha1, periods = damping(K, mass)
    n = mass.size
    C = alpha1 * K
    C[np.diag_indices(n)] += alpha0 * mass
    inverse = np.linalg.inv(np.diag(mass / (beta * dt ** 2)) + gamma / (beta * dt) * C + K)
    u, v = np.zeros(n), np.zeros(n)
    side = np.zeros(n)
    side[::3] = 1.0
    a = -side * shake[0]
    drift, shear, roof = np.zeros(storeys), np.zeros(shake.size), 0.0
    for t in range(1, shake.size):
        old = u.copy()
        inertia = mass * (u / (beta * dt ** 2) + v / (beta * dt) + (0.5 / beta - 1.0) * a)
        drag = gamma / (beta * dt) * u + (gamma / beta - 1.0) * v + dt * (0.5 * gamma / beta - 1.0) * a
        u = inverse @ (inertia + C @ drag - mass * side * shake[t])
        speed = gamma / (beta * dt) * (u - old) + (1.0 - gamma / beta) * v + dt * (1.0 - 0.5 * gamma / beta) * a
        a = (u - old) / (beta * dt ** 2) - v / (beta * dt) - (0.5 / beta - 1.0) * a
        v = speed
        floors = u.reshape(storeys, -1, 3)[:, :, 0].mean(axis=1)
        drift = np.maximum(drift, np.abs(np.diff(floors, prepend=0.0)))
        shear[t] = -np.dot(mass[::3], a[::3] + shake[t])
        roof = max(roof, abs(floors[-1]))
    return drift, shear, periods, roof, np.argmax(drift)
