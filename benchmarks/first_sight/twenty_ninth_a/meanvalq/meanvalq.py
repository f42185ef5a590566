import numpy as np


def initialize(first, second, stations):
    """Work of each class at each station, time to think, and the stations where nobody waits."""
    rng = np.random.default_rng(2903)
    demands = rng.uniform(0.02, 0.4, (2, stations))
    waits = np.ones(stations)
    waits[::5] = 0.0
    return demands, np.array([5.0, 9.0]), waits
