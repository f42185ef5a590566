import numba as nb
import numpy as np


@nb.njit
def feature(x):
    return x + 1.0 if x > 0.0 else np.exp(x)


@nb.njit(error_model="numpy")
def attend(q, k, v, keep):
    """Head after head, whose state stays in the cache; the state is made and read in one walk."""
    heads, length, d = q.shape
    e = v.shape[2]
    states, norms = np.zeros((heads, d, e)), np.zeros((heads, d))
    out = np.empty((heads, length, e))
    for h in range(heads):
        state, norm, f = states[h], norms[h], keep[h]
        for t in range(length):
            line, value = out[h, t], v[h, t]
            line[:] = 0.0
            weight = 0.0
            for i in range(d):
                key, query = feature(k[h, t, i]), feature(q[h, t, i])
                norm[i] = f * norm[i] + key
                weight += query * norm[i]
                row = state[i]
                for j in range(e):
                    row[j] = f * row[j] + key * value[j]
                    line[j] += query * row[j]
            for j in range(e):
                line[j] /= weight
    return out, states, norms
