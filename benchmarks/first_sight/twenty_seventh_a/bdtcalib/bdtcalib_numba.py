import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def bdtcalib(bonds, sigma, dt, coupon, call, tol=1e-13):
    n = bonds.size
    tree, lowest, spread = np.zeros((n, n)), np.zeros(n), np.empty(n)
    states, value = np.zeros(n + 1), np.empty(n + 1)
    states[0] = 1.0
    low = -np.log(bonds[0]) / dt
    for t in range(n):
        for i in range(t + 1):
            spread[i] = np.exp(2.0 * sigma[t] * np.sqrt(dt) * i)
        for _ in range(30):
            gap, slope = -bonds[t], 0.0
            for i in range(t + 1):
                discount = 1.0 / (1.0 + low * spread[i] * dt)
                gap += states[i] * discount
                slope -= dt * states[i] * spread[i] * discount ** 2
            low -= gap / slope
            if abs(gap) < tol:
                break
        lowest[t] = low
        before = 0.0
        for i in range(t + 1):
            tree[t, i] = low * spread[i]
            half = 0.5 * states[i] / (1.0 + dt * tree[t, i])
            states[i] = before + half
            before = half
        states[t + 1] = before
    for i in range(n + 1):
        value[i] = 1.0 + coupon * dt
    for t in range(n - 1, -1, -1):
        for i in range(t + 1):
            v = 0.5 * (value[i + 1] + value[i]) / (1.0 + dt * tree[t, i])
            if t > n // 4:
                v = min(v, call)
            value[i] = v + coupon * dt if t > 0 else v
    return lowest, value[0], tree
