import numpy as np


def neighbour_joining(distance):
    """
    The tree after Saitou and Nei: pairs that are joined, and lengths of their branches.

    Leaves are 0 to n - 1, and inner places are numbered on in the order in which they are made.
    """
    n = distance.shape[0]
    D = distance.copy()
    names = np.arange(n)
    pairs = np.zeros((n - 1, 2), dtype=np.int64)
    length = np.zeros((n - 1, 2))
    step = 0
    while names.size > 2:
        m = names.size
        r = D.sum(axis=1)
        Q = (m - 2) * D - r[:, None] - r[None, :]
        np.fill_diagonal(Q, np.inf)
        i, j = divmod(np.argmin(np.round(Q, 9)), m)
        if i > j:
            i, j = j, i
        li = 0.5 * D[i, j] + (r[i] - r[j]) / (2.0 * (m - 2))
        pairs[step] = names[i], names[j]
        length[step] = li, D[i, j] - li
        new = 0.5 * (D[i] + D[j] - D[i, j])
        D[i, :] = new
        D[:, i] = new
        D[i, i] = 0.0
        names[i] = n + step
        keep = np.arange(m) != j
        D = D[keep][:, keep]
        names = names[keep]
        step += 1
    pairs[step] = names[0], names[1]
    length[step] = D[0, 1], 0.0
    return pairs, length
