import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def decode(belief, checks, after, parity, alpha, out):
    size = belief.size
    alpha[0] = -1e9
    alpha[0, 0] = 0.0
    for k in range(size):
        alpha[k + 1] = -np.inf
        for s in range(8):
            for u in range(2):
                m = alpha[k, s] + 0.5 * ((2 * u - 1) * belief[k] + checks[k] * parity[s, u])
                t = after[s, u]
                alpha[k + 1, t] = max(alpha[k + 1, t], m)
        top = alpha[k + 1].max()
        for s in range(8):
            alpha[k + 1, s] -= top
    beta, new = np.zeros(8), np.empty(8)
    for k in range(size - 1, -1, -1):
        zero, one = -np.inf, -np.inf
        for s in range(8):
            p = beta[after[s, 0]] + 0.5 * (checks[k] * parity[s, 0] - belief[k])
            q = beta[after[s, 1]] + 0.5 * (checks[k] * parity[s, 1] + belief[k])
            zero, one = max(zero, alpha[k, s] + p), max(one, alpha[k, s] + q)
            new[s] = max(p, q)
        out[k] = one - zero
        top = new.max()
        for s in range(8):
            beta[s] = new[s] - top


@nb.njit(error_model="numpy")
def turbodec(sent, first, second, order, rounds, trust=0.75):
    blocks, size = sent.shape
    after, parity = np.zeros((8, 2), np.int64), np.zeros((8, 2))
    for s in range(8):
        a, b, c = s >> 2, s >> 1 & 1, s & 1
        for u in range(2):
            f = u ^ b ^ c
            after[s, u] = f << 2 | a << 1 | b
            parity[s, u] = 2 * (f ^ a ^ c) - 1
    told, back = np.zeros((blocks, size)), np.empty((blocks, size))
    alpha = np.empty((size + 1, 8))
    belief, known, one, two = np.empty(size), np.empty(size), np.empty(size), np.empty(size)
    used = 0
    for used in range(1, rounds + 1):
        agree = True
        for b in range(blocks):
            for k in range(size):
                belief[k] = sent[b, k] + told[b, k]
            decode(belief, first[b], after, parity, alpha, one)
            for k in range(size):
                o = order[k]
                known[k] = sent[b, o] + trust * (one[o] - sent[b, o] - told[b, o])
            decode(known, second[b], after, parity, alpha, two)
            for k in range(size):
                back[b, order[k]] = two[k]
                told[b, order[k]] = trust * (two[k] - known[k])
                agree = agree and (one[order[k]] > 0.0) == (two[k] > 0.0)
        if agree:
            break
    return (back > 0.0).astype(np.uint8), back, used
