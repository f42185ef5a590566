import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def series(n):
    there = np.array([n / 2 - 2 * n ** 2 / 3 + 5 * n ** 3 / 16 + 41 * n ** 4 / 180, 13 * n ** 2 / 48 - 3 * n ** 3 / 5 + 557 * n ** 4 / 1440,
                      61 * n ** 3 / 240 - 103 * n ** 4 / 140, 49561 * n ** 4 / 161280])
    back = np.array([n / 2 - 2 * n ** 2 / 3 + 37 * n ** 3 / 96 - n ** 4 / 360, n ** 2 / 48 + n ** 3 / 15 - 437 * n ** 4 / 1440,
                     17 * n ** 3 / 480 - 37 * n ** 4 / 840, 4397 * n ** 4 / 161280])
    return there, back


@nb.njit(error_model="numpy")
def sums(c, xi, eta):
    """Four terms at two times four angles, by the rule for the next angle."""
    s1, c1, e1 = np.sin(2.0 * xi), np.cos(2.0 * xi), np.exp(2.0 * eta)
    h1, k1 = 0.5 * (e1 - 1.0 / e1), 0.5 * (e1 + 1.0 / e1)
    s, co, h, k = s1, c1, h1, k1
    x, y, sigma, tau = 0.0, 0.0, 0.0, 0.0
    for j in range(c.size):
        x += c[j] * s * k
        y += c[j] * co * h
        sigma += 2.0 * (j + 1) * c[j] * co * k
        tau += 2.0 * (j + 1) * c[j] * s * h
        s, co = s * c1 + co * s1, co * c1 - s * s1
        h, k = h * k1 + k * h1, k * k1 + h * h1
    return x, y, sigma, tau


@nb.njit(error_model="numpy")
def utmkruger(lat, lon, radius, flat, k0=0.9996):
    m = lat.size
    n = flat / (2.0 - flat)
    e = np.sqrt(flat * (2.0 - flat))
    alpha, beta = series(n)
    A = radius / (1.0 + n) * (1.0 + n ** 2 / 4.0 + n ** 4 / 64.0)
    east, north, zone, scale, turn = np.empty(m), np.empty(m), np.empty(m, np.int64), np.empty(m), np.empty(m)
    lat2, lon2 = np.empty(m), np.empty(m)
    for i in range(m):
        zone[i] = int(np.floor((lon[i] + 180.0) / 6.0)) % 60 + 1
        middle = 6.0 * zone[i] - 183.0
        phi, lam = np.deg2rad(lat[i]), np.deg2rad(lon[i] - middle)
        sin_phi, sin_lam, cos_lam = np.sin(phi), np.sin(lam), np.cos(lam)
        bulge = np.exp(e * np.arctanh(e * sin_phi))
        t = 0.5 * (sin_phi * (bulge + 1.0 / bulge) - (bulge - 1.0 / bulge)) / np.sqrt(1.0 - sin_phi * sin_phi)
        q = np.sqrt(1.0 + t ** 2)
        xi, eta = np.arctan2(t, cos_lam), np.arctanh(sin_lam / q)
        x, y, sigma, tau = sums(alpha, xi, eta)
        xi, eta, sigma = xi + x, eta + y, 1.0 + sigma
        east[i] = 500000.0 + k0 * A * eta
        north[i] = (1e7 if lat[i] < 0.0 else 0.0) + k0 * A * xi
        stretch = (1.0 + ((1.0 - n) / (1.0 + n) * np.tan(phi)) ** 2) * (sigma ** 2 + tau ** 2) / (t ** 2 + cos_lam ** 2)
        scale[i] = k0 * A / radius * np.sqrt(stretch)
        tan_lam = sin_lam / cos_lam
        turn[i] = np.arctan2(tau * q + sigma * t * tan_lam, sigma * q - tau * t * tan_lam)
        x, y, _, _ = sums(beta, xi, eta)
        xi, eta = xi - x, eta - y
        chi = np.sin(xi) / np.cosh(eta)
        sine, change = chi, 1.0
        while change > 1e-15:
            bulge = np.tanh(e * np.arctanh(e * sine))
            new = (chi + bulge) / (1.0 + chi * bulge)
            change = abs(new - sine)
            sine = new
        lat2[i], lon2[i] = np.rad2deg(np.arcsin(sine)), np.rad2deg(np.arctan2(np.sinh(eta), np.cos(xi))) + middle
    return east, north, zone, scale, turn, lat2, lon2
