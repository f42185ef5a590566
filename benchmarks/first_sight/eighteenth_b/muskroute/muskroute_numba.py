import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def route(downstream, travel, weight, lateral, dt):
    steps, n = lateral.shape
    c0, c1, c2 = np.empty(n), np.empty(n), np.empty(n)
    for i in range(n):
        scale = 2.0 * travel[i] * (1.0 - weight[i]) + dt
        c0[i] = (dt - 2.0 * travel[i] * weight[i]) / scale
        c1[i] = (dt + 2.0 * travel[i] * weight[i]) / scale
        c2[i] = (2.0 * travel[i] * (1.0 - weight[i]) - dt) / scale
    before, inflow, outflow = np.zeros(n), np.empty(n), np.zeros(n)
    mouth, water = np.zeros(steps), np.zeros(steps)
    peak, when = np.zeros(n), np.zeros(n, np.int64)
    for t in range(steps):
        inflow[:] = lateral[t]
        total = 0.0
        for i in range(n):
            here = inflow[i]
            out = max(c0[i] * here + c1[i] * before[i] + c2[i] * outflow[i], 0.0)
            outflow[i] = out
            if downstream[i] >= 0:
                inflow[downstream[i]] += out
            total += travel[i] * (weight[i] * here + (1.0 - weight[i]) * out)
            if out > peak[i]:
                peak[i] = out
                when[i] = t
        before, inflow = inflow, before
        mouth[t] = outflow[n - 1]
        water[t] = total
    return mouth, water, peak, when
