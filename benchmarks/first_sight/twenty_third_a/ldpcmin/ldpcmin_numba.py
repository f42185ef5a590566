import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def ldpcmin(level, at, rounds, scale):
    words, n = level.shape
    checks, degree = at.shape
    told = np.zeros((words, checks, degree))
    total, new = level.copy(), np.empty_like(level)
    right = np.zeros(words, np.bool_)
    used = 0
    for r in range(rounds):
        fine = True
        for w in range(words):
            for i in range(n):
                new[w, i] = level[w, i]
            for c in range(checks):
                least, second, who, parity = np.inf, np.inf, 0, 1.0
                for k in range(degree):
                    heard = total[w, at[c, k]] - told[w, c, k]
                    told[w, c, k] = heard
                    size = abs(heard)
                    if heard < 0.0:
                        parity = -parity
                    if size < least:
                        least, second, who = size, least, k
                    elif size < second:
                        second = size
                for k in range(degree):
                    sign = -1.0 if told[w, c, k] < 0.0 else 1.0
                    told[w, c, k] = scale * parity * sign * (second if k == who else least)
                    new[w, at[c, k]] += told[w, c, k]
            even = True
            for c in range(checks):
                odd = False
                for k in range(degree):
                    odd ^= new[w, at[c, k]] < 0.0
                if odd:
                    even = False
                    break
            right[w] = even
            fine &= even
        total, new = new, total
        used = r + 1
        if fine:
            break
    return total < 0.0, right, total, used
