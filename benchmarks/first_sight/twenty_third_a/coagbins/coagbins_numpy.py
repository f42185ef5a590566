import numpy as np


def kernel(volume):
    """How often two drops meet in still air, but for warmth."""
    r = np.cbrt(volume)
    return (r[:, None] + r) * (1.0 / r[:, None] + 1.0 / r)


def where_to(volume):
    """The lower of the two bins that share what two drops make, and its part."""
    made = volume[:, None] + volume
    low = np.searchsorted(volume, made, side="right") - 1
    high = np.minimum(low + 1, volume.size - 1)
    width = volume[high] - volume[low]
    part = np.where(width > 0.0, (volume[high] - made) / np.where(width > 0.0, width, 1.0), 1.0)
    return low, high, part


def coagbins(volume, number, warmth, dt, steps):
    """Numbers and volumes are kept after Kumar and Ramkrishna; numbers change in place."""
    bins, boxes = number.shape
    beta = kernel(volume)
    low, high, part = where_to(volume)
    for t in range(steps):
        gain = np.zeros((bins, boxes))
        loss = np.zeros((bins, boxes))
        for i in range(bins):
            for j in range(i + 1):
                rate = beta[i, j] * warmth * number[i] * number[j]
                if i == j:
                    rate *= 0.5
                gain[low[i, j]] += part[i, j] * rate
                gain[high[i, j]] += (1.0 - part[i, j]) * rate
                loss[i] += rate
                loss[j] += rate
        number += dt * (gain - loss)
        np.maximum(number, 0.0, out=number)
    total = np.sum(number, axis=0)
    return total, np.cbrt(volume @ number / total)
