import numba as nb
import numpy as np

FARADAY, GAS, KELVIN = 96485.33, 8.314, 298.15


@nb.njit(error_model="numpy")
def factors(radius, spread, shells, dt):
    lower, ratio, pivot = np.zeros(shells), np.zeros(shells), np.zeros(shells)
    h = radius / shells
    before, last = 0.0, 0.0
    for i in range(shells):
        a, b = i * h, (i + 1) * h
        volume = (b * b * b - a * a * a) / 3.0
        low = -dt * spread * a * a / h / volume if i > 0 else 0.0
        up = -dt * spread * b * b / h / volume if i < shells - 1 else 0.0
        lower[i] = low
        pivot[i] = 1.0 - low - up - low * before
        ratio[i] = before = up / pivot[i]
        last = volume
    return lower, ratio, pivot, dt * radius * radius / last


@nb.njit(error_model="numpy")
def diffuse(c, lower, ratio, pivot):
    shells, cells = c.shape
    for j in range(cells):
        c[0, j] /= pivot[0]
    for i in range(1, shells):
        low, scale = lower[i], 1.0 / pivot[i]
        for j in range(cells):
            c[i, j] = (c[i, j] - low * c[i - 1, j]) * scale
    for i in range(shells - 2, -1, -1):
        up = ratio[i]
        for j in range(cells):
            c[i, j] -= up * c[i + 1, j]


@nb.njit(error_model="numpy")
def over(flux, surface, rate, most):
    return 2.0 * GAS * KELVIN / FARADAY * np.arcsinh(flux / (2.0 * rate * np.sqrt(1000.0 * surface * (most - surface))))


@nb.njit(error_model="numpy")
def spmcell(load, negative, positive, dt, least=3.0, ohms=0.004):
    steps, cells = load.shape
    shells = negative.shape[0]
    ln, rn, pn, gn = factors(1.0e-5, 3.9e-14, shells, dt)
    lp, rp, pp, gp = factors(8.0e-6, 1.0e-14, shells, dt)
    alive, drawn, volts = np.ones(cells, np.bool_), np.zeros(cells), np.zeros((steps, cells))
    for t in range(steps):
        for j in range(cells):
            current = load[t, j] if alive[j] else 0.0
            negative[shells - 1, j] -= gn * current / (FARADAY * 15.0)
            positive[shells - 1, j] += gp * current / (FARADAY * 21.0)
        diffuse(negative, ln, rn, pn)
        diffuse(positive, lp, rp, pp)
        for j in range(cells):
            current = load[t, j] if alive[j] else 0.0
            cx = min(max(negative[shells - 1, j], 1.0), 30554.0)
            cy = min(max(positive[shells - 1, j], 1.0), 51553.0)
            x, y = cx / 30555.0, cy / 51554.0
            high = 4.2 - 0.9 * (y - 0.4) - 0.25 * np.tanh(6.0 * (y - 0.75)) - 0.8 * max(y - 0.95, 0.0) ** 2 / 0.01
            low = 0.194 + 1.5 * np.exp(-120.0 * x) + 0.0351 * np.tanh((x - 0.286) / 0.083) - 0.0045 * np.tanh((x - 0.849) / 0.119)
            v = high - low - over(current / (FARADAY * 15.0), cx, 2.0e-11, 30555.0)
            v -= over(current / (FARADAY * 21.0), cy, 1.5e-11, 51554.0) + ohms * current
            volts[t, j] = v
            drawn[j] += current * dt / 3600.0
            alive[j] = alive[j] and v > least
    return volts, alive, drawn
