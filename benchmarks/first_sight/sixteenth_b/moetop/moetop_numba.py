import numba as nb
import numpy as np


@nb.njit
def mixture_of_experts(x, gate, up, down):
    tokens, d = x.shape
    experts = gate.shape[1]
    prob = x @ gate
    mean = np.zeros(experts)
    chosen, share = np.empty((tokens, 2), np.int64), np.empty((tokens, 2))
    count = np.zeros(experts, np.int64)
    for t in range(tokens):
        row = prob[t]
        top = row.max()
        total = 0.0
        for e in range(experts):
            row[e] = np.exp(row[e] - top)
            total += row[e]
        one, two = -1, -1
        for e in range(experts):
            row[e] /= total
            mean[e] += row[e]
            if one < 0 or row[e] > row[one]:
                one, two = e, one
            elif two < 0 or row[e] > row[two]:
                two = e
        both = row[one] + row[two]
        chosen[t, 0], chosen[t, 1] = one, two
        share[t, 0], share[t, 1] = row[one] / both, row[two] / both
        count[one] += 1
        count[two] += 1
    out = np.zeros_like(x)
    load = np.zeros(experts)
    balance = 0.0
    for e in range(experts):
        if count[e] == 0:
            continue
        rows, which, weight = np.empty((count[e], d)), np.empty(count[e], np.int64), np.empty(count[e])
        k = 0
        for t in range(tokens):
            for q in range(2):
                if chosen[t, q] == e:
                    rows[k] = x[t]
                    which[k], weight[k] = t, share[t, q]
                    k += 1
        mid = rows @ up[e]
        for i in range(mid.shape[0]):
            for j in range(mid.shape[1]):
                mid[i, j] /= 1.0 + np.exp(-mid[i, j])
        done = mid @ down[e]
        for i in range(k):
            for j in range(d):
                out[which[i], j] += weight[i] * done[i, j]
        load[e] = count[e] / tokens
        balance += load[e] / 2.0 * (mean[e] / tokens)
    return out, load, experts * balance
