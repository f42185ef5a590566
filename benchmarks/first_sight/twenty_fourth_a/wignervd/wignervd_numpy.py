import numpy as np


def analytic(x):
    """The signal without its negative frequencies."""
    n = x.size
    spectrum = np.fft.fft(x)
    spectrum[1:n // 2] *= 2.0
    spectrum[n // 2 + 1:] = 0.0
    return np.fft.ifft(spectrum)


def wignervd(x, window):
    n, h = x.size, window.size // 2
    bins = 2 * (h + 1)
    z = analytic(x)
    out = np.zeros((n, bins))
    for t in range(n):
        reach = min(t, n - 1 - t, h)
        tau = np.arange(-reach, reach + 1)
        row = np.zeros(bins, dtype=complex)
        row[tau % bins] = window[h - reach:h + reach + 1] * z[t - reach:t + reach + 1] * np.conj(z[t - tau])
        out[t] = np.fft.fft(row).real
    power = np.maximum(out, 0.0)
    mean = power @ (0.5 * np.arange(bins) / bins) / power.sum(axis=1)
    return out, mean
