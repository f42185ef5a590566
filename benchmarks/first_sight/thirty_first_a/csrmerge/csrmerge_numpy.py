import numpy as np


def merge(ap, ai, ax, bp, bi, bx, alpha, beta):
    """alpha A + beta B by rows, walking along a row of each; entries that cancel stay."""
    n = ap.size - 1
    cp = np.zeros(n + 1, dtype=np.int64)
    ci = np.empty(ai.size + bi.size, dtype=np.int64)
    cx = np.empty(ci.size)
    k = 0
    for r in range(n):
        i, j = ap[r], bp[r]
        while i < ap[r + 1] or j < bp[r + 1]:
            if j == bp[r + 1] or (i < ap[r + 1] and ai[i] < bi[j]):
                ci[k], cx[k] = ai[i], alpha * ax[i]
                i += 1
            elif i == ap[r + 1] or bi[j] < ai[i]:
                ci[k], cx[k] = bi[j], beta * bx[j]
                j += 1
            else:
                ci[k], cx[k] = ai[i], alpha * ax[i] + beta * bx[j]
                i += 1
                j += 1
            k += 1
        cp[r + 1] = k
    return cp, ci[:k], cx[:k]


def transpose(p, index, x, columns):
    count = np.bincount(index, minlength=columns)
    tp = np.concatenate(([0], np.cumsum(count)))
    place = tp[:-1].copy()
    ti, tx = np.empty_like(index), np.empty_like(x)
    for r in range(p.size - 1):
        for k in range(p[r], p[r + 1]):
            q = place[index[k]]
            ti[q], tx[q] = r, x[k]
            place[index[k]] += 1
    return tp, ti, tx


def csrmerge(ap, ai, ax, bp, bi, bx, alpha=2.0, beta=-0.5):
    n = ap.size - 1
    cp, ci, cx = merge(ap, ai, ax, bp, bi, bx, alpha, beta)
    tp, ti, tx = transpose(cp, ci, cx, n)
    rows = np.array([np.abs(cx[cp[r]:cp[r + 1]]).sum() for r in range(n)])
    columns = np.bincount(ci, weights=np.abs(cx), minlength=n)
    norms = np.array([columns.max(), rows.max(), np.sqrt(np.sum(cx * cx))])
    return cp, ci, cx, tp, ti, tx, norms
