import numpy as np

GRADIENTS = np.array([[1, 1], [-1, 1], [1, -1], [-1, -1], [1.4, 0], [-1.4, 0], [0, 1.4], [0, -1.4]], dtype=np.float32)


def fade(t):
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


def corner(hashed, dx, dy):
    g = GRADIENTS[hashed & 7]
    return g[..., 0] * dx + g[..., 1] * dy


def noise(x, y, perm):
    fx, fy = np.floor(x), np.floor(y)
    i, j = fx.astype(np.int32) & 255, fy.astype(np.int32) & 255
    dx, dy = x - fx, y - fy
    u, v = fade(dx), fade(dy)
    a, b = perm[i] + j, perm[i + 1] + j
    n00, n10 = corner(perm[a], dx, dy), corner(perm[b], dx - 1.0, dy)
    n01, n11 = corner(perm[a + 1], dx, dy - 1.0), corner(perm[b + 1], dx - 1.0, dy - 1.0)
    low, high = n00 + u * (n10 - n00), n01 + u * (n11 - n01)
    return low + v * (high - low)


def perlinfbm(x, y, perm, octaves, lacunarity=2.0, gain=0.5):
    """Ridged fractal heights and how bright their slopes are, single precision."""
    height = np.zeros_like(x)
    size, amplitude, below = 1.0, 1.0, 1.0
    for _ in range(octaves):
        ridge = (1.0 - np.abs(noise(x * size, y * size, perm))) ** 2
        height += amplitude * ridge * below
        below = ridge
        size *= lacunarity
        amplitude *= gain
    gx, gy = np.gradient(height, x[1, 0] - x[0, 0], y[0, 1] - y[0, 0])
    light = (1.0 - 0.5 * gx - 0.3 * gy) / np.sqrt(1.0 + gx * gx + gy * gy)
    return height, np.maximum(light, 0.0)
