import numpy as np


def take(book, p, step, limit, amount, trades):
    """Fills an order from level p on, up to a limit; what is left of it and what was paid."""
    paid = 0
    while amount > 0 and step * (p - limit) <= 0:
        got = min(amount, book[p])
        book[p] -= got
        trades[p] += got
        amount -= got
        paid += got * p
        p += step
    return amount, paid


def bookmatch(side, level, amount, levels):
    """Both sides of a book after all orders, amounts traded at each level, each order's payment, and best bids and asks."""
    bids, asks, trades = np.zeros((3, levels), dtype=np.int64)
    paid = np.zeros(side.size, dtype=np.int64)
    best = np.zeros((side.size, 2), dtype=np.int64)
    high, low = 0, levels - 1
    for i in range(side.size):
        p, q = level[i], amount[i]
        if side[i] > 0:
            left, paid[i] = take(asks, low, 1, p, q, trades)
            bids[p] += left
            if left:
                high = max(high, p)
        elif side[i] < 0:
            left, paid[i] = take(bids, high, -1, p, q, trades)
            asks[p] += left
            if left:
                low = min(low, p)
        elif bids[p] > 0:
            bids[p] = max(bids[p] - q, 0)
        else:
            asks[p] = max(asks[p] - q, 0)
        while high > 0 and bids[high] == 0:
            high -= 1
        while low < levels - 1 and asks[low] == 0:
            low += 1
        best[i] = high, low
    return bids, asks, trades, paid, best
