import numpy as np

G = 6.6743e-11


def corner(dx, dy, dz):
    r = np.sqrt(dx ** 2 + dy ** 2 + dz ** 2)
    return dx * np.log(dy + r) + dy * np.log(dx + r) - dz * np.arctan2(dx * dy, dz * r)


def gravprism(prisms, density, x, y, z):
    """What boxes of other density add to gravity at stations above them, after Nagy, in milligals, and its slope."""
    field = np.zeros_like(x)
    for prism, rho in zip(prisms, density):
        total = np.zeros_like(x)
        for i in range(2):
            for j in range(2):
                for k in range(2):
                    total += (-1) ** (i + j + k) * corner(prism[0, i] - x, prism[1, j] - y, prism[2, k] - z)
        field += G * 1e5 * rho * total
    east, north = np.gradient(field, axis=1), np.gradient(field, axis=0)
    return field, np.hypot(east, north), np.unravel_index(np.argmax(field), field.shape)[0]
