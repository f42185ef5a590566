import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def nmosembl(gather, offset, dt, speeds, half=5, stretch=1.6):
    traces, samples = gather.shape
    semblance = np.empty((speeds.size, samples))
    total, energy, fold = np.empty(samples), np.empty(samples), np.empty(samples)
    chosen, stack, most = np.empty(samples), np.empty(samples), np.full(samples, -1.0)
    for s in range(speeds.size):
        total[:] = 0.0
        energy[:] = 0.0
        fold[:] = 0.0
        for r in range(traces):
            late = (offset[r] / speeds[s]) ** 2
            for k in range(samples):
                t0 = dt * k
                t = np.sqrt(t0 * t0 + late)
                at = t / dt
                i = int(at)
                if i < samples - 1 and t < stretch * max(t0, dt):
                    f = at - i
                    a = (1.0 - f) * gather[r, i] + f * gather[r, i + 1]
                    total[k] += a
                    energy[k] += a * a
                    fold[k] += 1.0
        for k in range(samples):
            top, low = 0.0, 0.0
            for j in range(max(k - half, 0), min(k + half + 1, samples)):
                top += total[j] * total[j]
                low += max(fold[j], 1.0) * energy[j]
            semblance[s, k] = top / (low + 1e-12)
            if semblance[s, k] > most[k]:
                most[k], chosen[k], stack[k] = semblance[s, k], speeds[s], total[k] / max(fold[k], 1.0)
    return semblance, chosen, stack
