import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def boxleast(t, flux, error, periods, widths, bins):
    n = t.size
    weight, signal = np.empty(n), np.empty(n)
    total, mean = 0.0, 0.0
    for i in range(n):
        weight[i] = 1.0 / (error[i] * error[i])
        total += weight[i]
    for i in range(n):
        weight[i] /= total
        mean += weight[i] * flux[i]
    for i in range(n):
        signal[i] = weight[i] * (flux[i] - mean)
    power, best = np.zeros(periods.size), np.zeros((periods.size, 3))
    r, s = np.empty(2 * bins + 1), np.empty(2 * bins + 1)
    for p in range(periods.size):
        r[:], s[:] = 0.0, 0.0
        for i in range(n):
            phase = t[i] / periods[p]
            k = min(int((phase - np.floor(phase)) * bins), bins - 1)
            r[k + 1] += weight[i]
            s[k + 1] += signal[i]
        for k in range(bins):
            r[bins + 1 + k], s[bins + 1 + k] = r[k + 1], s[k + 1]
        for k in range(2 * bins):
            r[k + 1] += r[k]
            s[k + 1] += s[k]
        for width in widths:
            for k in range(bins):
                inside, lost = r[k + width] - r[k], s[k + width] - s[k]
                if lost < 0.0 and 1e-3 < inside < 1.0 - 1e-3:
                    spread = inside * (1.0 - inside)
                    found = np.sqrt(lost * lost / spread)
                    if found > power[p]:
                        power[p] = found
                        best[p, 0], best[p, 1], best[p, 2] = k / bins, width / bins, -lost / spread
    top = np.argmax(power)
    return power, periods[top], best[top], (power[top] - np.mean(power)) / np.std(power)
