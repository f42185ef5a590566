import numpy as np


def initialize(steps):
    """Range and bearing, a second apart, of something that turns left, goes straight, and turns right."""
    rng = np.random.default_rng(2919)
    x, y, heading, radar = 300.0, 200.0, 0.4, np.empty((steps, 2))
    for t in range(steps):
        heading += (0.06, 0.0, -0.05)[3 * t // steps]
        x += 12.0 * np.cos(heading)
        y += 12.0 * np.sin(heading)
        radar[t] = np.hypot(x, y) + 5.0 * rng.standard_normal(), np.arctan2(y, x) + 0.01 * rng.standard_normal()
    radar[:, 1] = (radar[:, 1] + np.pi) % (2.0 * np.pi) - np.pi
    return (radar,)
