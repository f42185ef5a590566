import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def bookmatch(side, level, amount, levels):
    bids, asks, trades = np.zeros(levels, np.int64), np.zeros(levels, np.int64), np.zeros(levels, np.int64)
    paid, best = np.zeros(side.size, np.int64), np.zeros((side.size, 2), np.int64)
    high, low = 0, levels - 1
    for i in range(side.size):
        p, left = level[i], amount[i]
        if side[i] > 0:
            s = low
            while left > 0 and s <= p:
                got = min(left, asks[s])
                asks[s] -= got
                trades[s] += got
                paid[i] += got * s
                left -= got
                s += 1
            bids[p] += left
            if left > 0:
                high = max(high, p)
        elif side[i] < 0:
            s = high
            while left > 0 and s >= p:
                got = min(left, bids[s])
                bids[s] -= got
                trades[s] += got
                paid[i] += got * s
                left -= got
                s -= 1
            asks[p] += left
            if left > 0:
                low = min(low, p)
        elif bids[p] > 0:
            bids[p] = max(bids[p] - left, 0)
        else:
            asks[p] = max(asks[p] - left, 0)
        while high > 0 and bids[high] == 0:
            high -= 1
        while low < levels - 1 and asks[low] == 0:
            low += 1
        best[i, 0], best[i, 1] = high, low
    return bids, asks, trades, paid, best
