import numpy as np


def corrected(gather, offset, dt, v, stretch):
    """Traces with the moveout of one speed taken away, nothing where they would be stretched too much."""
    samples = gather.shape[1]
    t0 = dt * np.arange(samples)
    t = np.sqrt(t0 ** 2 + (offset[:, None] / v) ** 2)
    at = t / dt
    i = at.astype(np.int64)
    f = at - i
    good = (i < samples - 1) & (t < stretch * np.maximum(t0, dt))
    i = np.minimum(i, samples - 2)
    row = np.arange(gather.shape[0])[:, None]
    flat = (1.0 - f) * gather[row, i] + f * gather[row, i + 1]
    return np.where(good, flat, 0.0), good


def nmosembl(gather, offset, dt, speeds, half=5, stretch=1.6):
    """Semblance of each speed and time, the best speed for each time, and the gather stacked along it."""
    samples = gather.shape[1]
    semblance, stacks = np.zeros((speeds.size, samples)), np.zeros((speeds.size, samples))
    window = np.ones(2 * half + 1)
    for s, v in enumerate(speeds):
        flat, good = corrected(gather, offset, dt, v, stretch)
        fold = np.maximum(good.sum(axis=0), 1)
        total = flat.sum(axis=0)
        top = np.convolve(total ** 2, window, mode="same")
        low = np.convolve(fold * np.sum(flat ** 2, axis=0), window, mode="same")
        semblance[s] = top / (low + 1e-12)
        stacks[s] = total / fold
    best = np.argmax(semblance, axis=0)
    return semblance, speeds[best], np.take_along_axis(stacks, best[None], axis=0)[0]
