import numpy as np


def initialize(storeys, bays, steps):
    """How the ground is accelerated: coloured noise that swells and fades."""
    rng = np.random.default_rng(3123)
    dt = 0.01
    t = dt * np.arange(steps)
    noise = rng.standard_normal(steps)
    shake = np.zeros(steps)
    for i in range(2, steps):
        shake[i] = 1.7 * shake[i - 1] - 0.78 * shake[i - 2] + 0.25 * noise[i]
    return shake * (t / t[-1]) ** 0.5 * np.exp(-2.0 * t / t[-1]) * 2.0, dt
