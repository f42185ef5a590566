import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def csrmerge(ap, ai, ax, bp, bi, bx, alpha=2.0, beta=-0.5):
    n = ap.size - 1
    cp, ci, cx = np.zeros(n + 1, np.int64), np.empty(ai.size + bi.size, np.int64), np.empty(ai.size + bi.size)
    tp, columns = np.zeros(n + 1, np.int64), np.zeros(n)
    k, widest, squares = 0, 0.0, 0.0
    for r in range(n):
        i, j, end, stop = ap[r], bp[r], ap[r + 1], bp[r + 1]
        row = 0.0
        while i < end or j < stop:
            if j == stop or (i < end and ai[i] < bi[j]):
                c, value = ai[i], alpha * ax[i]
                i += 1
            elif i == end or bi[j] < ai[i]:
                c, value = bi[j], beta * bx[j]
                j += 1
            else:
                c, value = ai[i], alpha * ax[i] + beta * bx[j]
                i += 1
                j += 1
            ci[k], cx[k] = c, value
            tp[c + 1] += 1
            columns[c] += abs(value)
            row += abs(value)
            squares += value * value
            k += 1
        widest = max(widest, row)
        cp[r + 1] = k
    for c in range(n):
        tp[c + 1] += tp[c]
    place, ti, tx = tp[:n].copy(), np.empty(k, np.int64), np.empty(k)
    for r in range(n):
        for q in range(cp[r], cp[r + 1]):
            c = ci[q]
            ti[place[c]], tx[place[c]] = r, cx[q]
            place[c] += 1
    norms = np.array([columns.max(), widest, np.sqrt(squares)])
    return cp, ci[:k].copy(), cx[:k].copy(), tp, ti, tx, norms
