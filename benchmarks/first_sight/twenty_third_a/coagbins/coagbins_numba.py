import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def coagbins(volume, number, warmth, dt, steps):
    bins, boxes = number.shape
    r = np.cbrt(volume)
    gain = np.empty((bins, boxes))
    for t in range(steps):
        gain[:] = 0.0
        for i in range(bins):
            for j in range(i + 1):
                beta = (r[i] + r[j]) * (1.0 / r[i] + 1.0 / r[j])
                if i == j:
                    beta *= 0.5
                made = volume[i] + volume[j]
                low = np.searchsorted(volume, made, side="right") - 1
                high = min(low + 1, bins - 1)
                width = volume[high] - volume[low]
                part = (volume[high] - made) / width if width > 0.0 else 1.0
                for b in range(boxes):
                    rate = beta * warmth[b] * number[i, b] * number[j, b]
                    gain[low, b] += part * rate
                    gain[high, b] += (1.0 - part) * rate
                    gain[i, b] -= rate
                    gain[j, b] -= rate
        for i in range(bins):
            for b in range(boxes):
                number[i, b] = max(number[i, b] + dt * gain[i, b], 0.0)
    total, mass = np.zeros(boxes), np.zeros(boxes)
    for i in range(bins):
        for b in range(boxes):
            total[b] += number[i, b]
            mass[b] += volume[i] * number[i, b]
    return total, np.cbrt(mass / total)
