import numpy as np

RGB_TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
D65 = np.array([0.95047, 1.0, 1.08883])


def rgb_to_lab(rgb):
    c = rgb / 255.0
    bright = c > 0.04045
    c[bright] = ((c[bright] + 0.055) / 1.055) ** 2.4
    c[~bright] /= 12.92
    xyz = c @ RGB_TO_XYZ.T / D65
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16.0 / 116.0)
    return 116.0 * f[..., 1] - 16.0, 500.0 * (f[..., 0] - f[..., 1]), 200.0 * (f[..., 1] - f[..., 2])


def ciede2000(lab1, lab2, kL=1.0, kC=1.0, kH=1.0):
    L1, a1, b1 = lab1
    L2, a2, b2 = lab2
    c7 = (0.5 * (np.hypot(a1, b1) + np.hypot(a2, b2))) ** 7
    G = 0.5 * (1.0 - np.sqrt(c7 / (c7 + 25.0 ** 7)))
    a1, a2 = (1.0 + G) * a1, (1.0 + G) * a2
    C1, C2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360.0, np.degrees(np.arctan2(b2, a2)) % 360.0
    dL, dC, dh = L2 - L1, C2 - C1, h2 - h1
    dh[dh > 180.0] -= 360.0
    dh[dh < -180.0] += 360.0
    dh[C1 * C2 == 0.0] = 0.0
    dH = 2.0 * np.sqrt(C1 * C2) * np.sin(np.radians(0.5 * dh))
    L, C, total = 0.5 * (L1 + L2), 0.5 * (C1 + C2), h1 + h2
    far = np.abs(h1 - h2) > 180.0
    h = np.where(C1 * C2 == 0.0, total, np.where(~far, 0.5 * total, 0.5 * np.where(total < 360.0, total + 360.0, total - 360.0)))
    T = (1.0 - 0.17 * np.cos(np.radians(h - 30.0)) + 0.24 * np.cos(np.radians(2.0 * h))
         + 0.32 * np.cos(np.radians(3.0 * h + 6.0)) - 0.20 * np.cos(np.radians(4.0 * h - 63.0)))
    SL = 1.0 + 0.015 * (L - 50.0) ** 2 / np.sqrt(20.0 + (L - 50.0) ** 2)
    SC, SH = 1.0 + 0.045 * C, 1.0 + 0.015 * C * T
    turn = 30.0 * np.exp(-((h - 275.0) / 25.0) ** 2)
    RT = -2.0 * np.sqrt(C ** 7 / (C ** 7 + 25.0 ** 7)) * np.sin(np.radians(2.0 * turn))
    l, c, s = dL / (kL * SL), dC / (kC * SC), dH / (kH * SH)
    return np.sqrt(l ** 2 + c ** 2 + s ** 2 + RT * c * s)


def labdelta(first, second, seen=2.3):
    """How different two pictures look, place by place, row means, and how many places one would notice."""
    dE = ciede2000(rgb_to_lab(first), rgb_to_lab(second))
    return dE, dE.mean(axis=1), np.count_nonzero(dE > seen)
