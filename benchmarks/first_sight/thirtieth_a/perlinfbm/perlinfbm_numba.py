import numba as nb
import numpy as np

F = np.float32
GX = np.array([1, -1, 1, -1, 1.4, -1.4, 0, 0], dtype=np.float32)
GY = np.array([1, 1, -1, -1, 0, 0, 1.4, -1.4], dtype=np.float32)


@nb.njit(error_model="numpy")
def fade(t):
    return t * t * t * (t * (t * F(6.0) - F(15.0)) + F(10.0))


@nb.njit(error_model="numpy")
def noise(x, y, perm):
    fx, fy = np.floor(x), np.floor(y)
    i, j = int(fx) & 255, int(fy) & 255
    dx, dy = x - fx, y - fy
    ex, ey = dx - F(1.0), dy - F(1.0)
    u, v = fade(dx), fade(dy)
    a, b = perm[i] + j, perm[i + 1] + j
    p, q, r, s = perm[a] & 7, perm[b] & 7, perm[a + 1] & 7, perm[b + 1] & 7
    n00, n10 = GX[p] * dx + GY[p] * dy, GX[q] * ex + GY[q] * dy
    n01, n11 = GX[r] * dx + GY[r] * ey, GX[s] * ex + GY[s] * ey
    low, high = n00 + u * (n10 - n00), n01 + u * (n11 - n01)
    return low + v * (high - low)


@nb.njit(error_model="numpy")
def perlinfbm(x, y, perm, octaves, lacunarity=2.0, gain=0.5):
    n, m = x.shape
    height, light = np.empty((n, m), np.float32), np.empty((n, m), np.float32)
    for i in range(n):
        for j in range(m):
            h, size, amplitude, below = F(0.0), F(1.0), F(1.0), F(1.0)
            for _ in range(octaves):
                ridge = F(1.0) - abs(noise(x[i, j] * size, y[i, j] * size, perm))
                ridge *= ridge
                h += amplitude * ridge * below
                below = ridge
                size *= F(lacunarity)
                amplitude *= F(gain)
            height[i, j] = h
    sx, sy = F(1.0) / (x[1, 0] - x[0, 0]), F(1.0) / (y[0, 1] - y[0, 0])
    for i in range(n):
        up, down = max(i - 1, 0), min(i + 1, n - 1)
        for j in range(m):
            left, right = max(j - 1, 0), min(j + 1, m - 1)
            gx = (height[down, j] - height[up, j]) * sx / F(down - up)
            gy = (height[i, right] - height[i, left]) * sy / F(right - left)
            light[i, j] = max((F(1.0) - F(0.5) * gx - F(0.3) * gy) / np.sqrt(F(1.0) + gx * gx + gy * gy), F(0.0))
    return height, light
