import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def turn(x, c, s):
    half = x.shape[1] // 2
    for g in range(x.shape[0]):
        for i in range(half):
            a, b = x[g, i], x[g, i + half]
            x[g, i] = a * c[i] - b * s[i]
            x[g, i + half] = a * s[i] + b * c[i]


@nb.njit(error_model="numpy")
def kvdecode(x, gain, wq, wk, wv, wo, keys, values, past):
    tokens, width = x.shape
    groups, room, depth = keys.shape
    heads = wq.shape[1] // depth
    share, half = heads // groups, depth // 2
    out = np.empty_like(x)
    h, q = np.empty(width, np.float32), np.empty(heads * depth, np.float32)
    k, v = np.empty(groups * depth, np.float32), np.empty(groups * depth, np.float32)
    scores, mixed, row = np.empty(room, np.float32), np.empty(heads * depth, np.float32), np.empty(width, np.float32)
    c, s = np.empty(half, np.float32), np.empty(half, np.float32)
    root = np.float32(np.sqrt(depth))
    for t in range(tokens):
        place = past + t
        total = np.float32(0)
        for i in range(width):
            total += x[t, i] * x[t, i]
        norm = np.sqrt(total / np.float32(width) + np.float32(1e-6))
        for i in range(width):
            h[i] = x[t, i] / norm * gain[i]
        np.dot(h, wq, q)
        np.dot(h, wk, k)
        np.dot(h, wv, v)
        for i in range(half):
            angle = place * 10000.0 ** (-i / half)
            c[i], s[i] = np.cos(angle), np.sin(angle)
        Q, K, V = q.reshape(heads, depth), k.reshape(groups, depth), v.reshape(groups, depth)
        turn(Q, c, s)
        turn(K, c, s)
        for g in range(groups):
            for i in range(depth):
                keys[g, place, i] = K[g, i]
                values[g, place, i] = V[g, i]
        M = mixed.reshape(heads, depth)
        M[:] = np.float32(0)
        for m in range(heads):
            g = m // share
            most = np.float32(-np.inf)
            dots = np.dot(keys[g, :place + 1], Q[m])
            for p in range(place + 1):
                scores[p] = dots[p] / root
                most = max(most, scores[p])
            total = np.float32(0)
            for p in range(place + 1):
                scores[p] = np.exp(scores[p] - most)
                total += scores[p]
            for p in range(place + 1):
                f = scores[p] / total
                for i in range(depth):
                    M[m, i] += f * values[g, p, i]
        np.dot(mixed, wo, row)
        for i in range(width):
            out[t, i] = x[t, i] + row[i]
    return out
