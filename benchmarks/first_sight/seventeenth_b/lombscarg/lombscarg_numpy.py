import numpy as np


def periodogram(t, y, error, freq):
    """Zechmeister's and Kuerster's generalised Lomb-Scargle periodogram, with errors and a floating mean.

    Returns the power at each frequency, where it is largest, the amplitude and the phase there, and how likely noise does as well.
    """
    w = 1.0 / error**2
    w /= w.sum()
    mean = np.dot(w, y)
    z = y - mean
    whole = np.dot(w, z * z)
    angle = 2.0 * np.pi * freq[:, None] * (t - t[0])
    c, s = np.cos(angle), np.sin(angle)
    C, S = c @ w, s @ w
    YC, YS = c @ (w * z), s @ (w * z)
    CC = (c * c) @ w - C * C
    SS = 1.0 - (c * c) @ w - S * S
    CS = (c * s) @ w - C * S
    D = CC * SS - CS * CS
    power = (SS * YC**2 + CC * YS**2 - 2.0 * CS * YC * YS) / (whole * D)
    k = np.argmax(power)
    a = (YC[k] * SS[k] - YS[k] * CS[k]) / D[k]
    b = (YS[k] * CC[k] - YC[k] * CS[k]) / D[k]
    n = t.size
    single = (1.0 - power[k]) ** (0.5 * (n - 3))
    independent = (freq[-1] - freq[0]) * (t[-1] - t[0])
    return power, k, np.hypot(a, b), np.arctan2(a, b), 1.0 - (1.0 - single) ** independent
