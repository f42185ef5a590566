import numpy as np


def series(n):
    """Krueger's series, there and back, in the third flattening."""
    there = np.array([n / 2 - 2 * n ** 2 / 3 + 5 * n ** 3 / 16 + 41 * n ** 4 / 180, 13 * n ** 2 / 48 - 3 * n ** 3 / 5 + 557 * n ** 4 / 1440,
                      61 * n ** 3 / 240 - 103 * n ** 4 / 140, 49561 * n ** 4 / 161280])
    back = np.array([n / 2 - 2 * n ** 2 / 3 + 37 * n ** 3 / 96 - n ** 4 / 360, n ** 2 / 48 + n ** 3 / 15 - 437 * n ** 4 / 1440,
                     17 * n ** 3 / 480 - 37 * n ** 4 / 840, 4397 * n ** 4 / 161280])
    return there, back


def forward(phi, lam, e, alpha):
    """From latitude and longitude to the plane (unit radius), with what the scale and the turn of the grid need."""
    t = np.sinh(np.arctanh(np.sin(phi)) - e * np.arctanh(e * np.sin(phi)))
    xi = np.arctan2(t, np.cos(lam))
    eta = np.arctanh(np.sin(lam) / np.sqrt(1.0 + t ** 2))
    j = 2.0 * np.arange(1, 5)[:, None]
    sin, cos, sinh, cosh = np.sin(j * xi), np.cos(j * xi), np.sinh(j * eta), np.cosh(j * eta)
    sigma = 1.0 + np.sum(j * alpha[:, None] * cos * cosh, axis=0)
    tau = np.sum(j * alpha[:, None] * sin * sinh, axis=0)
    return xi + alpha @ (sin * cosh), eta + alpha @ (cos * sinh), t, sigma, tau


def inverse(xi, eta, e, beta):
    j = 2.0 * np.arange(1, 5)[:, None]
    xip = xi - beta @ (np.sin(j * xi) * np.cosh(j * eta))
    etap = eta - beta @ (np.cos(j * xi) * np.sinh(j * eta))
    chi = np.sin(xip) / np.cosh(etap)
    phi = np.arcsin(chi)
    change = 1.0
    while change > 1e-14:
        new = np.arcsin(np.tanh(np.arctanh(chi) + e * np.arctanh(e * np.sin(phi))))
        change = np.max(np.abs(new - phi))
        phi = new
    return phi, np.arctan2(np.sinh(etap), np.cos(xip))


def utmkruger(lat, lon, radius, flat, k0=0.9996):
    """Grid coordinates (UTM) of points, scale and turn of the grid there, and the way back."""
    n = flat / (2.0 - flat)
    e = np.sqrt(flat * (2.0 - flat))
    alpha, beta = series(n)
    A = radius / (1.0 + n) * (1.0 + n ** 2 / 4.0 + n ** 4 / 64.0)
    zone = np.floor((lon + 180.0) / 6.0).astype(np.int64) % 60 + 1
    phi, lam = np.deg2rad(lat), np.deg2rad(lon - (6.0 * zone - 183.0))
    xi, eta, t, sigma, tau = forward(phi, lam, e, alpha)
    east = 500000.0 + k0 * A * eta
    north = np.where(lat < 0.0, 1e7, 0.0) + k0 * A * xi
    stretch = (1.0 + ((1.0 - n) / (1.0 + n) * np.tan(phi)) ** 2) * (sigma ** 2 + tau ** 2) / (t ** 2 + np.cos(lam) ** 2)
    scale = k0 * A / radius * np.sqrt(stretch)
    q = np.sqrt(1.0 + t ** 2)
    turn = np.arctan2(tau * q + sigma * t * np.tan(lam), sigma * q - tau * t * np.tan(lam))
    phi, lam = inverse(xi, eta, e, beta)
    return east, north, zone, scale, turn, np.rad2deg(phi), np.rad2deg(lam) + 6.0 * zone - 183.0
