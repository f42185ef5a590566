import numpy as np


def chain(x, y, length, back, far):
    """Scores of chains that end in each anchor, the anchor before, and which chain each belongs to, best chains first."""
    n = len(x)
    score = np.zeros(n)
    before = np.full(n, -1)
    for i in range(n):
        best = float(length[i])
        misses = 0
        for j in range(i - 1, max(-1, i - back - 1), -1):
            dx = x[i] - x[j]
            if dx > far:
                break
            dy = y[i] - y[j]
            if dy <= 0 or dy > far:
                continue
            gap = abs(dx - dy)
            cost = 0.01 * length[i] * gap + 0.5 * np.log2(gap) if gap > 0 else 0.0
            here = score[j] + min(dx, dy, length[i]) - cost
            if here > best:
                best = here
                before[i] = j
                misses = 0
            else:
                misses += 1
                if misses > 12:
                    break
        score[i] = best
    belongs = np.full(n, -1)
    chains = []
    for i in np.argsort(-score, kind="stable"):
        if belongs[i] >= 0 or score[i] < 40.0:
            continue
        k = i
        members = 0
        while k >= 0 and belongs[k] < 0:
            belongs[k] = len(chains)
            members += 1
            k = before[k]
        chains.append((i, members))
    return score, before, belongs, np.array(chains)
