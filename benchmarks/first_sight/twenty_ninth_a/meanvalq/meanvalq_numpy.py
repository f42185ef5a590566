import numpy as np


def meanvalq(demands, think, waits, first, second):
    """Mean lengths of queues, each class' rate for every population, and how busy stations are at the last."""
    length = np.zeros((first + 1, second + 1, waits.size))
    rate = np.zeros((first + 1, second + 1, 2))
    for a in range(first + 1):
        for b in range(second + 1):
            if a > 0:
                stay = demands[0] * (1.0 + waits * length[a - 1, b])
                rate[a, b, 0] = a / (think[0] + stay.sum())
                length[a, b] += rate[a, b, 0] * stay
            if b > 0:
                stay = demands[1] * (1.0 + waits * length[a, b - 1])
                rate[a, b, 1] = b / (think[1] + stay.sum())
                length[a, b] += rate[a, b, 1] * stay
    return length[-1, -1], rate, rate[-1, -1] @ demands
