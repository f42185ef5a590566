"""Shallow-water equations in a closed basin: finite volumes with Rusanov (local Lax-Friedrichs) fluxes.

    dh/dt  + d(hu)/dx             + d(hv)/dy             = 0
    dhu/dt + d(hu u + g h^2/2)/dx + d(hu v)/dy           = 0
    dhv/dt + d(hu v)/dx           + d(hv v + g h^2/2)/dy = 0

Face flux F = (F_left + F_right)/2 - a (U_right - U_left)/2 with the larger of the two wave speeds |u| + sqrt(g h) for a
(Rusanov 1961; Toro, Shock-Capturing Methods for Free-Surface Shallow Flows, 2001). One layer of ghost cells mirrors
the state at the walls. First order; stable for dt (max a_x / dx + max a_y / dx) <= 1.
"""

import numpy as np

G = 9.81  # gravity [m/s^2]


def mirror(field, sign_x, sign_y):
    """Set the ghost cells of field from the cells beside them, times sign_x at x walls and sign_y at y walls."""
    field[0, :] = sign_x * field[1, :]
    field[-1, :] = sign_x * field[-2, :]
    field[:, 0] = sign_y * field[:, 1]
    field[:, -1] = sign_y * field[:, -2]


def shallow_water(h, hu, hv, dx, dt, steps):
    """Advance depth h [m], discharges hu, hv [m^2/s], all (n + 2, m + 2) with ghost cells, in place; dx [m], dt [s]."""
    ratio = dt / dx
    for step in range(steps):
        mirror(h, 1.0, 1.0)
        mirror(hu, -1.0, 1.0)
        mirror(hv, 1.0, -1.0)

        u = hu / h
        v = hv / h
        wave = np.sqrt(G * h)
        pressure = 0.5 * G * h * h
        speed_x = np.abs(u) + wave
        speed_y = np.abs(v) + wave

        a = 0.5 * np.maximum(speed_x[1:, 1:-1], speed_x[:-1, 1:-1])
        flux_x = hu * u + pressure
        cross = hu * v
        fx_h = 0.5 * (hu[1:, 1:-1] + hu[:-1, 1:-1]) - a * (h[1:, 1:-1] - h[:-1, 1:-1])
        fx_hu = 0.5 * (flux_x[1:, 1:-1] + flux_x[:-1, 1:-1]) - a * (hu[1:, 1:-1] - hu[:-1, 1:-1])
        fx_hv = 0.5 * (cross[1:, 1:-1] + cross[:-1, 1:-1]) - a * (hv[1:, 1:-1] - hv[:-1, 1:-1])

        b = 0.5 * np.maximum(speed_y[1:-1, 1:], speed_y[1:-1, :-1])
        flux_y = hv * v + pressure
        fy_h = 0.5 * (hv[1:-1, 1:] + hv[1:-1, :-1]) - b * (h[1:-1, 1:] - h[1:-1, :-1])
        fy_hu = 0.5 * (cross[1:-1, 1:] + cross[1:-1, :-1]) - b * (hu[1:-1, 1:] - hu[1:-1, :-1])
        fy_hv = 0.5 * (flux_y[1:-1, 1:] + flux_y[1:-1, :-1]) - b * (hv[1:-1, 1:] - hv[1:-1, :-1])

        h[1:-1, 1:-1] -= ratio * (fx_h[1:] - fx_h[:-1] + fy_h[:, 1:] - fy_h[:, :-1])
        hu[1:-1, 1:-1] -= ratio * (fx_hu[1:] - fx_hu[:-1] + fy_hu[:, 1:] - fy_hu[:, :-1])
        hv[1:-1, 1:-1] -= ratio * (fx_hv[1:] - fx_hv[:-1] + fy_hv[:, 1:] - fy_hv[:, :-1])


def inputs(seed, size=None):
    """Arguments of `shallow_water`: size x size cells of 10 m (default 64), humps on 2 m of water, a gentle current."""
    n = 64 if size is None else size
    rng = np.random.default_rng(seed)
    x, y = np.meshgrid(np.arange(n + 2) / n, np.arange(n + 2) / n, indexing="ij")
    h = 2.0 + 0.05 * np.sin(5.1 * x + 3.3 * y)
    for _ in range(3):
        cx, cy = rng.uniform(0.2, 0.8, 2)
        h += rng.uniform(0.2, 0.7) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / rng.uniform(0.01, 0.04))
    hu = 0.3 * h * np.sin(3.3 * y + rng.uniform(0.0, 6.28))
    hv = 0.2 * h * np.cos(4.7 * x + rng.uniform(0.0, 6.28))
    return h, hu, hv, 10.0, 0.37, 2 * n
