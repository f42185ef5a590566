import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def adjustment(draws, fixed, notional, maturity, party, agreements):
    a, mean, sigma = 0.15, 0.03, 0.012
    dates, paths = draws.shape
    parties, swaps = len(agreements), len(fixed)
    dt = 6.0 / dates
    decay = np.exp(-a * dt)
    scatter = sigma * np.sqrt((1.0 - decay**2) / (2.0 * a))
    long = mean - sigma**2 / (2.0 * a**2)
    now, total = np.full(paths, 0.025), np.zeros(paths)
    value, before = np.zeros((parties, paths)), np.zeros((parties, paths))
    cva, profile, worst = np.zeros(parties), np.zeros((parties, dates)), np.zeros(parties)
    exposure = np.empty(paths)
    for t in range(dates):
        for p in range(paths):
            now[p] = mean + (now[p] - mean) * decay + scatter * draws[t, p]
            total[p] += now[p]
        value[:] = 0.0
        time = dt * (t + 1)
        for k in range(swaps):
            left = max(maturity[k] - time, 0.0)
            row = value[party[k]]
            for q in range(1, 5):
                tau = 0.25 * q * left
                b = (1.0 - np.exp(-a * tau)) / a
                base = long * (b - tau) - sigma**2 * b**2 / (4.0 * a)
                factor = -notional[k] * (fixed[k] * 0.25 * left + (1.0 if q == 4 else 0.0))
                for p in range(paths):
                    row[p] += factor * np.exp(base - b * now[p])
            for p in range(paths):
                row[p] += notional[k]
        for c in range(parties):
            threshold, least, hazard = agreements[c]
            expected, discounted = 0.0, 0.0
            for p in range(paths):
                call = max(before[c, p] - threshold, 0.0)
                e = max(value[c, p] - (call if call > least and t > 0 else 0.0), 0.0)
                exposure[p] = e
                expected += e
                discounted += np.exp(-total[p] * dt) * e
            profile[c, t] = expected / paths
            place = 0.95 * (paths - 1)
            low = int(place)
            ordered = np.partition(exposure, low)
            above = ordered[low]
            if low + 1 < paths:
                above = np.min(ordered[low + 1:])
            worst[c] = max(worst[c], ordered[low] + (place - low) * (above - ordered[low]))
            cva[c] += 0.6 * discounted / paths * (np.exp(-hazard * dt * t) - np.exp(-hazard * time))
        value, before = before, value
    return cva, profile, worst
