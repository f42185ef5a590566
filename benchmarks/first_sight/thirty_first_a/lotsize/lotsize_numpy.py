import numpy as np


def lotsize(demand, setup, hold):
    items, periods = demand.shape
    cost = np.full((items, periods + 1), np.inf)
    cost[:, 0] = 0.0
    start = np.zeros((items, periods), dtype=np.int64)
    for t in range(periods):
        held, later = np.zeros(items), demand[:, t].copy()
        for j in range(t, -1, -1):
            total = cost[:, j] + setup + held
            better = total < cost[:, t + 1]
            cost[better, t + 1] = total[better]
            start[better, t] = j
            held += hold * later
            later += demand[:, max(j - 1, 0)]
    orders = np.zeros_like(demand)
    for i in range(items):
        t = periods
        while t > 0:
            j = start[i, t - 1]
            orders[i, j] = demand[i, j:t].sum()
            t = j
    return cost[:, periods], orders
