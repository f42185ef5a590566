import numpy as np


def pencil(z, stiff, damp, mass):
    return stiff + z * damp + z * z * mass


def moments(stiff, damp, mass, probe, points, inner=0.6, outer=1.4):
    """Moments of a quadratic eigenvalue problem in an annulus, by the trapezoidal rule on both circles."""
    zeroth = np.zeros_like(probe)
    first = np.zeros_like(probe)
    for j in range(points):
        turn = np.exp(2j * np.pi * (j + 0.5) / points)
        for radius, sign in ((outer, 1.0), (inner, -1.0)):
            z = radius * turn
            x = np.linalg.solve(pencil(z, stiff, damp, mass), probe)
            zeroth += sign * z / points * x
            first += sign * z**2 / points * x
    return zeroth, first, np.linalg.norm(zeroth, axis=0)
