import numba as nb
import numpy as np


@nb.njit
def cast(origins, rays, mesh, light):
    R, T = rays.shape[0], mesh.shape[0]
    depth = np.full(R, np.float32(1e30))
    which = np.full(R, -1)
    shade = np.zeros(R, dtype=np.float32)
    one = np.float32(1)
    for r in range(R):
        dx, dy, dz = rays[r, 0], rays[r, 1], rays[r, 2]
        for k in range(T):
            ax, ay, az = mesh[k, 1, 0] - mesh[k, 0, 0], mesh[k, 1, 1] - mesh[k, 0, 1], mesh[k, 1, 2] - mesh[k, 0, 2]
            bx, by, bz = mesh[k, 2, 0] - mesh[k, 0, 0], mesh[k, 2, 1] - mesh[k, 0, 1], mesh[k, 2, 2] - mesh[k, 0, 2]
            px, py, pz = dy * bz - dz * by, dz * bx - dx * bz, dx * by - dy * bx
            det = px * ax + py * ay + pz * az
            if abs(det) <= 1e-6:
                continue
            inv = one / det
            tx, ty, tz = origins[r, 0] - mesh[k, 0, 0], origins[r, 1] - mesh[k, 0, 1], origins[r, 2] - mesh[k, 0, 2]
            u = (tx * px + ty * py + tz * pz) * inv
            if u < 0:
                continue
            qx, qy, qz = ty * az - tz * ay, tz * ax - tx * az, tx * ay - ty * ax
            v = (dx * qx + dy * qy + dz * qz) * inv
            d = (bx * qx + by * qy + bz * qz) * inv
            if v >= 0 and u + v <= one and d > 1e-4 and d < depth[r]:
                depth[r] = d
                which[r] = k
                nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
                shade[r] = abs(nx * light[0] + ny * light[1] + nz * light[2]) / np.sqrt(nx * nx + ny * ny + nz * nz)
    return depth, which, shade
