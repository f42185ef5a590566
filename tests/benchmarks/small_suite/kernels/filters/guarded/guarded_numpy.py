import numpy as np


def guarded(x):
    try:
        return np.sqrt(x)
    except FloatingPointError:
        return 0.0
