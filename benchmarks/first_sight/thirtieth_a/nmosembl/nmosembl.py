import numpy as np


def initialize(traces, samples, speeds):
    """Echoes of four layers seen farther and farther away, later along hyperbolas, with noise."""
    rng = np.random.default_rng(3018)
    offset = np.linspace(100.0, 2500.0, traces)
    time = 0.004 * np.arange(samples)
    gather = 0.2 * rng.standard_normal((traces, samples))
    for share, v in ((0.15, 1600.0), (0.35, 1900.0), (0.6, 2300.0), (0.8, 2800.0)):
        late = np.sqrt((share * time[-1]) ** 2 + (offset / v) ** 2)
        arg = (np.pi * 25.0 * (time - late[:, None])) ** 2
        gather += (1.0 - 2.0 * arg) * np.exp(-arg)
    return gather, offset, 0.004, np.linspace(1400.0, 3200.0, speeds)
