import numpy as np

GAS, RATIO, REFERENCE = 287.05, 1.4, 1.0e5


def pressure(mass, theta, dz):
    return REFERENCE * (GAS * mass * theta / (REFERENCE * dz)) ** RATIO


def solve(lower, diagonal, upper, right):
    """Tridiagonal systems along the first axis."""
    n = right.shape[0]
    c = np.empty_like(right)
    x = np.empty_like(right)
    c[0] = upper[0] / diagonal[0]
    x[0] = right[0] / diagonal[0]
    for k in range(1, n):
        pivot = diagonal[k] - lower[k] * c[k - 1]
        c[k] = upper[k] / pivot
        x[k] = (right[k] - lower[k] * x[k - 1]) / pivot
    for k in range(n - 2, -1, -1):
        x[k] -= c[k] * x[k + 1]
    return x


def acouvert(w, dz, pe, mass, theta, steps, dt):
    base = pressure(mass, theta, dz)
    for _ in range(steps):
        full = pressure(mass, theta, dz)
        stiff = RATIO * full / dz
        inertia = 0.5 * (mass[1:] + mass[:-1])
        lower = -dt * dt * stiff[:-1]
        upper = -dt * dt * stiff[1:]
        diagonal = inertia - lower - upper
        right = inertia * w[1:-1] + dt * ((full[1:] - base[1:]) - (full[:-1] - base[:-1]))
        w[1:-1] = solve(lower, diagonal, upper, right)
        dz += dt * (w[:-1] - w[1:])
        pe += (pressure(mass, theta, dz) - base) / steps
