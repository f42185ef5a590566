import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def lotsize(demand, setup, hold):
    items, periods = demand.shape
    least, orders = np.empty(items), np.zeros((items, periods))
    cost, start = np.empty(periods + 1), np.empty(periods, np.int64)
    cost[0] = 0.0
    for i in range(items):
        for t in range(periods):
            held, later, best, at = 0.0, demand[i, t], np.inf, 0
            for j in range(t, -1, -1):
                total = cost[j] + setup[i] + held
                if total < best:
                    best, at = total, j
                held += hold[i] * later
                if j > 0:
                    later += demand[i, j - 1]
            cost[t + 1], start[t] = best, at
        least[i] = cost[periods]
        t = periods
        while t > 0:
            j = start[t - 1]
            for k in range(j, t):
                orders[i, j] += demand[i, k]
            t = j
    return least, orders
