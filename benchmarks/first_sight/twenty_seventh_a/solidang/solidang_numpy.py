import numpy as np


def solidang(point, corner, face):
    """After van Oosterom and Strackee: one inside, nothing outside."""
    a, b, c = (corner[face[:, k]] - point[:, None] for k in range(3))
    la, lb, lc = (np.linalg.norm(v, axis=2) for v in (a, b, c))
    over = np.sum(a * np.cross(b, c), axis=2)
    under = la * lb * lc + np.sum(a * b, axis=2) * lc + np.sum(b * c, axis=2) * la + np.sum(c * a, axis=2) * lb
    winding = np.sum(np.arctan2(over, under), axis=1) / (2.0 * np.pi)
    return winding, winding > 0.5
