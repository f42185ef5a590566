import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def solidang(point, corner, face):
    points = point.shape[0]
    winding, inside = np.empty(points), np.empty(points, np.bool_)
    for p in range(points):
        x, y, z = point[p, 0], point[p, 1], point[p, 2]
        total = 0.0
        for f in range(face.shape[0]):
            i, j, k = face[f, 0], face[f, 1], face[f, 2]
            ax, ay, az = corner[i, 0] - x, corner[i, 1] - y, corner[i, 2] - z
            bx, by, bz = corner[j, 0] - x, corner[j, 1] - y, corner[j, 2] - z
            cx, cy, cz = corner[k, 0] - x, corner[k, 1] - y, corner[k, 2] - z
            la = np.sqrt(ax * ax + ay * ay + az * az)
            lb = np.sqrt(bx * bx + by * by + bz * bz)
            lc = np.sqrt(cx * cx + cy * cy + cz * cz)
            over = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
            under = (la * lb * lc + (ax * bx + ay * by + az * bz) * lc + (bx * cx + by * cy + bz * cz) * la
                     + (cx * ax + cy * ay + cz * az) * lb)
            total += np.arctan2(over, under)
        winding[p] = total / (2.0 * np.pi)
        inside[p] = winding[p] > 0.5
    return winding, inside
