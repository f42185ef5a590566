import numpy as np


def cost(sums, squares, begin, end):
    """Twice the negative logarithm of the likelihood of a part with a level and a scatter of its own."""
    length = end - begin
    mean = (sums[end] - sums[begin]) / length
    variance = (squares[end] - squares[begin]) / length - mean**2
    return length * (np.log(2.0 * np.pi * max(variance, 1e-12)) + 1.0)


def segment(x, penalty, least):
    """Where a series changes: the best partition, from a list of starts out of which those that cannot win any more are dropped."""
    n = len(x)
    sums = np.concatenate([[0.0], np.cumsum(x)])
    squares = np.concatenate([[0.0], np.cumsum(x**2)])
    best = np.full(n + 1, np.inf)
    best[0] = -penalty
    last = np.zeros(n + 1, dtype=int)
    candidates = [0]
    tried = 0
    for end in range(least, n + 1):
        values = [best[begin] + cost(sums, squares, begin, end) for begin in candidates]
        tried += len(values)
        k = int(np.argmin(values))
        best[end] = values[k] + penalty
        last[end] = candidates[k]
        candidates = [begin for begin, value in zip(candidates, values) if value <= best[end]]
        if end - least + 1 >= least:
            candidates.append(end - least + 1)
    changed = np.zeros(n, dtype=bool)
    end = n
    while end > 0:
        end = last[end]
        changed[end] = True
    return best[n], changed, tried
