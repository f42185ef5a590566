import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def vapour(t):
    return 0.6108 * np.exp(17.27 * t / (t + 237.3))


@nb.njit(error_model="numpy")
def penmonteith(tmax, tmin, humid, wind, sunny, rain, lat, height, room=120.0):
    days, cells = tmax.shape
    needed = np.empty((days, cells))
    water, total, lost = np.full(cells, 0.5 * room), np.zeros(cells), np.zeros(cells)
    gamma, tan, sin, cos = np.empty(cells), np.tan(lat), np.sin(lat), np.cos(lat)
    for i in range(cells):
        gamma[i] = 0.000665 * 101.3 * ((293.0 - 0.0065 * height[i]) / 293.0) ** 5.26
    for d in range(days):
        angle = 2.0 * np.pi * (d + 1) / 365.0
        near = 37.586 * (1.0 + 0.033 * np.cos(angle))
        tilt = 0.409 * np.sin(angle - 1.39)
        tan_tilt, sin_tilt, cos_tilt = np.tan(tilt), np.sin(tilt), np.cos(tilt)
        for i in range(cells):
            hot, cold = tmax[d, i], tmin[d, i]
            t = 0.5 * (hot + cold)
            c = min(max(-tan[i] * tan_tilt, -1.0), 1.0)
            top = near * (np.arccos(c) * sin[i] * sin_tilt + cos[i] * cos_tilt * np.sqrt(1.0 - c * c))
            full = 0.5 * (vapour(hot) + vapour(cold))
            there = full * humid[d, i] / 100.0
            slope = 4098.0 * vapour(t) / (t + 237.3) ** 2
            clear = 0.25 + 0.5 * sunny[d, i]
            cloud = 1.35 * clear / (0.75 + 2e-5 * height[i]) - 0.35
            h2, c2 = (hot + 273.16) ** 2, (cold + 273.16) ** 2
            net = 0.77 * clear * top - 4.903e-9 * 0.5 * (h2 * h2 + c2 * c2) * (0.34 - 0.14 * np.sqrt(there)) * cloud
            blown = gamma[i] * 900.0 / (t + 273.0) * wind[d, i] * (full - there)
            need = max((0.408 * slope * net + blown) / (slope + gamma[i] * (1.0 + 0.34 * wind[d, i])), 0.0)
            needed[d, i] = need
            w = water[i]
            give = min(min(w / (0.5 * room), 1.0) * need, w)
            w += rain[d, i] - give
            over = max(w - room, 0.0)
            water[i] = w - over
            total[i] += give
            lost[i] += over
    return needed, total, lost, water
