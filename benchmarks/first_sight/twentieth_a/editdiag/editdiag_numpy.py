import numpy as np


def edit(a, b, cost, gap=3, swap=4):
    """Diagonal s holds at i the cost of the first i of a and the first s - i of b."""
    n, m = a.size, b.size
    reverse = b[::-1]
    old = [np.full(n + 1, 1 << 28, dtype=np.int32) for _ in range(3)]
    last = np.zeros(n + m + 1, dtype=np.int32)
    four, three, two = old
    two[0] = 0
    one = np.full(n + 1, 1 << 28, dtype=np.int32)
    one[:2] = gap
    for s in range(2, n + m + 1):
        new = np.full(n + 1, 1 << 28, dtype=np.int32)
        lo, hi = max(0, s - m), min(n, s)
        new[lo:hi + 1] = one[lo:hi + 1] + gap
        first = max(lo, 1)
        new[first:hi + 1] = np.minimum(new[first:hi + 1], one[first - 1:hi] + gap)
        end = min(hi, s - 1)
        x = a[first - 1:end]
        y = reverse[m - s + first:m - s + end + 1]
        new[first:end + 1] = np.minimum(new[first:end + 1], two[first - 1:end] + cost[x, y])
        begin, stop = max(lo, 2), min(hi, s - 2)
        if begin <= stop:
            x, y = a[begin - 1:stop], reverse[m - s + begin:m - s + stop + 1]
            x1, y1 = a[begin - 2:stop - 1], reverse[m - s + begin + 1:m - s + stop + 2]
            crossed = (x == y1) & (x1 == y)
            moved = four[begin - 2:stop - 1] + swap
            new[begin:stop + 1] = np.where(crossed, np.minimum(new[begin:stop + 1], moved), new[begin:stop + 1])
        four, three, two, one = three, two, one, new
        last[s] = np.min(new[lo:hi + 1])
    return one[n], last
