import numba as nb
import numpy as np

C30, S30, C6, S6, C63, S63 = (f(np.radians(a)) for a in (30.0, 6.0, 63.0) for f in (np.cos, np.sin))


@nb.njit(error_model="numpy")
def shade(t):
    return t ** (1.0 / 3.0) if t > 0.008856 else 7.787 * t + 16.0 / 116.0


@nb.njit(error_model="numpy")
def lab(r, g, b, table):
    r, g, b = table[r], table[g], table[b]
    x = shade((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
    y = shade(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
    z = shade((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
    return 116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)


@nb.njit(error_model="numpy")
def hue(b, a):
    h = np.degrees(np.arctan2(b, a))
    return h + 360.0 if h < 0.0 else h


@nb.njit(error_model="numpy")
def seventh(c):
    c7 = c * c * c
    c7 = c7 * c7 * c
    return np.sqrt(c7 / (c7 + 6103515625.0))


@nb.njit(error_model="numpy")
def labdelta(first, second, seen=2.3):
    n, m, _ = first.shape
    table = np.empty(256)
    for i in range(256):
        c = i / 255.0
        table[i] = ((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92
    dE, means, count = np.empty((n, m)), np.zeros(n), 0
    for i in range(n):
        for j in range(m):
            L1, a1, b1 = lab(first[i, j, 0], first[i, j, 1], first[i, j, 2], table)
            L2, a2, b2 = lab(second[i, j, 0], second[i, j, 1], second[i, j, 2], table)
            G = 0.5 * (1.0 - seventh(0.5 * (np.sqrt(a1 * a1 + b1 * b1) + np.sqrt(a2 * a2 + b2 * b2))))
            a1 *= 1.0 + G
            a2 *= 1.0 + G
            C1, C2 = np.sqrt(a1 * a1 + b1 * b1), np.sqrt(a2 * a2 + b2 * b2)
            h1, h2 = hue(b1, a1), hue(b2, a2)
            dh, total = h2 - h1, h1 + h2
            h = 0.5 * total
            if C1 * C2 == 0.0:
                dh, h = 0.0, total
            elif dh > 180.0 or dh < -180.0:
                h += 180.0 if total < 360.0 else -180.0
                dh += -360.0 if dh > 180.0 else 360.0
            dH = 2.0 * np.sqrt(C1 * C2) * np.sin(np.radians(0.5 * dh))
            d, C = 0.5 * (L1 + L2) - 50.0, 0.5 * (C1 + C2)
            c, s = np.cos(np.radians(h)), np.sin(np.radians(h))
            c2, s2 = c * c - s * s, 2.0 * c * s
            c3, s3 = c * c2 - s * s2, s * c2 + c * s2
            T = 1.0 - 0.17 * (c * C30 + s * S30) + 0.24 * c2 + 0.32 * (c3 * C6 - s3 * S6)
            T -= 0.20 * ((c2 * c2 - s2 * s2) * C63 + 2.0 * c2 * s2 * S63)
            turn = 30.0 * np.exp(-((h - 275.0) / 25.0) ** 2)
            RT = -2.0 * seventh(C) * np.sin(np.radians(2.0 * turn))
            p = (L2 - L1) / (1.0 + 0.015 * d * d / np.sqrt(20.0 + d * d))
            q, s = (C2 - C1) / (1.0 + 0.045 * C), dH / (1.0 + 0.015 * C * T)
            e = np.sqrt(p * p + q * q + s * s + RT * q * s)
            dE[i, j] = e
            means[i] += e
            count += e > seen
        means[i] /= m
    return dE, means, count
