import numba as nb
import numpy as np

EXCESSES = np.array([0.0, 0.15, 0.4])


@nb.njit(error_model="numpy")
def model_fluxes(waves, templates, filters, redshifts):
    n, kinds, bands = waves.size, templates.shape[0], filters.shape[0]
    dimmed = np.empty((EXCESSES.size * kinds, n))
    step = np.empty(n)
    for i in range(n):
        step[i] = 0.5 * (waves[min(i + 1, n - 1)] - waves[max(i - 1, 0)])
        x = 1.0e4 / waves[i]
        if waves[i] > 6300.0:
            k = 2.659 * (-1.857 + 1.040 * x) + 4.05
        else:
            k = 2.659 * (-2.156 + 1.509 * x - 0.198 * x * x + 0.011 * x * x * x) + 4.05
        for e in range(EXCESSES.size):
            dim = 10.0 ** (-0.4 * EXCESSES[e] * max(k, 0.0))
            for t in range(kinds):
                dimmed[e * kinds + t, i] = templates[t, i] * dim
    weights = np.empty((bands, n))
    for b in range(bands):
        total = 0.0
        for i in range(n):
            weights[b, i] = filters[b, i] * waves[i] * step[i]
            total += weights[b, i]
        for i in range(n):
            weights[b, i] /= total
    fluxes = np.zeros((redshifts.size, dimmed.shape[0], bands))
    spectrum = np.zeros((dimmed.shape[0], n))
    for z in range(redshifts.size):
        j, stretch = 0, 1.0 / (1.0 + redshifts[z])
        for i in range(n):
            w = waves[i] * stretch
            if w < waves[0]:
                for k in range(dimmed.shape[0]):
                    spectrum[k, i] = 0.0
                continue
            while j < n - 2 and waves[j + 1] <= w:
                j += 1
            part = (w - waves[j]) / (waves[j + 1] - waves[j])
            for k in range(dimmed.shape[0]):
                spectrum[k, i] = (dimmed[k, j] + part * (dimmed[k, j + 1] - dimmed[k, j])) * stretch
        fluxes[z] = np.dot(spectrum, weights.T)
    return fluxes


@nb.njit(error_model="numpy")
def quantile(share, cumulative, redshifts):
    if share <= cumulative[0]:
        return redshifts[0]
    i = np.searchsorted(cumulative, share, side="right") - 1
    slope = (redshifts[i + 1] - redshifts[i]) / (cumulative[i + 1] - cumulative[i])
    return redshifts[i] + slope * (share - cumulative[i])


@nb.njit(error_model="numpy")
def photoz(waves, templates, filters, seen, errors, redshifts):
    fluxes = model_fluxes(waves, templates, filters, redshifts)
    steps, kinds, bands = fluxes.shape
    count = seen.shape[0]
    best, low, high, odds = np.zeros(count), np.zeros(count), np.zeros(count), np.zeros(count)
    kind = np.zeros(count, np.int64)
    chi2, posterior, weight = np.empty((steps, kinds)), np.empty(steps), np.empty(bands)
    for g in range(count):
        good, constant = 0, 0.0
        for b in range(bands):
            weight[b] = 0.0
            if errors[g, b] > 0.0:
                good += 1
                weight[b] = 1.0 / errors[g, b] ** 2
            constant += weight[b] * seen[g, b] ** 2
        if good < 3:
            best[g] = low[g] = high[g] = np.nan
            kind[g] = -1
            continue
        least = np.inf
        for z in range(steps):
            for k in range(kinds):
                cross, square = 0.0, 0.0
                for b in range(bands):
                    f = fluxes[z, k, b]
                    cross += f * weight[b] * seen[g, b]
                    square += f * f * weight[b]
                a = max(cross / square, 0.0)
                chi2[z, k] = constant - a * (2.0 * cross - a * square)
                least = min(least, chi2[z, k])
        z0 = 0.25 + 0.08 * max(-2.5 * np.log10(max(seen[g, 2], 0.01)) + 3.0, 0.0)
        total, peak = 0.0, 0
        for z in range(steps):
            like = 0.0
            for k in range(kinds):
                like += np.exp(-0.5 * (chi2[z, k] - least))
            posterior[z] = like * (redshifts[z] ** 2 * np.exp(-(redshifts[z] / z0) ** 1.5) + 1e-6)
            total += posterior[z]
            if posterior[z] > posterior[peak]:
                peak = z
        best[g] = redshifts[peak]
        kind[g] = np.argmin(chi2[peak]) % templates.shape[0]
        for z in range(steps):
            if abs(redshifts[z] - best[g]) < 0.06 * (1.0 + best[g]):
                odds[g] += posterior[z] / total
        for z in range(1, steps):
            posterior[z] += posterior[z - 1]
        for z in range(steps):
            posterior[z] /= total
        low[g], high[g] = quantile(0.16, posterior, redshifts), quantile(0.84, posterior, redshifts)
    return best, low, high, kind, odds
