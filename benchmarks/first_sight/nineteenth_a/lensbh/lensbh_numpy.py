from dataclasses import dataclass

import numpy as np


@dataclass
class Disk:
    inner: float
    outer: float
    tilt: float


def bend(u):
    """Acceleration of the inverse distance along a ray of light, the horizon at distance 1."""
    return 1.5 * u**2 - u


def step(u, w, h):
    k1, l1 = w, bend(u)
    k2, l2 = w + 0.5 * h * l1, bend(u + 0.5 * h * k1)
    k3, l3 = w + 0.5 * h * l2, bend(u + 0.5 * h * k2)
    k4, l4 = w + h * l3, bend(u + h * k3)
    return u + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4), w + h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4)


def picture(bx, by, disk, h):
    """bx, by: where rays meet the plane of the picture. The brightness of the disk, and which rays fall in."""
    disk = Disk(*disk)
    b = np.hypot(bx, by)
    angle = np.arctan2(by, bx)
    meets = np.pi / 2.0 + np.arctan(np.sin(angle) / np.tan(disk.tilt) * np.ones_like(b))
    u, w = np.zeros_like(b), 1.0 / b
    flux = np.zeros_like(b)
    alive = np.ones(b.shape, dtype=bool)
    swallowed = np.zeros(b.shape, dtype=bool)
    phi = 0.0
    while np.any(alive) and phi < 3.0 * np.pi:
        new_u, new_w = step(u, w, h)
        crossing = alive & (phi < meets) & (phi + h >= meets)
        r = 1.0 / np.maximum(u + (new_u - u) * (meets - phi) / h, 1e-9)
        bright = crossing & (r >= disk.inner) & (r <= disk.outer)
        shift = np.sqrt(1.0 - 1.5 / r[bright]) / (1.0 + bx[bright] * np.sin(disk.tilt) / np.sqrt(2.0 * r[bright] ** 3))
        flux[bright] = shift**4 * (1.0 - np.sqrt(disk.inner / r[bright])) / r[bright] ** 3
        u = np.where(alive, new_u, u)
        w = np.where(alive, new_w, w)
        phi += h
        swallowed |= alive & (u > 1.0)
        alive &= ~bright & (u <= 1.0) & (u >= 0.0)
        meets[crossing] += np.pi
    return flux, swallowed
