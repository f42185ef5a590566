import numpy as np

FARADAY, GAS, KELVIN = 96485.33, 8.314, 298.15
NEGATIVE = {"radius": 1.0e-5, "spread": 3.9e-14, "most": 30555.0, "rate": 2.0e-11, "area": 15.0}
POSITIVE = {"radius": 8.0e-6, "spread": 1.0e-14, "most": 51554.0, "rate": 1.5e-11, "area": 21.0}


def shell_matrix(radius, spread, shells, dt):
    """Lower, middle and upper coefficients of an implicit step in a ball of shells of equal thickness."""
    edges = np.linspace(0.0, radius, shells + 1)
    volume = (edges[1:] ** 3 - edges[:-1] ** 3) / 3.0
    flow = dt * spread * edges[1:-1] ** 2 / (radius / shells)
    lower, upper = np.zeros(shells), np.zeros(shells)
    lower[1:] = -flow / volume[1:]
    upper[:-1] = -flow / volume[:-1]
    return lower, 1.0 - lower - upper, upper, dt * radius ** 2 / volume[-1]


def factored(lower, middle, upper):
    ratio, pivot = upper.copy(), middle.copy()
    for i in range(1, middle.size):
        ratio[i - 1] = upper[i - 1] / pivot[i - 1]
        pivot[i] = middle[i] - lower[i] * ratio[i - 1]
    return ratio, pivot


def diffuse(c, lower, ratio, pivot):
    """Solves the tridiagonal system for all cells in place."""
    c[0] /= pivot[0]
    for i in range(1, c.shape[0]):
        c[i] = (c[i] - lower[i] * c[i - 1]) / pivot[i]
    for i in range(c.shape[0] - 2, -1, -1):
        c[i] -= ratio[i] * c[i + 1]


def resting_negative(x):
    return 0.194 + 1.5 * np.exp(-120.0 * x) + 0.0351 * np.tanh((x - 0.286) / 0.083) - 0.0045 * np.tanh((x - 0.849) / 0.119)


def resting_positive(y):
    return 4.2 - 0.9 * (y - 0.4) - 0.25 * np.tanh(6.0 * (y - 0.75)) - 0.8 * np.maximum(y - 0.95, 0.0) ** 2 / 0.01


def overpotential(flux, surface, part):
    exchange = part["rate"] * np.sqrt(1000.0 * surface * (part["most"] - surface))
    return 2.0 * GAS * KELVIN / FARADAY * np.arcsinh(flux / (2.0 * exchange))


def spmcell(load, negative, positive, dt, least=3.0, ohms=0.004):
    """Voltage of each cell after each step, which are still alive, and the charge drawn; the salt moves in place."""
    steps, cells = load.shape
    shells = negative.shape[0]
    parts = []
    for part in (NEGATIVE, POSITIVE):
        lower, middle, upper, gain = shell_matrix(part["radius"], part["spread"], shells, dt)
        parts.append((lower, *factored(lower, middle, upper), gain))
    alive = np.ones(cells, dtype=bool)
    drawn = np.zeros(cells)
    volts = np.zeros((steps, cells))
    for t in range(steps):
        current = np.where(alive, load[t], 0.0)
        out = current / (FARADAY * NEGATIVE["area"])
        into = current / (FARADAY * POSITIVE["area"])
        negative[-1] -= parts[0][3] * out
        positive[-1] += parts[1][3] * into
        diffuse(negative, *parts[0][:3])
        diffuse(positive, *parts[1][:3])
        x = np.clip(negative[-1], 1.0, NEGATIVE["most"] - 1.0)
        y = np.clip(positive[-1], 1.0, POSITIVE["most"] - 1.0)
        rest = resting_positive(y / POSITIVE["most"]) - resting_negative(x / NEGATIVE["most"])
        volts[t] = rest - overpotential(out, x, NEGATIVE) - overpotential(into, y, POSITIVE) - ohms * current
        drawn += current * dt / 3600.0
        alive &= volts[t] > least
    return volts, alive, drawn
