import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def melt(a, b, k):
    h = min(max(0.5 + 0.5 * (b - a) / k, 0.0), 1.0)
    return b + (a - b) * h - k * h * (1.0 - h)


@nb.njit(error_model="numpy")
def scene(x, y, z):
    ball = np.sqrt(x * x + (y - 0.2) ** 2 + z * z) - 0.8
    qx, qy, qz = abs(x - 0.9) - 0.5, abs(y + 0.3) - 0.35, abs(z - 0.2) - 0.5
    box = np.sqrt(max(qx, 0.0) ** 2 + max(qy, 0.0) ** 2 + max(qz, 0.0) ** 2) + min(max(qx, qy, qz), 0.0) - 0.05
    ring = np.hypot(np.hypot(x + 1.1, z - 0.3) - 0.6, y + 0.4) - 0.2
    return min(melt(melt(ball, box, 0.3), ring, 0.2), y + 0.8)


@nb.njit(error_model="numpy")
def sdfmarch(eye, sun, n, e=1e-4):
    image, depth = np.empty((n, n)), np.zeros((n, n))
    side = np.linspace(-0.6, 0.6, n)
    steps = 0
    for i in range(n):
        for j in range(n):
            dx, dy = side[j], -side[i] - 0.25
            size = np.sqrt(dx * dx + dy * dy + 1.0)
            dx, dy, dz = dx / size, dy / size, 1.0 / size
            t, hit = 0.02, False
            for _ in range(80):
                gap = scene(eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz)
                steps += 1
                if gap < 1e-4 * t:
                    hit = True
                    break
                t += gap
                if t >= 12.0:
                    break
            if not hit:
                image[i, j] = 0.1 + 0.3 * max(dy, 0.0)
                continue
            depth[i, j] = t
            x, y, z = eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz
            nx = scene(x + e, y, z) - scene(x - e, y, z)
            ny = scene(x, y + e, z) - scene(x, y - e, z)
            nz = scene(x, y, z + e) - scene(x, y, z - e)
            size = np.sqrt(nx * nx + ny * ny + nz * nz)
            nx, ny, nz = nx / size, ny / size, nz / size
            x, y, z = x + 0.002 * nx, y + 0.002 * ny, z + 0.002 * nz
            light, t = 1.0, 0.05
            for _ in range(20):
                gap = scene(x + t * sun[0], y + t * sun[1], z + t * sun[2])
                light = min(light, 9.0 * gap / t)
                t += min(max(gap, 0.04), 0.4)
            image[i, j] = 0.15 + 0.85 * max(nx * sun[0] + ny * sun[1] + nz * sun[2], 0.0) * max(light, 0.0)
    return image, depth, steps
