import numba as nb
import numpy as np

RAYLEIGH = 8.0 * np.pi / 3.0


@nb.njit(error_model="numpy")
def molecular(height):
    kelvin = max(288.15 - 6.5e-3 * height, 216.65)
    if height < 11000.0:
        pressure = 101325.0 * (kelvin / 288.15) ** 5.2559
    else:
        pressure = 22632.0 * np.exp(-(height - 11000.0) / 6341.6)
    return 1.54e-6 * (pressure / 101325.0) * (288.15 / kelvin)


@nb.njit(error_model="numpy")
def clear_window(signal, seen, first, width):
    best, at = np.inf, first
    for i in range(first, signal.size - width, max(width // 2, 1)):
        mean, square = 0.0, 0.0
        for k in range(i, i + width):
            mean += signal[k] / seen[k]
        mean /= width
        if mean <= 0.0:
            continue
        for k in range(i, i + width):
            square += (signal[k] / seen[k] - mean) ** 2
        rough = np.sqrt(square / width) / mean
        if rough < best:
            best, at = rough, i
    return at


@nb.njit(error_model="numpy")
def klettinv(counts, heights, lidar_ratio=50.0, limit=3.0e-7):
    profiles, bins = counts.shape
    dz, width = heights[1] - heights[0], max(bins // 15, 4)
    clean, seen, bend = np.empty(bins), np.empty(bins), np.empty(bins)
    through, first = 0.0, bins
    for i in range(bins):
        clean[i] = molecular(heights[i])
        through += clean[i]
        seen[i] = clean[i] * np.exp(-2.0 * RAYLEIGH * through * dz)
        if heights[i] >= 6000.0:
            first = min(first, i)
    for i in range(bins - 1):
        bend[i] = np.exp((lidar_ratio - RAYLEIGH) * (clean[i] + clean[i + 1]) * dz)
    back, signal, sums = np.zeros((profiles, bins)), np.empty(bins), np.zeros(bins + 1)
    depth, reference, base, top = np.zeros(profiles), np.zeros(profiles), np.zeros(profiles), np.zeros(profiles)
    tail = -(-bins // 20)
    for p in range(profiles):
        dark = 0.0
        for i in range(bins - tail, bins):
            dark += counts[p, i]
        dark /= tail
        for i in range(bins):
            sums[i + 1] = sums[i] + (counts[p, i] - dark) * heights[i] ** 2
        for i in range(bins):
            half = 1 + int(heights[i] // 2500.0)
            low, high = max(i - half, 0), min(i + half + 1, bins)
            signal[i] = (sums[high] - sums[low]) / (high - low)
        at = clear_window(signal, seen, first, width)
        stop = at + width // 2
        level = 0.0
        for i in range(at, at + width):
            level += signal[i] / clean[i]
        before, above = level / width * clean[stop], clean[stop]
        begun = False
        for i in range(stop - 1, -1, -1):
            x = signal[i] * bend[i]
            above = x / (before / above + lidar_ratio * (before + x) * dz)
            before = signal[i]
            dust = above - clean[i]
            back[p, i] = dust
            depth[p] += max(dust, 0.0)
            if dust > limit:
                base[p] = heights[i]
                if not begun:
                    top[p], begun = heights[i], True
        depth[p] *= lidar_ratio * dz
        reference[p] = heights[stop]
    return back, depth, reference, base, top
