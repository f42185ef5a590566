import numpy as np


def blurred(image, window):
    """Only places where the whole window fits."""
    taps = window.size
    h, w = image.shape
    down = sum(window[k] * image[k:h - taps + 1 + k] for k in range(taps))
    return sum(window[k] * down[:, k:w - taps + 1 + k] for k in range(taps))


def alike(x, y, window, top=255.0):
    c1, c2 = (0.01 * top) ** 2, (0.03 * top) ** 2
    mx, my = blurred(x, window), blurred(y, window)
    vx = blurred(x * x, window) - mx * mx
    vy = blurred(y * y, window) - my * my
    cov = blurred(x * y, window) - mx * my
    contrast = (2.0 * cov + c2) / (vx + vy + c2)
    bright = (2.0 * mx * my + c1) / (mx ** 2 + my ** 2 + c1)
    return np.mean(bright * contrast), np.mean(contrast)


def halved(image):
    return 0.25 * (image[0::2, 0::2] + image[1::2, 0::2] + image[0::2, 1::2] + image[1::2, 1::2])


def ssimscale(x, y, window, scales):
    """Likeness of structure at several scales, after Wang, Simoncelli and Bovik, with equal weights."""
    contrasts = np.zeros(scales, dtype=np.float32)
    result = 1.0
    for s in range(scales):
        whole, contrast = alike(x, y, window)
        contrasts[s] = contrast
        last = s == scales - 1
        result *= max(whole if last else contrast, 0.0) ** (1.0 / scales)
        if not last:
            x, y = halved(x), halved(y)
    return result, contrasts
