import numpy as np

RAYLEIGH = 8.0 * np.pi / 3.0


def molecular(heights):
    """What clean air sends back, from a standard atmosphere."""
    kelvin = np.maximum(288.15 - 6.5e-3 * heights, 216.65)
    low = 101325.0 * (kelvin / 288.15) ** 5.2559
    high = 22632.0 * np.exp(-(heights - 11000.0) / 6341.6)
    pressure = np.where(heights < 11000.0, low, high)
    return 1.54e-6 * (pressure / 101325.0) * (288.15 / kelvin)


def smoothed(x, heights):
    """A running mean whose window grows with height."""
    n = x.shape[1]
    sums = np.zeros((x.shape[0], n + 1))
    np.cumsum(x, axis=1, out=sums[:, 1:])
    half = 1 + (heights // 2500.0).astype(int)
    low, high = np.maximum(np.arange(n) - half, 0), np.minimum(np.arange(n) + half + 1, n)
    return (sums[:, high] - sums[:, low]) / (high - low)


def clear_window(signal, clean, heights, width):
    """Where the signal follows that of clean air best, above 6 km."""
    first = int(np.searchsorted(heights, 6000.0))
    best, at = np.inf, first
    for i in range(first, heights.size - width, max(width // 2, 1)):
        ratio = signal[i:i + width] / clean[i:i + width]
        mean = ratio.mean()
        if mean <= 0.0:
            continue
        rough = ratio.std() / mean
        if rough < best:
            best, at = rough, i
    return at


def fernald(signal, clean, dz, at, width, lidar_ratio):
    """Both kinds of backscatter together, from the middle of the clear window downwards; nought above it."""
    total = np.zeros_like(signal)
    top = at + width // 2
    total[top] = clean[top]
    before = np.mean(signal[at:at + width] / clean[at:at + width]) * clean[top]
    for i in range(top - 1, -1, -1):
        x = signal[i] * np.exp((lidar_ratio - RAYLEIGH) * (clean[i] + clean[i + 1]) * dz)
        total[i] = x / (before / total[i + 1] + lidar_ratio * (before + x) * dz)
        before = signal[i]
    return total


def layers(dust, heights, limit):
    inside = np.flatnonzero(dust > limit)
    if inside.size == 0:
        return 0.0, 0.0
    return heights[inside[0]], heights[inside[-1]]


def klettinv(counts, heights, lidar_ratio=50.0, limit=3.0e-7):
    """Backscatter of dust, its optical depth, the reference heights, and where layers begin and end."""
    profiles, bins = counts.shape
    dz, width = heights[1] - heights[0], max(bins // 15, 4)
    dark = counts[:, -bins // 20:].mean(axis=1, keepdims=True)
    signal = smoothed((counts - dark) * heights ** 2, heights)
    clean = molecular(heights)
    through = np.exp(-2.0 * RAYLEIGH * np.cumsum(clean) * dz)
    back = np.zeros((profiles, bins))
    reference, base, top = np.zeros(profiles), np.zeros(profiles), np.zeros(profiles)
    for p in range(profiles):
        at = clear_window(signal[p], clean * through, heights, width)
        both = fernald(signal[p], clean, dz, at, width, lidar_ratio)
        stop = at + width // 2
        back[p, :stop] = both[:stop] - clean[:stop]
        reference[p] = heights[stop]
        base[p], top[p] = layers(back[p], heights, limit)
    depth = lidar_ratio * dz * np.maximum(back, 0.0).sum(axis=1)
    return back, depth, reference, base, top
