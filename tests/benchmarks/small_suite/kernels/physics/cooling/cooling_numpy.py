import numpy as np


def cooling(u, rate, T):
    """Changes u in place, and returns the heat that is left after each step."""
    heat = np.zeros(T)
    for t in range(T):
        u[1:-1] += rate * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        heat[t] = np.sum(u)
    return heat
