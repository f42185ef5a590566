import numba as nb
import numpy as np


@nb.njit
def field(wires, currents, points, velocity):
    coils, ends, _ = wires.shape
    n = points.shape[0]
    B, strength, force = np.zeros((n, 3)), np.empty(n), np.empty((n, 3))
    for p in range(n):
        px, py, pz = points[p, 0], points[p, 1], points[p, 2]
        bx, by, bz = 0.0, 0.0, 0.0
        for c in range(coils):
            ax, ay, az = px - wires[c, 0, 0], py - wires[c, 0, 1], pz - wires[c, 0, 2]
            la = np.sqrt(ax * ax + ay * ay + az * az)
            for s in range(1, ends):
                ex, ey, ez = px - wires[c, s, 0], py - wires[c, s, 1], pz - wires[c, s, 2]
                le = np.sqrt(ex * ex + ey * ey + ez * ez)
                share = 1e-7 * currents[c] * (la + le) / (la * le * (la * le + ax * ex + ay * ey + az * ez))
                bx += share * (ay * ez - az * ey)
                by += share * (az * ex - ax * ez)
                bz += share * (ax * ey - ay * ex)
                ax, ay, az, la = ex, ey, ez, le
        size = np.sqrt(bx * bx + by * by + bz * bz)
        B[p, 0], B[p, 1], B[p, 2] = bx, by, bz
        strength[p] = size
        vx, vy, vz = velocity[p, 0], velocity[p, 1], velocity[p, 2]
        along = (vx * bx + vy * by + vz * bz) / (size * size)
        vx, vy, vz = vx - along * bx, vy - along * by, vz - along * bz
        force[p, 0] = vy * bz - vz * by
        force[p, 1] = vz * bx - vx * bz
        force[p, 2] = vx * by - vy * bx
    return B, strength, force
