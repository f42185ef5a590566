import numpy as np


def adjust(T, p, dp, tol):
    """Neighbouring layers mix where the lower one is warmer, from the ground up, until a column is stable."""
    exner = (p / 1e5) ** 0.2857
    weight = dp * exner
    turns = np.zeros(len(T), dtype=np.int64)
    active = np.arange(len(T))
    while active.size > 0:
        theta = T[active] / exner
        for k in range(len(p) - 1, 0, -1):
            below, above = theta[:, k], theta[:, k - 1]
            unstable = below > above + tol
            mixed = (weight[k] * below + weight[k - 1] * above) / (weight[k] + weight[k - 1])
            theta[unstable, k] = mixed[unstable]
            theta[unstable, k - 1] = mixed[unstable]
        T[active] = theta * exner
        turns[active] += 1
        active = active[np.any(theta[:, 1:] > theta[:, :-1] + tol, axis=1)]
    return turns
