import numpy as np


def boxleast(t, flux, error, periods, widths, bins):
    """Transits after Kovacs, Zucker and Mazeh: the box of lower light that takes most from the scatter, period by period."""
    weight = error ** -2.0
    weight /= weight.sum()
    signal = weight * (flux - np.sum(weight * flux))
    power = np.zeros(periods.size)
    best = np.zeros((periods.size, 3))
    for p, period in enumerate(periods):
        phase = (t / period) % 1.0
        place = np.minimum((phase * bins).astype(np.int64), bins - 1)
        r = np.bincount(place, weights=weight, minlength=bins)
        s = np.bincount(place, weights=signal, minlength=bins)
        r = np.concatenate(([0.0], np.cumsum(np.concatenate((r, r)))))
        s = np.concatenate(([0.0], np.cumsum(np.concatenate((s, s)))))
        for width in widths:
            inside = r[width:bins + width] - r[:bins]
            lost = s[width:bins + width] - s[:bins]
            good = (inside > 1e-3) & (inside < 1.0 - 1e-3) & (lost < 0.0)
            if not good.any():
                continue
            found = np.zeros(bins)
            found[good] = np.sqrt(lost[good] ** 2 / (inside[good] * (1.0 - inside[good])))
            k = np.argmax(found)
            if found[k] > power[p]:
                power[p] = found[k]
                best[p] = k / bins, width / bins, -lost[k] / (inside[k] * (1.0 - inside[k]))
    top = np.argmax(power)
    return power, periods[top], best[top], (power[top] - np.mean(power)) / np.std(power)
