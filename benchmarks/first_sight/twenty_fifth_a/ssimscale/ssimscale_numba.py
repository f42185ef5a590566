import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def alike(x, y, window):
    taps = window.size
    h, w = x.shape
    c1, c2 = np.float32(2.55 ** 2), np.float32(7.65 ** 2)
    two = np.float32(2.0)
    rows = np.empty((5, w), np.float32)
    sums = np.empty((5, w - taps + 1), np.float32)
    whole, only = 0.0, 0.0
    for i in range(h - taps + 1):
        rows[:] = 0.0
        for k in range(taps):
            g = window[k]
            for j in range(w):
                a, b = x[i + k, j], y[i + k, j]
                ga, gb = g * a, g * b
                rows[0, j] += ga
                rows[1, j] += gb
                rows[2, j] += ga * a
                rows[3, j] += gb * b
                rows[4, j] += ga * b
        sums[:] = 0.0
        for q in range(5):
            for k in range(taps):
                for j in range(w - taps + 1):
                    sums[q, j] += window[k] * rows[q, j + k]
        for j in range(w - taps + 1):
            mx, my = sums[0, j], sums[1, j]
            vx, vy, cov = sums[2, j] - mx * mx, sums[3, j] - my * my, sums[4, j] - mx * my
            contrast = (two * cov + c2) / (vx + vy + c2)
            only += contrast
            whole += contrast * (two * mx * my + c1) / (mx * mx + my * my + c1)
    places = (h - taps + 1) * (w - taps + 1)
    return whole / places, only / places


@nb.njit(error_model="numpy")
def halved(image):
    h, w = image.shape[0] // 2, image.shape[1] // 2
    out = np.empty((h, w), np.float32)
    for i in range(h):
        for j in range(w):
            up = image[2 * i, 2 * j] + image[2 * i, 2 * j + 1]
            out[i, j] = np.float32(0.25) * (up + image[2 * i + 1, 2 * j] + image[2 * i + 1, 2 * j + 1])
    return out


@nb.njit(error_model="numpy")
def ssimscale(x, y, window, scales):
    contrasts = np.zeros(scales, np.float32)
    result = 1.0
    for s in range(scales):
        whole, contrast = alike(x, y, window)
        contrasts[s] = contrast
        if s == scales - 1:
            result *= max(whole, 0.0) ** (1.0 / scales)
        else:
            result *= max(contrast, 0.0) ** (1.0 / scales)
            x, y = halved(x), halved(y)
    return result, contrasts
