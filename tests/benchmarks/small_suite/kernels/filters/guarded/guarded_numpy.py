import numpy as np


def guarded(x):
    with open("/dev/null", "w") as log:
        print(x, file=log)
    return np.sqrt(x)
