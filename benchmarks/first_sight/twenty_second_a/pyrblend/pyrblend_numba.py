import numba as nb
import numpy as np


@nb.njit
def mirrored(i, n):
    i = abs(i)
    return 2 * (n - 1) - i if i > n - 1 else i


@nb.njit(error_model="numpy")
def shrink(image):
    ny, nx = image.shape
    c, b, a = np.float32(6 / 16), np.float32(4 / 16), np.float32(1 / 16)
    out = np.empty(((ny + 1) // 2, (nx + 1) // 2), np.float32)
    line = np.empty(nx, np.float32)
    for j in range(out.shape[0]):
        p, q, r, s, t = mirrored(2 * j - 2, ny), mirrored(2 * j - 1, ny), 2 * j, mirrored(2 * j + 1, ny), mirrored(2 * j + 2, ny)
        for i in range(nx):
            line[i] = a * image[p, i] + b * image[q, i] + c * image[r, i] + b * image[s, i] + a * image[t, i]
        for i in range(out.shape[1]):
            if 1 <= i and 2 * i + 2 < nx:
                out[j, i] = a * line[2 * i - 2] + b * line[2 * i - 1] + c * line[2 * i] + b * line[2 * i + 1] + a * line[2 * i + 2]
            else:
                out[j, i] = (a * line[mirrored(2 * i - 2, nx)] + b * line[mirrored(2 * i - 1, nx)] + c * line[2 * i]
                             + b * line[mirrored(2 * i + 1, nx)] + a * line[mirrored(2 * i + 2, nx)])
    return out


@nb.njit(error_model="numpy")
def grow(image):
    ny, nx = image.shape
    six, eighth, half = np.float32(6), np.float32(0.125), np.float32(0.5)
    out = np.empty((2 * ny, 2 * nx), np.float32)
    even, odd = np.empty(nx, np.float32), np.empty(nx, np.float32)
    for j in range(ny):
        up, down = max(j - 1, 0), min(j + 1, ny - 1)
        for i in range(nx):
            even[i] = (image[up, i] + six * image[j, i] + image[down, i]) * eighth
            odd[i] = (image[j, i] + image[down, i]) * half
        for i in range(nx):
            west, east = max(i - 1, 0), min(i + 1, nx - 1)
            out[2 * j, 2 * i] = (even[west] + six * even[i] + even[east]) * eighth
            out[2 * j, 2 * i + 1] = (even[i] + even[east]) * half
            out[2 * j + 1, 2 * i] = (odd[west] + six * odd[i] + odd[east]) * eighth
            out[2 * j + 1, 2 * i + 1] = (odd[i] + odd[east]) * half
    return out


@nb.njit(error_model="numpy")
def pyrblend(a, b, mask, levels):
    mixed = []
    one = np.float32(1)
    for _ in range(levels):
        c, d = shrink(a), shrink(b)
        mixed.append(mask * (a - grow(c)) + (one - mask) * (b - grow(d)))
        a, b, mask = c, d, shrink(mask)
    out = mask * a + (one - mask) * b
    for k in range(levels - 1, -1, -1):
        out = grow(out) + mixed[k]
    for j in range(out.shape[0]):
        for i in range(out.shape[1]):
            out[j, i] = min(max(out[j, i], np.float32(0)), one)
    return out
